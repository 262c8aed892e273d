// Where two flat cores touch each other: the part of their faces that lie over each other.
#pragma once

#include "geometry/flat_core.hpp"
#include "geometry/nearest_pair.hpp"

namespace floc {

// Seen along the normal of `core`, the face of each body that looks at the other most and has its nearest corner; the
// corners of what both cover, with the gap there, measured along the normal. None is below the gap of the pair, and
// one is equal to it. Points are on the cores, about the common origin; those with gaps from `cutoff` on are left out,
// and of the rest at most four (in the plane two) are chosen.
void add_patch(const FlatCore& a, const FlatCore& b, const CoreGap& core, int dimension, double size, double cutoff,
               ContactPoints& out);

}  // namespace floc

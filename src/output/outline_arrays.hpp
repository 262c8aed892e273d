// Outlines of bodies in a trajectory: floc/outlines.
#pragma once

#include "geometry/outlines.hpp"
#include "output/h5.hpp"

namespace floc {

void put_outlines(h5::Group group, const Outlines& outlines);
// Throws Error for indices that are nobody's.
Outlines read_outlines(const h5::Group& group);

}  // namespace floc

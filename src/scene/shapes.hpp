// The shapes that chains and assemblies have in their own frame, and where their copies stand.
#pragma once

#include <vector>

#include "core/bodies.hpp"
#include "scene/tables.hpp"

namespace floc::scene {

// Centres of the beads about the middle of the shape: a straight line along x, or a regular polygon in
// the plane of x and y.
std::vector<Vec3> shape_of(const Chain& chain);
// As given, or about the middle of the shape, in the plane of x and y.
std::vector<Vec3> shape_of(const Assembly& assembly);

// How many copies there are.
std::size_t count_of(const Copies& copies);
// Puts the copies that have given centres there: the first axis of the shape points along the direction.
void place_given(Bodies& bodies, const std::vector<Vec3>& shape, const Copies& copies);

}  // namespace floc::scene

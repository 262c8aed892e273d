// Copies of a cluster of beads (a chain, or a rigid body made of them) at random places with random orientations.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "geometry/obstacle.hpp"
#include "geometry/pose.hpp"

namespace floc {

// Puts the beads of copy k, the bodies [k·n, (k + 1)·n) with n = shape.size(), at pose · shape.
void place_copy(Bodies& bodies, std::size_t k, const std::vector<Vec3>& shape, const Pose& pose);

// A rotation drawn evenly from all (about z in 2D; a mirror image along the line in 1D), from (seed, k, try).
Pose random_turn(int dimension, std::uint64_t seed, std::uint64_t k, std::uint32_t attempt);

// Places the copies one after the other inside the box [low, high], all beads within it, without overlap
// with other copies and the obstacles (placed); across the box's faces where they are periodic. Beads of
// one copy may overlap. Returns the poses of those that found a place before one did not.
std::vector<Pose> scatter_copies(Bodies& bodies, const std::vector<Vec3>& shape, const Vec3& low, const Vec3& high,
                           const Domain& domain, const Obstacles& obstacles, std::uint64_t seed);

}  // namespace floc

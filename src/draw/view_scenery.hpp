// What stands around the particles, as JSON for the page of `floc view`.
//
//   obstacles  name, colour, surfaces as they stand at the first of `times`, and for moving ones `poses`: at
//              every time the place and the quaternion (x, y, z, w) that take them there from the first
//   surface    points; in the plane lines, and for each whether it is filled, and for each piece of it on which
//              side the solid is (1: left, −1: right, 0: neither or both); in space faces, whether it is a solid,
//              and whether it is open: a thin wall with two sides
//   exits      name, lines
#pragma once

#include <span>

#include "geometry/floor_plan.hpp"
#include "geometry/obstacle.hpp"
#include "output/json.hpp"

namespace floc {

Json view_obstacles(std::span<const Obstacle> obstacles, std::span<const double> times, int dimension,
                    const Bounds& window);
// `poses` of one of them, from where it stands at `first`; empty where it never moves.
Json view_poses(const Obstacle& obstacle, double first, std::span<const double> times);
Json view_exits(std::span<const Exit> exits);

}  // namespace floc

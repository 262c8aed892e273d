#include "geometry/body_pose.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace floc;

TEST_CASE("a body of the plane lies in space turned about z, and one of space by its quaternion") {
  Bodies plane;
  plane.dimension = 2;
  plane.let_turn();
  const double x[3] = {1, 2, 3}, v[3] = {};
  plane.add(x, v, 1, 1, 0);
  plane.orientation[0] = std::numbers::pi / 2;
  CHECK(norm(pose_of(plane, 0).to_world({{1, 0, 0}}) - Vec3{{1, 3, 0}}) < 1e-15);
  CHECK(norm(pose_of(plane, 0, {{0, 1, 0}}, {{0, 0, std::numbers::pi / 2}}).to_world({{1, 0, 0}}) - Vec3{{0, 3, 0}}) <
        1e-14);
  Bodies space;
  space.dimension = 3;
  space.let_turn();
  space.add(x, v, 1, 1, 0);
  space.orientation = {std::sqrt(0.5), std::sqrt(0.5), 0, 0};  // a quarter turn about x
  CHECK(norm(pose_of(space, 0).to_world({{0, 1, 0}}) - Vec3{{1, 2, 4}}) < 1e-15);
}

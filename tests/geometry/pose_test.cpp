#include "geometry/pose.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "sampler.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a quarter turn about z takes x to y and leaves its centre") {
  const Vec3 centre{{2, 3, 5}};
  const Pose pose = Pose::rotation_about(centre, {{0, 0, 1}}, std::numbers::pi / 2);
  CHECK(norm(pose.to_world(centre) - centre) < 1e-14);
  CHECK(norm(pose.turn({{1, 0, 0}}) - Vec3{{0, 1, 0}}) < 1e-15);
  CHECK(norm(pose.to_world(centre + Vec3{{1, 0, 0}}) - centre - Vec3{{0, 1, 0}}) < 1e-14);
}

TEST_CASE("to_local undoes to_world, and lengths are kept") {
  Sampler sampler(1);
  for (int k = 0; k < 1000; ++k) {
    const Pose pose = sampler.pose(3, 3, 10);
    const Vec3 a = sampler.point(3, 3), b = sampler.point(3, 3);
    REQUIRE(norm(pose.to_local(pose.to_world(a)) - a) < 1e-13);
    REQUIRE(std::abs(norm(pose.to_world(a) - pose.to_world(b)) - norm(a - b)) < 1e-13);
    REQUIRE(dot(cross(pose.rotation[0], pose.rotation[1]), pose.rotation[2]) == doctest::Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("the least turn takes one direction to the other, opposite ones included") {
  Sampler sampler(2);
  for (int k = 0; k < 3000; ++k) {
    const Vec3 a = sampler.unit(3);
    const Vec3 near = direction((k % 2 ? 1 : -1) * a + sampler.between(0, 1e-9) * sampler.unit(3), {}).unit;
    for (const Vec3& b : {sampler.unit(3), near, a, -a}) {
      const Pose turn = least_turn(a, b);
      REQUIRE(norm(turn.turn(a) - b) < 1e-14);
      REQUIRE(std::abs(norm(turn.rotation[0]) - 1) < 1e-14);
      REQUIRE(std::abs(dot(turn.rotation[0], turn.rotation[1])) < 1e-14);
      const double trace = turn.rotation[0][0] + turn.rotation[1][1] + turn.rotation[2][2];
      REQUIRE(std::abs(trace - 1 - 2 * dot(a, b)) < 1e-14);  // by the angle between them, no more
    }
  }
  CHECK(least_turn({{0, 1, 0}}, {{0, 1, 0}}).rotation == Pose{}.rotation);
}

TEST_CASE("turned poses compose, and put the anchor in its place") {
  Sampler sampler(3);
  const Pose first = sampler.pose(3, 1, 3), second = sampler.pose(3, 1, 3);
  const Vec3 anchor = sampler.point(3, 1), place = sampler.point(3, 1), v = sampler.point(3, 1);
  const Pose both = turned(first, second, anchor, place);
  CHECK(norm(both.turn(v) - second.turn(first.turn(v))) < 1e-14);
  CHECK(norm(both.to_world(anchor) - place) < 1e-14);
}

TEST_CASE("a product does one pose after the other, and an inverse takes it back") {
  Sampler sampler(2);
  for (int k = 0; k < 100; ++k) {
    const Pose first = sampler.pose(3, 3, 10), second = sampler.pose(3, 3, 10);
    const Vec3 x = sampler.point(3, 3);
    REQUIRE(norm((second * first).to_world(x) - second.to_world(first.to_world(x))) < 1e-12);
    REQUIRE(norm(inverse(first).to_world(first.to_world(x)) - x) < 1e-12);
  }
}

#include "geometry/round_obstacles.hpp"

#include <doctest/doctest.h>

using namespace floc;

TEST_CASE("a ball is solid, or a container seen from inside") {
  const SphereParameters ball{.centre = {{1, 0, 0}}, .radius = 1};
  CHECK(ball.make({2})[0]->nearest({{4, 4, 0}}).distance == 4);
  const SphereParameters bowl{.centre = {}, .radius = 2, .inside = true};
  CHECK(bowl.make({3})[0]->nearest({{0, 1.5, 0}}).distance == 0.5);
  CHECK(bowl.make({3})[0]->concave());
}

TEST_CASE("a drum has its two ends unless it is open") {
  CylinderParameters cylinder{.from = {}, .to = {{0, 0, 2}}, .radius = 1};
  CHECK(cylinder.make({3}).size() == 1);
  CHECK(cylinder.make({3})[0]->nearest({{3, 0, 1}}).distance == 2);
  cylinder.inside = true;
  CHECK(cylinder.make({3}).size() == 3);
  CHECK(cylinder.make({3})[1]->nearest({{0, 0, 0.25}}).distance == 0.25);
  CHECK(cylinder.make({3})[2]->nearest({{0, 0, 0.25}}).distance == 1.75);
  cylinder.open = true;
  CHECK(cylinder.make({3}).size() == 1);
}

#include "output/pair_lines.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

Snapshot three_bodies() {
  Snapshot f = some_frame(2, 3);
  f.bodies.position = {0.5, 2, 9.5, 2, 1, 1};
  f.bodies.radius = {0.5, 0.4, 0.4};
  f.domain.period = {10, 0, 0};
  f.contacts = {{1, 2, 2}, {0, -1, -7}, {0.1, 0.2, 0.3}, {1, 0, 0, 1, 0, 1}, {1, 2, 3}, {4, 5, 6}};
  f.bridges = {{2}, {0}};
  return f;
}

}  // namespace

TEST_CASE("a contact is a line to the nearest image of the other centre, or to the foot on the obstacle") {
  const std::vector<Obstacle> obstacles{floor_obstacle(3)};
  const auto lines = contact_lines(three_bodies(), obstacles);
  REQUIRE(lines.size() == 2);  // the third is with an obstacle that is not shown
  CHECK(lines[0].from == Vec3{{9.5, 2, 0}});
  CHECK(lines[0].to == Vec3{{10.5, 2, 0}});
  CHECK(lines[0].second == 0);
  CHECK(lines[0].gap() == doctest::Approx(0.1));
  CHECK(lines[1].from == Vec3{{1, 1, 0}});
  CHECK(lines[1].to == Vec3{{1, 0, 0}});
  CHECK(!lines[1].second);
  CHECK(lines[1].pair == 1);
}

TEST_CASE("a bridge is a line of the same kind, with a neck across its gap") {
  const auto lines = bridge_lines(three_bodies(), {});
  REQUIRE(lines.size() == 1);
  const PairLine::Neck neck = lines[0].neck();
  CHECK(neck.width == doctest::Approx(0.52));
  CHECK(norm(neck.to - neck.from) == doctest::Approx(lines[0].gap() + 0.24));
}

#include "geometry/flat_obstacles.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/error.hpp"

using namespace floc;

namespace {

double distance(const Surfaces& surfaces, const Vec3& x) {
  double least = INFINITY;
  for (const SurfacePtr& s : surfaces) least = std::min(least, s->nearest(x).distance);
  return least;
}

}  // namespace

TEST_CASE("a half-space and a wall are one surface, by its name in every dimension") {
  CHECK(distance(HalfSpaceParameters{.point = {{0, 1, 0}}, .normal = {{0, 2, 0}}}.make({2}), {{5, 3, 0}}) == 2);
  WallParameters wall;
  wall.from = Vec3{};
  wall.to = Vec3{{1, 0, 0}};
  CHECK(distance(wall.make({2}), {{4, 4, 0}}) == 5);
  WallParameters sheet;
  sheet.corner = Vec3{};
  sheet.edge1 = Vec3{{1, 0, 0}};
  sheet.edge2 = Vec3{{0, 1, 0}};
  CHECK(distance(sheet.make({3}), {{0.5, 0.5, 2}}) == 2);
  WallParameters disc;
  disc.centre = Vec3{};
  disc.normal = Vec3{{0, 0, 3}};
  disc.radius = 1;
  CHECK(distance(disc.make({3}), {{4, 0, 4}}) == 5);
  CHECK_THROWS_AS(HalfSpaceParameters{}.make({2}), Error);
}

TEST_CASE("a box is solid, or one wall a side in every dimension") {
  const BoxParameters solid{.low = {}, .high = {{2, 1, 1}}};
  CHECK(solid.make({2}).size() == 1);
  CHECK(distance(solid.make({2}), {{5, 5, 0}}) == 5);
  for (int d = 1; d <= 3; ++d) {
    const Surfaces walls = BoxParameters{.low = {}, .high = {{4, 3, 2}}, .inside = true}.make({d});
    CHECK(walls.size() == static_cast<std::size_t>(2 * d));
    CHECK(distance(walls, {{0.25, 1.5, 1}}) == 0.25);
  }
}

TEST_CASE("a polygon closes the line that a polyline leaves open") {
  const std::vector<Vec3> points{{{0, 0, 0}}, {{4, 0, 0}}, {{4, 4, 0}}};
  CHECK(PolylineParameters{points}.make({2}).size() == 2);
  CHECK(PolygonParameters{points}.make({2}).size() == 3);
  CHECK(distance(PolylineParameters{points}.make({2}), {{2, 2, 0}}) == 2);
  CHECK(distance(PolygonParameters{points}.make({2}), {{2, 2, 0}}) == doctest::Approx(0));
}

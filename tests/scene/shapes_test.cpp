#include "scene/shapes.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace floc;
using namespace floc::scene;

namespace {

Chain chain(std::int64_t beads, double spacing, bool closed) {
  Chain s;
  s.beads = beads;
  s.spacing = spacing;
  s.closed = closed;
  return s;
}

Vec3 middle(const std::vector<Vec3>& points) {
  Vec3 sum;
  for (const Vec3& p : points) sum += p;
  return 1.0 / static_cast<double>(points.size()) * sum;
}

}  // namespace

TEST_CASE("an open chain is a line and a closed one a regular polygon, with links of the spacing about 0") {
  for (const bool closed : {false, true}) {
    const std::vector<Vec3> shape = shape_of(chain(7, 0.3, closed));
    REQUIRE(shape.size() == 7);
    CHECK(norm(middle(shape)) < 1e-15);
    for (std::size_t k = closed ? 0 : 1; k < 7; ++k)
      CHECK(norm(shape[k] - shape[(k + 6) % 7]) == doctest::Approx(0.3).epsilon(1e-14));
    for (const Vec3& p : shape) CHECK(closed ? norm(p) == doctest::Approx(norm(shape[0])) : p[1] == 0);
  }
}

TEST_CASE("shapes with a name have as many beads as they say, at the spacing, about 0") {
  const auto shape = [](const char* name, std::int64_t beads) {
    Assembly s;
    s.shape = name;
    s.beads = beads;
    s.spacing = 0.5;
    return shape_of(s);
  };
  const std::vector<std::pair<std::vector<Vec3>, std::size_t>> all{
      {shape("rod", 4), 4}, {shape("rod", 1), 1}, {shape("triangle", 3), 6}, {shape("ring", 5), 5}, {shape("cross", 5), 9}};
  for (const auto& [points, count] : all) {
    CHECK(points.size() == count);
    CHECK(norm(middle(points)) < 1e-15);
    for (std::size_t i = 0; i < points.size(); ++i) {  // the nearest is a spacing away
      double nearest = points.size() == 1 ? 0.5 : 1e9;
      for (std::size_t j = 0; j < points.size(); ++j)
        if (j != i) nearest = std::min(nearest, norm(points[i] - points[j]));
      CHECK(nearest == doctest::Approx(0.5));
    }
  }
  Assembly given;
  given.offsets = std::vector<Vec3>{{{1, 2, 3}}};
  CHECK(shape_of(given) == *given.offsets);
}

TEST_CASE("copies stand at their centres and point along their directions, taken in turn") {
  Copies copies;
  copies.centres = std::vector<Vec3>{{{5, 0, 0}}, {{7, 1, 0}}, {{9, 2, 3}}};
  copies.directions = {{{-3, 0, 0}}, {{0, 2, 0}}};
  CHECK(count_of(copies) == 3);
  const std::vector<Pose> poses = given_poses(copies);
  REQUIRE(poses.size() == 3);
  const Vec3 end{{1, 0, 0}};
  CHECK(norm(poses[0].to_world(end) - Vec3{{4, 0, 0}}) < 1e-15);
  CHECK(norm(poses[1].to_world(end) - Vec3{{7, 2, 0}}) < 1e-15);
  CHECK(norm(poses[2].to_world(end) - Vec3{{8, 2, 3}}) < 1e-15);
}

TEST_CASE("an assembly is a clump of its beads, with radii taken in turn") {
  Radius list;
  list.list = {0.1, 0.2};
  CHECK(radii_of(list, 3) == std::vector<double>{0.1, 0.2, 0.1});
  const ShapeTable table = clump_of({{{0, 0, 0}}, {{0.1, 0, 0}}}, {0.1, 0.2}, {});
  const auto& clump = std::get<ClumpShape>(table.shape);
  REQUIRE(clump.parts.size() == 2);
  CHECK(clump.parts[1].at.size == 0.2);
  CHECK(clump.parts[1].at.centre[0] == 0.1);
  CHECK(clump.mass == "united");
}

#include "fluid/marker_placing.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace floc;

namespace {

constexpr double pi = std::numbers::pi;

}  // namespace

TEST_CASE("markers of a circle and of a sphere lie evenly") {
  for (const int dimension : {2, 3}) {
    const std::vector<Vec3> all = round_markers(dimension, 0.97, 0.15);
    Vec3 sum;
    for (const Vec3& x : all) {
      CHECK(norm(x) == doctest::Approx(0.97));
      sum += x;
    }
    CHECK(norm(sum) < 0.1);
    const double area = dimension == 2 ? 2 * pi * 0.97 / 0.15 : 4 * pi * 0.97 * 0.97 / 0.0225;
    CHECK(std::abs(static_cast<double>(all.size()) - area) < 1);
  }
}

TEST_CASE("a line in the plane has its markers by equal lengths") {
  Mesh mesh{{{{0, 0, 0}}, {{1, 0, 0}}, {{1, 2, 0}}}, {}, {{0, 1, 2}}};
  const std::vector<Vec3> all = markers_at_depth(
      2, {mesh},
      [](const Vec3&) {
        return SurfacePoint{0, {{1, 0, 0}}};
      },
      0, 0.1);
  REQUIRE(all.size() == 30);
  CHECK(all[0][0] == doctest::Approx(0.05));
  CHECK(all[29][1] == doctest::Approx(1.95));
}

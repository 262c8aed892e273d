#include <limits>

#include "core/error.hpp"
#include "geometry/sampler.hpp"
#include "geometry/surfaces.hpp"
#include "surface_checks.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Vec3 on_box(Sampler& sampler, const Vec3& low, const Vec3& high, int dimension) {
  Vec3 p;
  for (int k = 0; k < dimension; ++k) p[k] = sampler.between(low[k], high[k]);
  const int k = static_cast<int>(sampler.between(0, dimension));
  p[k] = sampler.between(0, 1) < 0.5 ? low[k] : high[k];
  return p;
}

}  // namespace

TEST_CASE("a half-space is the plane's signed distance in 1D, 2D and 3D") {
  const Vec3 point{{0.3, -0.2, 0.5}};
  for (int d = 1; d <= 3; ++d) {
    Vec3 p, n;
    for (int k = 0; k < d; ++k) {
      p[k] = point[k];
      n[k] = 1.0 + k;
    }
    const Vec3 unit = direction(n, {}).unit;
    const SurfaceCase c{half_space(p, n), d, [=](Sampler& s) {
                          const Vec3 q = s.point(d, 2);
                          return q - dot(unit, q - p) * unit;
                        }};
    check_all(c, true);
  }
  CHECK(half_space({}, {{0, 0, 5}})->nearest({{7, 8, -2}}).distance == -2);
  CHECK(half_space({}, {{0, 1e-200, 0}})->nearest({{7, 8, -2}}).distance == 8);
}

TEST_CASE("a half-space is drawn as its cut with the window, or not at all") {
  const Bounds window{{{-1, -1, -1}}, {{1, 1, 1}}};
  const auto corner = half_space({{0.5, 0.5, 0.5}}, {{1, 1, 1}})->mesh(3, window);
  CHECK(corner.faces.at(0).size() == 3);  // cuts off a corner of the cube
  CHECK(half_space({}, {{1, 1, 1}})->mesh(3, window).faces.at(0).size() == 6);
  CHECK(half_space({{0, 0, 1}}, {{0, 0, 1}})->mesh(3, window).faces.at(0).size() == 4);  // on a face of the cube
  CHECK(half_space({{0, 0, 1.1}}, {{0, 0, 1}})->mesh(3, window).faces.empty());
  const auto line = half_space({}, {{1, -1, 0}})->mesh(2, window);
  REQUIRE(line.points.size() == 2);
  CHECK(norm(line.points[1] - line.points[0]) == doctest::Approx(2 * std::sqrt(2.0)));
  CHECK(half_space({{0, 3, 0}}, {{0, 1, 0}})->mesh(2, window).lines.empty());
  CHECK(half_space({{5, 0, 0}}, {{1, 1, 0}})->mesh(2, window).lines.empty());
  CHECK(half_space({{0.5, 0, 0}}, {{1, 0, 0}})->mesh(1, window).points.size() == 1);
  CHECK(half_space({{1.5, 0, 0}}, {{1, 0, 0}})->mesh(1, window).points.empty());
  CHECK_THROWS_AS(half_space({}, {{0, 1, 0}})->mesh(2, everywhere()), Error);
  for (const Vec3& p : corner.points)
    for (double x : p.c) CHECK(std::abs(x) <= 1);
}

TEST_CASE("a segment is a two-sided wall with round ends") {
  const Vec3 a{{-1, -0.5, 0}}, b{{1.2, 0.8, 0}};
  check_all({segment(a, b), 2, [=](Sampler& s) { return a + s.between(0, 1) * (b - a); }}, false);
  const auto wall = segment({{0, 0, 0}}, {{1, 0, 0}});
  CHECK(wall->nearest({{0.5, 2, 0}}).normal == Vec3{{0, 1, 0}});
  CHECK(wall->nearest({{0.5, -2, 0}}).normal == Vec3{{0, -1, 0}});
  CHECK(wall->nearest({{0.5, -2, 7}}).distance == 2);  // z is ignored
  check_degenerate(*wall, {{0.5, 0, 0}}, 0);
  check_degenerate(*wall, {{0, 0, 0}}, 0);
  check_degenerate(*wall, {{1, 0, 0}}, 0);
  check_degenerate(*wall, {{-1e-310, 0, 0}}, 0);
  check_degenerate(*wall, {{-3e-200, 4e-200, 0}}, 5e-200);
}

TEST_CASE("a point on a wall to rounding still has the wall's normal") {
  const Vec3 a{{0.1, 0.7, 0}}, b{{1.3, -0.4, 0}};
  const auto wall = segment(a, b);
  const Vec3 n = direction({{-(b - a)[1], (b - a)[0], 0}}, {}).unit;
  for (int k = 1; k < 100; ++k) CHECK(std::abs(dot(wall->nearest(a + k / 100.0 * (b - a)).normal, n)) > 1 - 1e-14);
}

TEST_CASE("a rectangle is a two-sided wall with round edges") {
  const Vec3 corner{{-1, -0.7, 0.2}}, u{{1.2, 0.6, 0}}, v{{-0.3, 0.6, 1.5}};
  const auto inside = [=](Sampler& s) { return corner + s.between(0, 1) * u + s.between(0, 1) * v; };
  check_all({rectangle(corner, u, v), 3, inside}, false);
  const auto wall = rectangle({}, {{2, 0, 0}}, {{0, 1, 0}});
  CHECK(wall->nearest({{1, 0.5, -3}}).normal == Vec3{{0, 0, -1}});
  CHECK(wall->nearest({{5, 5, 0}}).distance == 5);
  check_degenerate(*wall, {{1, 0.5, 0}}, 0);
  check_degenerate(*wall, {{0, 0, 0}}, 0);
  check_degenerate(*wall, {{2, 1, 0}}, 0);
  check_degenerate(*wall, {{2, 0.3, 0}}, 0);
}

TEST_CASE("a solid box is seen from outside in 1D, 2D and 3D") {
  const Vec3 low{{-1, -0.5, -0.8}}, high{{0.7, 1.1, 0.4}};
  for (int d = 1; d <= 3; ++d)
    check_all({solid_box(low, high, d), d, [=](Sampler& s) { return on_box(s, low, high, d); }}, true);
  const auto box = solid_box({{0, 0, 0}}, {{2, 2, 2}}, 3);
  check_degenerate(*box, {{1, 1, 1}}, -1);  // its centre
  check_degenerate(*box, {{0, 0, 0}}, 0);   // a corner
  check_degenerate(*box, {{2, 1, 0}}, 0);   // an edge
  CHECK(box->nearest({{1, 2.5, 1}}).normal == Vec3{{0, 1, 0}});
  CHECK(box->nearest({{5, 6, 1}}).distance == 5);
  CHECK(solid_box({{0, 0, 0}}, {{2, 2, 0}}, 2)->nearest({{1, 3, 99}}).distance == 1);  // z is ignored
}

TEST_CASE("a triangle is a two-sided wall: the nearest of all its points") {
  const Vec3 a{{0.1, -0.5, 0}}, b{{1, 0.2, 0.4}}, c{{-0.3, 0.6, 0.9}};
  const SurfacePtr wall = triangle(a, b, c);
  test::Sampler sampler(3);
  for (int k = 0; k < 200; ++k) {
    const Vec3 q = sampler.point(3, 1.5);
    double least = 1e300;
    constexpr int parts = 60;
    for (int i = 0; i <= parts; ++i)
      for (int j = 0; i + j <= parts; ++j)
        least = std::min(least, norm(q - (a + (1.0 * i / parts) * (b - a) + (1.0 * j / parts) * (c - a))));
    const SurfacePoint p = wall->nearest(q);
    REQUIRE(p.distance <= least + 1e-12);
    REQUIRE(p.distance > least - 0.01);
    REQUIRE(norm(p.normal) == doctest::Approx(1));
    REQUIRE(wall->nearest(q - p.distance * p.normal).distance < 1e-12);
  }
  CHECK(wall->bounds().high == Vec3{{1, 0.6, 0.9}});
  CHECK_THROWS_WITH(triangle(a, b, 0.5 * (a + b)), "a triangle has no area");
}

TEST_CASE("flat shapes without extent are refused") {
  CHECK_THROWS_AS(half_space({}, {}), Error);
  CHECK_THROWS_AS(half_space({{not_a_number, 0, 0}}, {{1, 0, 0}}), Error);
  CHECK_THROWS_AS(half_space({}, {{infinity, 0, 0}}), Error);
  CHECK_THROWS_AS(segment({{1, 2, 0}}, {{1, 2, 0}}), Error);
  CHECK_THROWS_AS(segment({{1, 2, 0}}, {{1, not_a_number, 0}}), Error);
  CHECK_THROWS_AS(rectangle({}, {{1, 0, 0}}, {}), Error);
  CHECK_THROWS_AS(rectangle({}, {{1, 0, 0}}, {{1, 1, 0}}), Error);
  CHECK_THROWS_AS(rectangle({}, {{1, 0, 0}}, {{2, 0, 0}}), Error);
  CHECK_THROWS_AS(solid_box({}, {{1, 1, 0}}, 3), Error);
  CHECK_THROWS_AS(solid_box({}, {{1, -1, 1}}, 3), Error);
  CHECK_THROWS_AS(solid_box({}, {{1, infinity, 1}}, 3), Error);
  CHECK_NOTHROW(solid_box({}, {{1, 1, 0}}, 2));
}

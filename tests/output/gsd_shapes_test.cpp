#include "output/gsd_shapes.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "geometry/shapes.hpp"
#include "output/json.hpp"

using namespace floc;

namespace {

Json shape(const Mesh& outline, double radius, int dimension) {
  return parse_json(gsd_shape(outline, radius, dimension), "shape");
}

Mesh box() {
  Mesh m;
  for (int k = 0; k < 8; ++k) m.points.push_back({{k & 1 ? 0.5 : -0.5, k & 2 ? 0.25 : -0.25, k & 4 ? 0.75 : -0.75}});
  m.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return m;
}

}  // namespace

TEST_CASE("a sphere tells its diameter") {
  const Json s = parse_json(gsd_sphere(0.25), "shape");
  CHECK(s["type"].text() == "Sphere");
  CHECK(s["diameter"].number() == 0.5);
}

TEST_CASE("ellipsoids, and ellipses, have their semi-axes") {
  const Json s = shape(make_ellipsoid({{1, 0.5, 0.25}})->mesh(24), 2, 3);
  CHECK(s["type"].text() == "Ellipsoid");
  CHECK(s["a"].number() == doctest::Approx(2));
  CHECK(s["b"].number() == doctest::Approx(1));
  CHECK(s["c"].number() == doctest::Approx(0.5));
  Mesh ellipse;
  ellipse.lines.emplace_back();
  for (int k = 0; k < 64; ++k) {
    const double a = 2 * std::numbers::pi * k / 64;
    ellipse.points.push_back({{std::cos(a), 0.5 * std::sin(a), 0}});
    ellipse.lines[0].push_back(k);
  }
  ellipse.lines[0].push_back(0);
  const Json e = shape(ellipse, 3, 2);
  CHECK(e["type"].text() == "Ellipsoid");
  CHECK(e["a"].number() == doctest::Approx(3));
  CHECK(e["b"].number() == doctest::Approx(1.5));
}

TEST_CASE("a box is a convex polyhedron with its corners, and with a notch a mesh with its faces") {
  const Json s = shape(box(), 2, 3);
  CHECK(s["type"].text() == "ConvexPolyhedron");
  CHECK(s["vertices"].items().size() == 8);
  CHECK(s["vertices"].items()[7].items()[2].number() == 1.5);
  Mesh notched = box();
  notched.points.push_back({{0, 0, 0.1}});
  notched.faces[1] = {4, 5, 8};
  notched.faces.insert(notched.faces.end(), {{5, 7, 8}, {7, 6, 8}, {6, 4, 8}});
  const Json m = shape(notched, 1, 3);
  CHECK(m["type"].text() == "Mesh");
  CHECK(m["vertices"].items().size() == 9);
  CHECK(m["indices"].items().size() == 9);
  CHECK(m["indices"].items()[8].items()[1].number() == 4);
}

TEST_CASE("in the plane one loop is a polygon, also when it comes in pieces, and several are a flat mesh") {
  Mesh square;
  square.points = {{{-1, -1, 0}}, {{1, -1, 0}}, {{1, 1, 0}}, {{-1, 1, 0}}};
  square.lines = {{0, 1, 2, 3, 0}};
  Mesh pieces = square;
  pieces.lines = {{2, 3}, {0, 1}, {3, 0}, {1, 2}};
  for (const Mesh& m : {square, pieces}) {
    const Json s = shape(m, 0.5, 2);
    CHECK(s["type"].text() == "Polygon");
    REQUIRE(s["vertices"].items().size() == 4);
    CHECK(s["vertices"].items()[1].items().size() == 2);
    CHECK(s["vertices"].items()[1].items()[0].number() == 0.5);
  }
  Mesh two = square;
  for (const Vec3& p : square.points) two.points.push_back(p + Vec3{{3, 0, 0}});
  two.lines.push_back({4, 5, 6, 7, 4});
  const Json s = shape(two, 1, 2);
  CHECK(s["type"].text() == "Mesh");
  CHECK(s["indices"].items().size() == 2);
  CHECK(s["vertices"].items()[4].items().size() == 3);
}

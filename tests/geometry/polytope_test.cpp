#include "geometry/polytope.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "geometry/shape_cases.hpp"

using namespace floc;
using namespace floc::test;
using std::numbers::pi;

TEST_CASE("boxes and rectangles have the textbook's volume and inertia") {
  const MassProperties box = make_box({{1, 2, 3}})->mass_properties();
  CHECK(box.volume == doctest::Approx(6).epsilon(1e-14));
  CHECK(box.inertia[0][0] == doctest::Approx(6.0 * (4 + 9) / 12).epsilon(1e-14));
  CHECK(box.inertia[2][2] == doctest::Approx(6.0 * (1 + 4) / 12).epsilon(1e-14));
  const MassProperties sheet = make_rectangle(2, 3)->mass_properties();
  CHECK(sheet.volume == doctest::Approx(6).epsilon(1e-14));
  CHECK(sheet.inertia[2][2] == doctest::Approx(6.0 * (4 + 9) / 12).epsilon(1e-14));
}

TEST_CASE("a polygon is moved to its centre of mass, and its pose says where that was") {
  const PlacedShape half = make_polygon({{{1, 1, 0}}, {{4, 1, 0}}, {{1, 7, 0}}});
  CHECK(norm(half.pose.position - Vec3{{2, 3, 0}}) < 1e-14);
  const MassProperties m = half.shape->mass_properties();
  CHECK(m.volume == doctest::Approx(9));
  CHECK(m.inertia[2][2] == doctest::Approx(9.0 * (9 + 36) / 18));  // a right triangle about its centroid
  // Clockwise, and with a corner on a side, it is the same body.
  const PlacedShape other = make_polygon({{{1, 7, 0}}, {{2.5, 4, 0}}, {{4, 1, 0}}, {{1, 1, 0}}});
  CHECK(dynamic_cast<const Polytope&>(*other.shape).corners().size() == 3);
  CHECK(other.shape->mass_properties().inertia[2][2] == doctest::Approx(m.inertia[2][2]));
}

TEST_CASE("a polyhedron gets principal axes, and its pose takes it back to the points it was made of") {
  Sampler sampler(11);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Vec3> points = random_points(sampler, 12, {{1.5, 0.7, 1}});
    for (Vec3& p : points) p += Vec3{{5, -3, 2}};
    const PlacedShape placed = make_polyhedron(points);
    const auto& body = dynamic_cast<const Polytope&>(*placed.shape);
    REQUIRE(body.corners().size() == 12);
    for (const Vec3& c : body.corners()) {
      double nearest = 1e300;
      for (const Vec3& p : points) nearest = std::min(nearest, norm(placed.pose.to_world(c) - p));
      REQUIRE(nearest < 1e-13);
    }
    const MassProperties m = body.mass_properties();
    REQUIRE(norm(m.centre) < 1e-14);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        if (i != k) REQUIRE(std::abs(m.inertia[i][k]) < 1e-13);
    // Euler, and every corner's faces in order round it: neighbours share an edge.
    REQUIRE(body.corners().size() + body.faces() == body.edges().size() + 2);
  }
}

TEST_CASE("the hull of a box with points on its faces, edges and inside is the box, with six faces of four corners") {
  std::vector<Vec3> points;
  for (int i = 0; i <= 4; ++i)
    for (int j = 0; j <= 4; ++j)
      for (int k = 0; k <= 4; ++k) points.push_back({{0.25 * i, 0.5 * j, 0.75 * k}});
  const PlacedShape placed = make_polyhedron(points);
  const auto& body = dynamic_cast<const Polytope&>(*placed.shape);
  CHECK(body.corners().size() == 8);
  CHECK(body.faces() == 6);
  CHECK(body.edges().size() == 12);
  CHECK(norm(placed.pose.position - Vec3{{0.5, 1, 1.5}}) < 1e-13);
  CHECK(turn_between(placed.pose, {}) < 1e-13);
  CHECK(body.mass_properties().volume == doctest::Approx(6));
}

TEST_CASE("a rounded box has Steiner's volume, and the inertia of its pieces") {
  const double a = 1.2, b = 0.8, c = 0.5, r = 0.2;
  const MassProperties m = make_rounded(make_box({{a, b, c}}), r).shape->mass_properties();
  CHECK(m.volume ==
        doctest::Approx(a * b * c + 2 * (a * b + b * c + c * a) * r + pi * r * r * (a + b + c) + 4 * pi / 3 * r * r * r)
            .epsilon(1e-14));
  // A box rounded in parts is one rounded at once.
  const MassProperties twice =
      make_rounded(make_rounded(make_box({{a, b, c}}), r / 2).shape, r / 2).shape->mass_properties();
  for (int k = 0; k < 3; ++k) CHECK(twice.inertia[k][k] == doctest::Approx(m.inertia[k][k]).epsilon(1e-14));
  // A body that is nearly a point becomes a ball.
  const MassProperties ball = make_sphere(1, 3)->mass_properties();
  const MassProperties dust = make_rounded(make_box({{1e-9, 2e-9, 1e-9}}), 1).shape->mass_properties();
  CHECK(dust.volume == doctest::Approx(ball.volume).epsilon(1e-8));
  for (int k = 0; k < 3; ++k) CHECK(dust.inertia[k][k] == doctest::Approx(ball.inertia[k][k]).epsilon(1e-8));
}

TEST_CASE("polygons and polyhedra that make no convex body are named with what is wrong") {
  CHECK_THROWS_WITH(make_polygon({{{0, 0, 0}}, {{1, 0, 0}}}), "a polygon needs at least three corners");
  CHECK_THROWS_WITH(make_polygon({{{0, 0, 0}}, {{1, 1, 0}}, {{1, 0, 0}}, {{0, 1, 0}}}),
                    "a polygon crosses itself: the side after corner 1 meets the side after corner 3");
  CHECK_THROWS_WITH(make_polygon({{{0, 0, 0}}, {{2, 0, 0}}, {{0.5, 0.5, 0}}, {{0, 2, 0}}}),
                    "a polygon is not convex at corner 3; a clump of convex parts may be meant");
  CHECK_THROWS_WITH(make_polygon({{{0, 2, 0}}, {{0.5, 0.5, 0}}, {{2, 0, 0}}, {{0, 0, 0}}}),
                    "a polygon is not convex at corner 2; a clump of convex parts may be meant");
  CHECK_THROWS_WITH(make_polygon({{{0, 0, 0}}, {{1, 1, 0}}, {{2, 2, 0}}}),
                    "the corners of a polygon lie on a line: it has no area");
  CHECK_THROWS_WITH(make_polygon({{{0, 0, 0}}, {{1, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}}),
                    "corner 3 of a polygon is the same point as the one before it");
  CHECK_THROWS_WITH(make_polyhedron({{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}}),
                    "a polyhedron needs at least four points");
  CHECK_THROWS_WITH(make_polyhedron({{{0, 0, 1}}, {{1, 0, 1}}, {{0, 1, 1}}, {{1, 1, 1}}}),
                    "the points of a polyhedron lie in one plane: it has no volume");
  CHECK_THROWS_WITH(make_polyhedron({{{1, 1, 1}}, {{1, 1, 1}}, {{1, 1, 1}}, {{1, 1, 1}}}),
                    "the points of a polyhedron coincide");
  CHECK_THROWS_WITH(make_box({{1, 0, 1}}), "a side of a box has to be positive and finite");
  CHECK_THROWS_WITH(make_rectangle(1, -1), "the height of a rectangle has to be positive and finite");
}

#include "geometry/field_body.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numbers>

#include "geometry/mesh_cases.hpp"
#include "geometry/nearest.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"

using namespace floc;
using namespace floc::test;

namespace {

Pose at(const Vec3& x) {
  Pose pose;
  pose.position = x;
  return pose;
}

double least_gap(const ContactPoints& points) {
  double least = 1e300;
  for (const ContactPoint& p : points) least = std::min(least, p.gap);
  return least;
}

}  // namespace

TEST_CASE("a body from a mesh has its exact mass, centre and axes, and its mesh") {
  ClosedMesh box = triangulated(make_box({{1, 2, 3}})->mesh(8));
  const Pose turn = Pose::rotation_about({{1, 1, 1}}, {{0, 0, 1}}, 0.4);
  for (Vec3& p : box.points) p = turn.to_world(p);
  const PlacedShape body = make_body(box);
  const MassProperties m = body.shape->mass_properties();
  CHECK(norm(m.centre) < 1e-14);
  CHECK(norm(body.pose.position - turn.to_world({})) < 1e-14);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < i; ++k) CHECK(std::abs(m.inertia[i][k]) < 1e-13);
  CHECK(body.shape->inner_radius() == doctest::Approx(0.5));
  CHECK(body.shape->bounding_radius() == doctest::Approx(std::sqrt(14.0) / 2));
  CHECK(body.shape->mesh(8).faces.size() == 12);
  CHECK(!body.shape->convex());
}

TEST_CASE("a body of another size has the same field, with all lengths times the scale") {
  const ShapePtr ring = make_body(torus(1, 0.35, 24)).shape;
  const auto& one = static_cast<const FieldBody&>(*ring);
  const FieldBody two(one, 2.5);
  CHECK(two.bounding_radius() == doctest::Approx(2.5 * one.bounding_radius()));
  CHECK(two.inner_radius() == doctest::Approx(2.5 * one.inner_radius()));
  CHECK(two.mass_properties().volume == doctest::Approx(std::pow(2.5, 3) * one.mass_properties().volume));
  CHECK(two.mass_properties().inertia[2][2] == doctest::Approx(std::pow(2.5, 5) * one.mass_properties().inertia[2][2]));
  Sampler sampler(9);
  for (int k = 0; k < 50; ++k) {
    const Pose pa = sampler.pose(3, 1, 3), pb = sampler.pose(3, 1, 3);
    ContactPoints small, large;
    nearest(one, pa, one, pb, 0.05, {}, small);
    const auto wide = [](Pose p) {
      p.position *= 2.5;
      return p;
    };
    nearest(two, wide(pa), two, wide(pb), 0.125, {}, large);
    REQUIRE(large.size == small.size);
    for (std::size_t i = 0; i < static_cast<std::size_t>(small.size); ++i) {
      REQUIRE(large.point[i].gap == doctest::Approx(2.5 * small.point[i].gap).epsilon(1e-9));
      REQUIRE(norm(large.point[i].normal - small.point[i].normal) < 1e-9);
    }
  }
}

TEST_CASE("convex bodies given as meshes have the gaps of the exact pairs, to the second order of the spacing") {
  Sampler sampler(5);
  for (const int dimension : {2, 3}) {
    const ShapePtr exact = dimension == 3 ? make_ellipsoid({{1, 0.7, 0.6}}) : make_ellipse(1, 0.6);
    const ClosedMesh mesh = triangulated(exact->mesh(dimension == 3 ? 60 : 300));
    const ShapePtr body = make_body(mesh, {0.06, 0.3, 0.06}).shape;
    const std::vector<ShapePtr> others{dimension == 3 ? make_box({{1, 0.8, 1.2}}) : make_rectangle(1, 0.8),
                                       make_sphere(0.5, dimension), make_capsule(1, 0.2, dimension), exact};
    for (std::size_t o = 0; o <= others.size(); ++o)
      for (int k = 0; k < 40; ++k) {
        const bool both = o == others.size();
        const Shape& other = both ? *body : *others[o];
        const Pose pa = sampler.pose(dimension, 0.9, 3), pb = sampler.pose(dimension, 0.9, 3);
        ContactPoints right, found;
        nearest(*exact, pa, both ? *exact : other, pb, 0.1, {}, right);
        nearest(*body, pa, other, pb, 0.1, {}, found);
        const double gap = least_gap(right);
        if (gap > 0.08) continue;
        CAPTURE(o);
        CAPTURE(k);
        if (gap < -0.02) {
          // Deep: what edges and points tell is at most the way out.
          REQUIRE(least_gap(found) > gap - 0.012);
          REQUIRE(least_gap(found) < 0);
          continue;
        }
        REQUIRE(found.size > 0);
        REQUIRE(least_gap(found) == doctest::Approx(gap).epsilon(1e-9).scale(0.012 / 1e-9));
        // Swapped, the same with the normal turned round.
        ContactPoints back;
        nearest(other, pb, *body, pa, 0.1, {}, back);
        REQUIRE(back.size == found.size);
        REQUIRE(least_gap(back) == doctest::Approx(least_gap(found)).epsilon(1e-12));
      }
  }
}

TEST_CASE("a body that another one has swallowed, beyond the band, knows the way out") {
  for (const int dimension : {2, 3}) {
    const ShapePtr large =
        make_body(triangulated(make_sphere(1, dimension)->mesh(dimension == 3 ? 40 : 200)), {0.05, 0.15, 0.05}).shape;
    const ClosedMesh small_mesh = triangulated(make_sphere(0.1, dimension)->mesh(dimension == 3 ? 20 : 60));
    for (const ShapePtr& small :
         {make_sphere(0.1, dimension), make_capsule(0.01, 0.095, dimension), make_body(small_mesh).shape,
          dimension == 3 ? make_box({{0.1, 0.1, 0.1}}) : make_rectangle(0.1, 0.1)}) {
      const Vec3 out = dimension == 3 ? Vec3{{0.48, 0.6, 0.64}} : Vec3{{0.6, 0.8, 0}};
      double before = 0;
      for (double x = 1.2; x > 0.02; x -= 0.02) {
        CAPTURE(dimension);
        CAPTURE(static_cast<int>(small->kind()));
        CAPTURE(x);
        ContactPoints points;
        nearest(*small, at(x * out), *large, at({}), 0.2, {}, points);
        REQUIRE(points.size > 0);
        const double gap = least_gap(points);
        if (x < 1.2) CHECK(std::abs(gap - before) < 0.03);
        before = gap;
        CHECK(gap > -1.2);
        if (x < 0.3) {
          CHECK(gap < -0.7);
        } else {
          // By the point of the small body that is deepest.
          CHECK(gap == doctest::Approx(norm(x * out + small->support(-out)) - 1).epsilon(0.03));
          const auto* worst = &points.point[0];
          for (const ContactPoint& p : points)
            if (p.gap < worst->gap) worst = &p;
          CHECK(dot(worst->normal, out) > 0.9);
        }
      }
    }
  }
}

TEST_CASE("a ball passes through a ring, and touches it from inside on the way") {
  const ShapePtr ring = make_body(torus(1, 0.3, 40), {0.05, 0.3, 0.05}).shape;
  ContactPoints points;
  nearest(*make_sphere(0.5, 3), at({}), *ring, at({}), 0.1, {}, points);
  CHECK(points.size == 0);
  nearest(*make_sphere(0.65, 3), at({{0.04, 0, 0}}), *ring, at({}), 0.05, {}, points);
  REQUIRE(points.size > 0);
  CHECK(least_gap(points) == doctest::Approx(0.01).epsilon(0.3));
  for (const ContactPoint& p : points) CHECK(dot(p.normal, p.second) < 0);  // from the ring to the ball, inwards
}

TEST_CASE("an L stands on a half-space on its whole side, and on another L's notch") {
  const PlacedShape l = make_body(l_shape(), {0.05, 0.2, 0.05});
  ContactPoints points;
  nearest_half_space(*l.shape, at({{0, 2.5 / 3 + 0.001, 0}}), {}, {{0, 1, 0}}, 0.01, points);
  REQUIRE(points.size == 2);
  CHECK(norm(points.point[0].first - points.point[1].first) == doctest::Approx(2));
  CHECK(points.point[0].gap == doctest::Approx(0.001).epsilon(1e-9));
  // A disc in the notch touches both sides.
  const Pose notch = at(Vec3{{1.25, 1.25, 0}} - l.pose.position);
  nearest(*make_sphere(0.24, 2), notch, *l.shape, at({}), 0.05, {}, points);
  int up = 0, right = 0;
  for (const ContactPoint& p : points) {
    up += p.normal[1] > 0.9;
    right += p.normal[0] > 0.9;
  }
  CHECK(up > 0);
  CHECK(right > 0);
}

TEST_CASE("surfaces of obstacles: exact for half-spaces, and for corners inside containers") {
  Sampler sampler(8);
  const SurfacePtr floor = half_space({{0, 0, 0.2}}, {{0, 0, 1}}), drum = ball_inside({}, 3, 3), hill = ball({}, 1, 3);
  for (const ShapePtr& shape :
       {make_box({{1, 0.6, 0.4}}), make_ellipsoid({{0.8, 0.5, 0.3}}), make_capsule(1, 0.2, 3),
        make_superellipsoid({{0.5, 0.4, 0.6}}, 3, 3), make_rounded(make_box({{1, 0.6, 0.4}}), 0.1).shape}) {
    const std::vector<Vec3> markers = shape->markers(0.03);
    for (int k = 0; k < 15; ++k) {
      const Pose pose = sampler.pose(3, 0.8, 3), frame = sampler.pose(3, 0.3, 3);
      ContactPoints points, exact;
      nearest_surface(*shape, pose, *floor, frame, 10, points);
      nearest_half_space(*shape, pose, frame.to_world({{0, 0, 0.2}}), frame.turn({{0, 0, 1}}), 10, exact);
      REQUIRE(points.size > 0);
      REQUIRE(std::abs(least_gap(points) - least_gap(exact)) < 1e-12);
      nearest_surface(*shape, pose, *drum, at({}), 10, points);
      double furthest = 0;
      for (const Vec3& p : markers) furthest = std::max(furthest, norm(pose.to_world(p)));
      REQUIRE(least_gap(points) == doctest::Approx(3 - furthest).epsilon(2e-3));
      // A hill that bulges into flat faces.
      Pose beside = pose;
      beside.position = sampler.between(1.3, 2.5) * sampler.unit(3);
      nearest(*shape, beside, *make_sphere(1, 3), at({}), 10, {}, exact);
      nearest_surface(*shape, beside, *hill, at({}), 10, points);
      if (least_gap(exact) > 0) REQUIRE(std::abs(least_gap(points) - least_gap(exact)) < 2e-3);
    }
  }
}

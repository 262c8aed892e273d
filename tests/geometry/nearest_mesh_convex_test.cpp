#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "geometry/field_body.hpp"
#include "geometry/mesh_cases.hpp"
#include "geometry/nearest.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"
#include "support/mesh_overlap.hpp"

using namespace floc;
using namespace floc::test;

namespace {

double least_gap(const ContactPoints& points) {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactPoint& p : points) least = std::min(least, p.gap);
  return least;
}

Pose at(const Vec3& x) {
  Pose pose;
  pose.position = x;
  return pose;
}

}  // namespace

TEST_CASE("a body from a mesh overlaps a convex one where its surfaces do, walls too") {
  Sampler sampler(21);
  for (const int dimension : {2, 3}) {
    const ShapePtr mesh = make_body(dimension == 2 ? l_shape(0.8) : dented_ball(3), {.spacing = 0.1}).shape;
    const std::vector<ShapePtr> others =
        dimension == 2
            ? std::vector<ShapePtr>{make_rectangle(1, 0.2), make_polygon({{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}}).shape}
            : std::vector<ShapePtr>{make_box({{1, 0.2, 0.6}}), make_box({{2, 2, 2e-9}}),
                                    make_polyhedron({{{1, 1, 1}}, {{1, -1, -1}}, {{-1, 1, -1}}, {{-1, -1, 1}}}).shape};
    for (std::size_t o = 0; o < others.size(); ++o)
      for (int n = 0; n < 150; ++n) {
        const Pose pa = sampler.pose(dimension, 0, 3);
        Pose pb = sampler.pose(dimension, 0, 3);
        const Vec3 way = sampler.unit(dimension);
        ContactPoints points;
        double low = 0, high = 4;
        for (int k = 0; k < 45; ++k) {
          pb.position = 0.5 * (low + high) * way;
          nearest(*mesh, pa, *others[o], pb, 1, {}, points);
          (least_gap(points) < 0 ? low : high) = 0.5 * (low + high);
        }
        pb.position = (high - sampler.between(-0.005, 0.03)) * way;
        nearest(*mesh, pa, *others[o], pb, 0.05, {}, points);
        const double right = overlap_of(surface_of(*mesh, pa), surface_of(*others[o], pb), 40);
        CAPTURE(dimension);
        CAPTURE(o);
        CAPTURE(n);
        if (right > 0) REQUIRE(-least_gap(points) >= 0.98 * right - 1e-7);
        if (right == 0) REQUIRE(least_gap(points) >= -1e-7);
        ContactPoints back;
        nearest(*others[o], pb, *mesh, pa, 0.05, {}, back);
        REQUIRE(least_gap(back) == least_gap(points));
        REQUIRE(back.size == points.size);
      }
  }
}

TEST_CASE("a ball in a notch touches both sides of it exactly, and does not stumble over edges of what is flat") {
  const PlacedShape l = make_body(l_shape(), {.spacing = 0.1});
  const Vec3 corner = l.pose.to_local({{1, 1, 0}});
  ContactPoints points;
  nearest(*l.shape, at({}), *make_sphere(0.24, 2), at(corner + Vec3{{0.25, 0.26, 0}}), 0.05, {}, points);
  REQUIRE(points.size == 2);
  CHECK(least_gap(points) == doctest::Approx(0.01).epsilon(1e-12));
  CHECK(std::max(points.point[0].gap, points.point[1].gap) == doctest::Approx(0.02).epsilon(1e-12));

  const ShapePtr box = make_body(triangulated(make_box({{2, 2, 2}})->mesh(8)), {.spacing = 0.2}).shape;
  for (double x = -0.6; x < 0.6; x += 0.05)
    for (const ShapePtr& round :
         {make_sphere(0.3, 3), make_ellipsoid({{0.5, 0.4, 0.3}}), make_superellipsoid({{0.5, 0.4, 0.3}}, 3, 3)}) {
      nearest(*box, at({}), *round, at({{x, 0.3 * x, 1.31}}), 0.05, {}, points);
      CAPTURE(x);
      REQUIRE(points.size == 1);
      CHECK(points.point[0].gap == doctest::Approx(0.01).epsilon(1e-9));
      CHECK(points.point[0].normal[2] == doctest::Approx(-1));
    }
}

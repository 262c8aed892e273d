#include <doctest/doctest.h>

#include "geometry/nearest.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"
#include "geometry/smooth_gap.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("Newton finds the nearest points of ellipsoids with aspect ratios up to 20, without a search") {
  Sampler sampler(1);
  int steps = 0, calls = 0, most = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const double aspect = sampler.between(1, 20);
    Vec3 axes[2];
    for (Vec3& a : axes)
      for (int k = 0; k < 3; ++k) a[k] = std::pow(aspect, sampler.between(-0.5, 0.5));
    const Ellipsoid a(axes[0], 3), b(axes[1], 3);
    const Pose pa = sampler.pose(3, 1, 3.1), pb = sampler.pose(3, 1, 3.1);
    const EllipsoidCore ca(a, pa), cb(b, pb);
    const Vec3 e = pa.position - pb.position;
    const SmoothMaximum top =
        climb(AllNormals{}, ca, cb, e, direction(e, axis_vector(0)).unit, a.bounding_radius() + b.bounding_radius());
    CAPTURE(trial);
    REQUIRE(top.converged);
    const Vec3 g = e - top.first - top.second;
    REQUIRE(norm(g - top.value * top.normal) < 1e-9);
    steps += top.steps;
    most = std::max(most, top.steps);
    ++calls;
  }
  CAPTURE(static_cast<double>(steps) / calls);
  CHECK(steps < 9 * calls);
  CHECK(most < 60);
}

TEST_CASE("spheres as ellipsoids have the gap of spheres") {
  Sampler sampler(2);
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 x = sampler.point(3, 2), y = sampler.point(3, 2);
    Pose pa = sampler.pose(3, 1, 3), pb = sampler.pose(3, 1, 3);
    pa.position = x;
    pb.position = y;
    ContactPoints points;
    nearest(*make_ellipsoid({{1, 1, 1}}), pa, *make_ellipsoid({{0.5, 0.5, 0.5}}), pb, 10, {}, points);
    REQUIRE(points.size == 1);
    REQUIRE(points.point[0].gap == doctest::Approx(norm(x - y) - 1.5).epsilon(1e-12));
    REQUIRE(norm(points.point[0].normal - direction(x - y, {}).unit) < 1e-9);
  }
}

TEST_CASE("concentric ellipsoids come apart along the shortest way") {
  ContactPoints points;
  nearest(*make_ellipsoid({{3, 2, 1}}), {}, *make_ellipsoid({{1, 2, 0.5}}), {}, 10, {}, points);
  REQUIRE(points.size == 1);
  CHECK(points.point[0].gap == doctest::Approx(-1.5).epsilon(1e-13));
  // The second slightly above: it leaves upwards.
  Pose up;
  up.position = {{0, 0, 0.1}};
  nearest(*make_ellipsoid({{3, 2, 1}}), {}, *make_ellipsoid({{1, 2, 0.5}}), up, 10, {{1, 0, 0}}, points);
  CHECK(points.point[0].gap == doctest::Approx(-1.4).epsilon(1e-13));
  CHECK(norm(points.point[0].normal - Vec3{{0, 0, -1}}) < 1e-9);
}

TEST_CASE("superellipsoids up to exponent 6 are found with their points, in any orientation") {
  Sampler sampler(3);
  double worst = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const double p = sampler.between(1.3, 6), q = sampler.between(1.3, 6);
    const Superellipsoid a({{1, 0.7, 0.8}}, p, q, 3), b({{0.6, 1, 0.7}}, q, p, 3);
    const Pose pa = sampler.pose(3, 0.8, 3.1), pb = sampler.pose(3, 0.8, 3.1);
    ContactPoints points;
    nearest(a, pa, b, pb, 10, {}, points);
    REQUIRE(points.size == 1);
    // The support points at the normal are opposite each other; nothing but rounding is between them.
    const ContactPoint& c = points.point[0];
    const Vec3 x = pa.to_world(a.support(pa.turn_back(-c.normal))), y = pb.to_world(b.support(pb.turn_back(c.normal)));
    CAPTURE(trial);
    worst = std::max(worst, norm(x - y - c.gap * c.normal));
  }
  CHECK(worst < 1e-4);  // on flat sides the point is known less well than the gap
}

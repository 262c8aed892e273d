#include "geometry/prism.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "geometry/nearest.hpp"
#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a prism has its volume about its centre, and a thin one is thin") {
  const PlacedShape p = make_prism({{{0, 0, 0}}, {{3, 0, 0}}, {{0, 3, 0}}}, 2);
  CHECK(norm(p.pose.position - Vec3{{1, 1, 0}}) < 1e-14);
  CHECK(p.shape->mass_properties().volume == doctest::Approx(9));
  CHECK(norm(p.shape->mass_properties().centre) < 1e-14);
  CHECK(!is_thin(*p.shape));
  CHECK(is_thin(*make_prism({{{0, 0, 0}}, {{3, 0, 0}}, {{0, 3, 0}}}, 3e-9).shape));
}

TEST_CASE("walls and cylinders are as far from a convex body as they are from its points") {
  Sampler sampler(6);
  for (const int dimension : {2, 3}) {
    const std::vector<SurfacePtr> surfaces =
        dimension == 2
            ? std::vector{segment({{-0.4, 0.2, 0}}, {{0.9, 0.5, 0}})}
            : std::vector{rectangle({{-1, -0.5, 0.3}}, {{2, 0, 0}}, {{0, 0.6, 0.8}}),
                          disc({{0.2, 0, 0}}, {{1, 2, 2}}, 0.7), cylinder({{-1, 0, 0}}, {{0.5, 0.3, 0}}, 0.4),
                          triangle({{-1, -0.7, 0.1}}, {{0.8, -0.5, 0}}, {{0.1, 0.9, 0.4}})};
    const std::vector<ShapePtr> shapes = dimension == 2
                                             ? std::vector{make_sphere(0.4, 2), make_ellipse(0.6, 0.3),
                                                           make_rectangle(0.8, 0.4), make_capsule(0.5, 0.2, 2)}
                                             : std::vector{make_sphere(0.4, 3), make_ellipsoid({{0.6, 0.3, 0.4}}),
                                                           make_box({{0.8, 0.4, 0.5}}), make_capsule(0.5, 0.2, 3)};
    for (const SurfacePtr& surface : surfaces) {
      Pose own;
      const ShapePtr solid = surface->solid(own);
      REQUIRE(solid);
      for (const ShapePtr& shape : shapes) {
        const std::vector<Vec3> markers = shape->markers(dimension == 3 ? 0.04 : 0.01);
        for (int k = 0; k < 20; ++k) {
          const Pose pose = sampler.pose(dimension, 0.9, 3), place = sampler.pose(dimension, 0.4, 3);
          double least = 1e300;
          for (const Vec3& m : markers)
            least = std::min(least, surface->nearest(place.to_local(pose.to_world(m))).distance);
          ContactPoints points;
          nearest(*shape, pose, *solid, place * own, 10, {}, points);
          REQUIRE(points.size > 0);
          double gap = 1e300;
          for (const ContactPoint& p : points) gap = std::min(gap, p.gap);
          CAPTURE(dimension);
          CAPTURE(static_cast<int>(shape->kind()));
          CAPTURE(least);
          if (least < 0.03) {
            REQUIRE(gap < 0.031);  // near, or through the wall, whose sides are both outside of it
          } else if (gap > 0) {
            REQUIRE(gap < least + 1e-9);
            REQUIRE(gap > least - 0.012);
          }
        }
      }
    }
  }
}

TEST_CASE("a body that is pressed half into a wall goes back the way it came") {
  const SurfacePtr wall = rectangle({{-1, -1, 0}}, {{2, 0, 0}}, {{0, 2, 0}});
  Pose own;
  const ShapePtr solid = wall->solid(own);
  for (const ShapePtr& shape : {make_sphere(0.2, 3), make_box({{0.4, 0.4, 0.4}}), make_ellipsoid({{0.3, 0.3, 0.2}})})
    for (const double z : {0.15, -0.15}) {
      Pose pose;
      pose.position = {{0.1, 0.1, z}};
      ContactPoints points;
      nearest(*shape, pose, *solid, own, 0.1, {}, points);
      REQUIRE(points.size > 0);
      for (const ContactPoint& p : points) CHECK(p.normal[2] * z > 0.14);
      CHECK(points.point[0].gap == doctest::Approx(-0.05).epsilon(1e-6));
    }
}

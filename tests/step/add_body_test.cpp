#include "step/add_body.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "geometry/body_pose.hpp"
#include "geometry/clump.hpp"
#include "geometry/shapes.hpp"

using namespace floc;

TEST_CASE("a body lies as its pose says, with the mass and inertia of its shape; bodies of one shape share it") {
  Setup setup;
  setup.bodies.dimension = 3;
  const ShapePtr box = make_box({{3, 2, 1}});
  Pose pose = Pose::rotation_about({}, {{0.6, 0, 0.8}}, 2.5);
  pose.position = {{1, 2, 3}};
  CHECK(add_body(setup, {box, pose}, {{0, 1, 0}}, 2) == 0);
  CHECK(add_body(setup, {box, {}}, {}, 1, 4) == 1);
  const Bodies& b = setup.bodies;
  CHECK(setup.shapes.size() == 1);
  CHECK(setup.outlines.of_shape == std::vector<std::int32_t>{0});
  CHECK(b.group[1] == 4);
  CHECK(b.velocity[1] == 1);
  CHECK(b.mass[0] == doctest::Approx(12));
  for (const auto& [k, square] : {std::pair{0, 5.0}, {1, 10.0}, {2, 13.0}})
    CHECK(b.inertia[static_cast<std::size_t>(k)] == doctest::Approx(square));  // m(a² + b²)/12
  const Pose there = pose_of(b, 0);
  CHECK(norm(there.to_world({{1, 2, 3}}) - pose.to_world({{1, 2, 3}})) < 1e-14);
}

TEST_CASE("what has been moved to its centre of mass is where its corners were given") {
  Setup setup;
  setup.bodies.dimension = 2;
  const PlacedShape placed = make_polygon({{{0, 0, 0}}, {{2, 0, 0}}, {{0, 1, 0}}});
  Pose pose = Pose::rotation_about({}, {{0, 0, 1}}, std::numbers::pi / 2);
  pose.position = {{5, 0, 0}};
  const std::size_t i = add_body(setup, {placed.shape, pose * placed.pose});
  const Vec3 furthest = placed.shape->support(pose_of(setup.bodies, i).turn_back({{0, 1, 0}}));
  CHECK(norm(pose_of(setup.bodies, i).to_world(furthest) - Vec3{{5, 2, 0}}) < 1e-14);
}

TEST_CASE("spheres that are there already stay spheres") {
  Setup setup;
  setup.bodies.dimension = 3;
  const double x[]{0, 0, 0};
  setup.bodies.add(x, x, 0.3, 7, 0);
  setup.bodies.add(x, x, 0.3, 7, 0);
  add_body(setup, {make_box({{1, 1, 1}}), {}});
  for (const std::size_t i : {0, 1}) {
    const ShapePtr& shape = setup.shapes[static_cast<std::size_t>(setup.bodies.shape[i])];
    CHECK(shape->kind() == ShapeKind::sphere);
    CHECK(shape->bounding_radius() == 0.3);
    CHECK(setup.bodies.mass[i] == 7);
  }
  CHECK(setup.shapes[static_cast<std::size_t>(setup.bodies.shape[2])]->kind() == ShapeKind::polytope);
}

TEST_CASE("a shape of another dimension, and a density that is none, are an Error") {
  Setup setup;
  setup.bodies.dimension = 2;
  CHECK_THROWS_AS(add_body(setup, {make_box({{1, 1, 1}}), {}}), Error);
  CHECK_THROWS_AS(add_body(setup, {make_rectangle(1, 1), {}}, {}, 0), Error);
  CHECK_THROWS_AS(add_body(setup, {}), Error);
}

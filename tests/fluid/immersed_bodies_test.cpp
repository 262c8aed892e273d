#include "fluid/immersed_bodies.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "fluid/swirl.hpp"
#include "geometry/shapes.hpp"

using namespace floc;
using namespace floc::testing;

TEST_CASE("free bodies of any density: the fluid has their velocity at all markers, and momentum is kept") {
  for (const int dimension : {2, 3})
    for (const double density : {0.05, 1.0, 1000.0}) {
      Executor executor(2);
      FlowSolver flow(periodic_box(dimension, 32, 4));
      Velocity star = swirl(flow, executor);
      ImmersedBodies bodies(flow);
      // One of them across a face of the box.
      const std::vector<double> radius{0.6, 0.7};
      bodies.place(std::vector{round_body(flow, {{1, 1.3, 1.1}}, 0.6), round_body(flow, {{3.9, 2.9, 2}}, 0.7)}, executor);
      std::vector<Inertia> inertia(2);
      std::vector<RigidMotion> motion{{{{0.3, -1, 0}}, {{0, 0, 2}}}, {{{0, 0.5, 0}}, {{0, 0, -1}}}};
      std::vector<double> mass;
      for (std::size_t b = 0; b < 2; ++b) {
        const double m = density * bodies.volume(b), turning = 0.4 * m * radius[b] * radius[b];
        mass.push_back(m);
        inertia[b] = {1 / m, {1 / turning, 1 / turning, 1 / turning, 0, 0, 0}};
      }
      const std::vector<RigidMotion> before = motion;
      const CouplingReport report = bodies.couple(star, inertia, motion, executor);
      CHECK(report.residual < 1e-6);
      CHECK(report.iterations < 30);
      for (std::size_t b = 0; b < 2; ++b) {
        const RigidMotion impulse = bodies.impulse(b);
        for (int k = 0; k < dimension; ++k)
          CHECK(mass[b] * (motion[b].velocity[k] - before[b].velocity[k]) ==
                doctest::Approx(-impulse.velocity[k]).epsilon(1e-6));
      }
      bodies.release(star);
      // Asked again, nobody wants a change.
      std::vector<RigidMotion> again = motion;
      std::vector<Inertia> told(2);
      bodies.couple(star, told, again, executor);
      for (std::size_t b = 0; b < 2; ++b) CHECK(norm(bodies.impulse(b).velocity) < 1e-5);
    }
}

TEST_CASE("bodies that contacts have slowed down are followed") {
  Executor executor(1);
  FlowSolver flow(periodic_box(2, 32, 4));
  Velocity star = swirl(flow, executor);
  ImmersedBodies bodies(flow);
  bodies.place(std::vector{round_body(flow, {{1, 1.3, 0}}, 0.6)}, executor);
  std::vector<Inertia> inertia{{1, {0, 0, 1, 0, 0, 0}}}, told(1);
  std::vector<RigidMotion> motion{{{{1, 0, 0}}, {}}};
  bodies.couple(star, inertia, motion, executor);
  CHECK(bodies.follow(motion, motion, executor).iterations == 0);
  std::vector<RigidMotion> slower{{{{0.1, 0.2, 0}}, {{0, 0, -1}}}};
  CHECK(bodies.follow(motion, slower, executor).residual < 1e-6);
  bodies.release(star);
  bodies.couple(star, told, slower, executor);
  CHECK(norm(bodies.impulse(0).velocity) < 1e-5);
}

TEST_CASE("where there are too few iterations, or numbers that are not finite, the forces of markers say so") {
  Executor executor(1);
  FlowSolver flow(periodic_box(2, 32, 4));
  Velocity star = swirl(flow, executor);
  std::vector<Inertia> inertia{{1, {0, 0, 1, 0, 0, 0}}};
  for (const int most : {3, 500}) {
    ImmersedBodies bodies(flow, most);
    bodies.place(std::vector{round_body(flow, {{1, 1.3, 0}}, 0.6)}, executor);
    std::vector<RigidMotion> motion{{{{1, 0, 0}}, {}}};
    const CouplingReport report = bodies.couple(star, inertia, {}, motion, executor);
    CHECK(report.converged == (most == 500));
    CHECK(report.iterations <= most);
    const std::vector<RigidMotion> slower{{{{0.1, 0.2, 0}}, {{0, 0, -1}}}};
    CHECK(bodies.follow(motion, slower, executor).converged == (most == 500));
    motion[0].velocity[0] = NAN;
    const CouplingReport broken = bodies.couple(star, inertia, {}, motion, executor);
    CHECK(!broken.converged);
    CHECK(!std::isfinite(broken.residual));
  }
}

TEST_CASE("the momentum of the fluid inside of a body is that of its volume") {
  for (const int dimension : {2, 3}) {
    Executor executor(1);
    FlowSolver flow(periodic_box(dimension, 32, 4));
    const FlowState state = flow.begin([](const Vec3&) { return Vec3{{2, -1, 0.5}}; }, executor);
    ImmersedBodies bodies(flow);
    bodies.place(std::vector{round_body(flow, {{3.8, 1.31, dimension == 3 ? 0.2 : 0}}, 0.9)}, executor);
    const RigidMotion m = bodies.momentum(state.velocity, 0);
    CHECK(m.velocity[0] == doctest::Approx(2 * bodies.volume(0)).epsilon(1e-12));
    CHECK(m.velocity[1] == doctest::Approx(-bodies.volume(0)).epsilon(1e-12));
    CHECK(norm(m.spin) < 1e-2);
  }
}

TEST_CASE("a body of any shape and pose: the fluid has its velocity, and its volume is what its momentum has") {
  for (const int dimension : {2, 3}) {
    Executor executor(2);
    FlowSolver flow(periodic_box(dimension, 32, 4));
    const FlowState even = flow.begin([](const Vec3&) { return Vec3{{2, -1, 0.5}}; }, executor);
    const std::vector<ShapePtr> shapes =
        dimension == 2
            ? std::vector{make_ellipse(1, 0.5), make_rectangle(1.2, 1.6), make_capsule(0.8, 0.5, 2)}
            : std::vector{make_ellipsoid({{1, 0.5, 0.7}}), make_box({{1.2, 1.6, 1}}), make_capsule(0.8, 0.5, 3)};
    for (const ShapePtr& shape : shapes) {
      ImmersedBodies bodies(flow);
      ImmersedBody body{ImmersedShape::of(shape, flow.grid().h),
                        Pose::rotation_about({}, dimension == 2 ? Vec3{{0, 0, 1}} : Vec3{{0.6, 0, 0.8}}, 0.7)};
      body.pose.position = {{3.8, 1.31, dimension == 3 ? 1.2 : 0.0}};
      bodies.place(std::vector{body}, executor);
      const RigidMotion m = bodies.momentum(even.velocity, 0);
      CHECK(m.velocity[0] == doctest::Approx(2 * shape->mass_properties().volume).epsilon(1e-12));
      CHECK(norm(m.spin) < 0.02);
      // ρI is the angular momentum of a fluid that turns with it.
      const Vec3 spin = dimension == 2 ? Vec3{{0, 0, 1}} : Vec3{{0.3, 0.5, -0.4}};
      const FlowState turning = flow.begin(
          [&](const Vec3& x) {
            Vec3 r = x - body.pose.position;
            for (int k = 0; k < dimension; ++k) r[k] -= 4 * std::round(r[k] / 4);
            return cross(spin, r);
          },
          executor);
      const Matrix3 inertia = shape->mass_properties().inertia;
      const Vec3 local = body.pose.turn_back(spin);
      Vec3 expected;
      for (int k = 0; k < 3; ++k) expected[k] = dot(inertia[static_cast<std::size_t>(k)], local);
      if (dimension == 2) expected = inertia[2][2] * spin;
      const Vec3 found = bodies.momentum(turning.velocity, 0).spin,
                 wanted = dimension == 2 ? expected : body.pose.turn(expected);
      CHECK(norm(found - wanted) < 0.04 * norm(wanted));
      Velocity star = swirl(flow, executor);
      std::vector<Inertia> inertias{{1, {1, 1, 1, 0, 0, 0}}}, told(1);
      std::vector<RigidMotion> motion{{{{0.3, -1, 0}}, {{0, 0, 2}}}};
      const CouplingReport report = bodies.couple(star, inertias, motion, executor);
      CHECK(report.residual < 1e-6);
      CHECK(report.iterations < 60);
      bodies.release(star);
      bodies.couple(star, told, motion, executor);
      CHECK(norm(bodies.impulse(0).velocity) < 1e-5);
    }
  }
}

// The energy of contacts over ten decades of the step, at several tolerances, by every law that does not bounce.
#include <doctest/doctest.h>

#include <cmath>

#include "contact/gluey.hpp"
#include "contact/lubricated.hpp"
#include "forces/gravity.hpp"
#include "support/setups.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Two discs of radius 1 that meet after ten steps and a half, with relative speed 1.
Setup two_discs(double h, double tolerance) {
  Setup setup;
  setup.bodies = empty(2);
  add(setup.bodies, {}, {{0.5, 0, 0}});
  add(setup.bodies, {{2 + 10.5 * h, 0, 0}}, {{-0.5, 0, 0}});
  setup.h = h;
  setup.tolerance = tolerance;
  return setup;
}

// Grains at rest in a box, with overlaps as a loose tolerance leaves them.
Setup bed() {
  Setup setup = grains_in_a_box(2, 60, 0.7, 1, 3);
  Setup settling = setup;
  settling.forces = {gravity({{0, -10, 0}})};
  settling.h = 0.05;
  settling.tolerance = 1e-2;
  Simulation settled(std::move(settling), 1);
  for (int n = 0; n < 80; ++n) settled.advance();
  setup.bodies.position = settled.bodies().position;
  setup.forces = {gravity({{0, -10, 0}})};
  return setup;
}

double parting_speed(const Simulation& s) { return s.bodies().velocity[2] - s.bodies().velocity[0]; }

}  // namespace

TEST_CASE("two inelastic discs that meet stay together, however short the step and loose the tolerance") {
  for (const char* solver : {"auto", "ipm", "apgd", "pgs", "stream", "conjugate"})
    for (const double tolerance : {1e-2, 1e-4, 1e-8})
      for (double h = 1e-2; h > 1e-12; h *= 0.1) {
        CAPTURE(solver);
        CAPTURE(tolerance);
        CAPTURE(h);
        Setup setup = two_discs(h, tolerance);
        setup.solver = solver;
        Simulation s(std::move(setup), 1);
        for (int n = 0; n < 40; ++n) {
          const StepReport report = s.advance();
          REQUIRE(report.converged);
          REQUIRE(report.contact_work <= 1e-15);
          REQUIRE(report.overlap <= tolerance);
        }
        CHECK(std::abs(parting_speed(s)) < 1e-3);
      }
}

TEST_CASE("contacts give no energy, for steps over ten decades and at every tolerance") {
  struct Law {
    const char* name;
    std::shared_ptr<const ContactLaw> law;
  };
  const std::vector<Law> laws{{"inelastic", nullptr},
                              {"gluey", gluey({})},
                              {"rough", gluey({.gamma_min = -0.1})},
                              {"lubricated", lubricated({.viscosity = 1e-2})}};
  const Setup start = bed();  // every grain is pushed somewhere
  for (const Law& law : laws)
    for (const double tolerance : {1e-2, 1e-4, 1e-6})
      for (double h = 1e-1; h > 1e-11; h *= 0.03) {
        CAPTURE(law.name);
        CAPTURE(tolerance);
        CAPTURE(h);
        Setup setup = start;
        setup.law = law.law;
        setup.h = h;
        setup.tolerance = tolerance;
        Simulation s(std::move(setup), 1);
        for (int n = 0; n < 12; ++n) {
          CAPTURE(n);
          const StepReport report = s.advance();
          INFO(report.message, " ", report.overlap, " ", report.iterations);
          REQUIRE(report.converged);
          REQUIRE(report.contact_work <= 1e-14 * (report.kinetic_energy + std::abs(report.force_work)));
          REQUIRE(report.overlap <= tolerance * (1 + 1e-6));
        }
      }
}

TEST_CASE("contacts of a lubricated bed that settles give no energy at any step") {
  // Grains of 1 cm and .3 kg in a fluid of .01 Pa s, in cm and in masses of a grain.
  for (const double tolerance : {1e-4, 1e-5, 1e-6}) {
    CAPTURE(tolerance);
    Setup setup = grains_in_a_box(2, 150, 0.25, 0, 4);
    setup.forces = {gravity({{0, -981, 0}})};
    setup.law = lubricated({.viscosity = 3e-4});
    setup.h = 5e-4;
    setup.tolerance = tolerance;
    Simulation s(std::move(setup), 1);
    double peak = 0;
    for (int n = 0; n < 600; ++n) {
      CAPTURE(n);
      const StepReport report = s.advance();
      REQUIRE(report.converged);
      REQUIRE(report.contact_work <= 1e-14 * (report.kinetic_energy + std::abs(report.force_work)));
      peak = std::max(peak, report.kinetic_energy);
    }
    CHECK(s.advance().kinetic_energy < 0.01 * peak);
  }
}

TEST_CASE("two overlapping bodies at rest are moved apart and stay at rest") {
  for (const double overlap : {1e-5, 1e-3, 0.3}) {
    CAPTURE(overlap);
    Setup setup;
    setup.bodies = empty(2);
    add(setup.bodies, {});
    add(setup.bodies, {{2 - overlap, 0, 0}});
    setup.h = 1e-6;
    Simulation s(std::move(setup), 1);
    const StepReport report = s.advance();
    CHECK(report.converged);
    CHECK(report.overlap <= 1e-4);
    CHECK(report.kinetic_energy == 0);
  }
}

TEST_CASE("contacts give no energy where there are joints, for steps over ten decades and at every tolerance") {
  Setup start = bed();
  start.bodies.let_turn();
  std::vector<bool> joined(start.bodies.size());
  for (std::size_t i = 0; i < joined.size(); ++i)  // some neighbours hang together
    for (std::size_t j = 0; j < i && start.joints.size() < 12; ++j) {
      const Vec3 a = embed(start.bodies.x(i), 2), b = embed(start.bodies.x(j), 2), middle = 0.5 * (a + b);
      if (joined[i] || joined[j] || norm(a - b) > 1.1 * (start.bodies.radius[i] + start.bodies.radius[j])) continue;
      joined[i] = joined[j] = true;
      const JointKind kind = start.joints.size() % 2 ? JointKind::weld : JointKind::hinge;
      start.joints.push_back(Joint::of(start.bodies, kind, start.bodies.id[i], start.bodies.id[j], middle, middle));
    }
  REQUIRE(start.joints.size() == 12);
  for (const double tolerance : {1e-2, 1e-4, 1e-6})
    for (double h = 1e-1; h > 1e-11; h *= 0.1) {
      CAPTURE(tolerance);
      CAPTURE(h);
      Setup setup = start;
      setup.h = h;
      setup.tolerance = tolerance;
      Simulation s(std::move(setup), 1);
      for (int n = 0; n < 12; ++n) {
        CAPTURE(n);
        const StepReport report = s.advance();
        REQUIRE_MESSAGE(report.converged, report.message);
        // What rounding leaves of a joint is a speed in a short step.
        REQUIRE(report.contact_work <= 1e-9 * (report.kinetic_energy + std::abs(report.force_work)));
        REQUIRE(report.overlap <= tolerance * (1 + 1e-6));
      }
    }
}

TEST_CASE("contacts that settle do not brake what turns about a joint") {
  for (const double h : {1e-2, 1e-3, 1e-4}) {
    CAPTURE(h);
    Setup setup = two_discs(h, 1e-4);
    add(setup.bodies, {{0, 9, 0}}, {{0, 3, 0}});
    setup.bodies.let_turn();
    setup.bodies.spin[2] = 1.5;
    setup.joints = {Joint::of(setup.bodies, JointKind::hinge, 2, Joint::world, {{-2, 9, 0}}, {{-2, 9, 0}})};
    setup.h = h;
    Simulation s(std::move(setup), 1);
    for (int n = 0; n < 40; ++n) s.advance();
    CHECK(std::hypot(s.bodies().velocity[4], s.bodies().velocity[5]) == doctest::Approx(3).epsilon(1e-3));
    CHECK(s.bodies().spin[2] == doctest::Approx(1.5).epsilon(1e-3));
    CHECK(std::abs(parting_speed(s)) < 1e-3);
  }
}

#include "step/stepper.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "support/setups.hpp"

using namespace floc;

namespace {

constexpr double reach = 9;  // of a blade, from its pivot

// A blade that begins along x and turns by `angle` in a step of a second.
Setup with_blade(double angle, OnUnconverged policy = OnUnconverged::warn) {
  Setup setup;
  setup.bodies = test::empty(2);
  setup.obstacles =
      Obstacles({{"blade", "#000000", rotation({}, {{0, 0, 1}}, angle, 0, 1e9), {segment({}, {{reach, 0, 0}})}}});
  setup.h = 1;
  setup.on_unconverged = policy;
  return setup;
}

constexpr double angles[]{0.5, 0.6, 1, 1.5, 2, 3, 4.5, 6};

}  // namespace

TEST_CASE("a blade moves no grain that it never touches, however far it turns in a step") {
  for (const auto policy : {OnUnconverged::warn, OnUnconverged::stop, OnUnconverged::halve_step})
    for (const double angle : angles) {
      CAPTURE(angle);
      Setup setup = with_blade(angle, policy);
      for (int k = 0; k < 24; ++k) {  // all round, beyond its tip
        const double a = 2 * M_PI * k / 24;
        for (const double far : {2 * reach, 1.3 * reach})
          test::add(setup.bodies, far * Vec3{{std::cos(a), std::sin(a), 0}}, {}, 0.3);
      }
      const auto before = setup.bodies.position;
      Simulation simulation(std::move(setup), 1);
      for (int s = 0; s < 5; ++s) {
        const StepReport report = simulation.advance();
        REQUIRE_MESSAGE(report.converged, report.message);
        CHECK((report.halvings > 0) == (angle > Obstacles::most_turn));
        CHECK(report.time == s + 1);
        CHECK(report.contact_work == 0);
      }
      CHECK(simulation.bodies().position == before);
    }
}

TEST_CASE("a blade takes a grain along however far it turns in a step") {
  const auto turned = [](const double* x) { return std::atan2(-x[1], -x[0]) + M_PI; };
  for (const double angle : angles)
    for (double far = 1; far < 8.5; far += 1.5)
      for (double a = 0.3; a < angle - 0.01; a += 0.29) {
        CAPTURE(angle);
        CAPTURE(far);
        CAPTURE(a);
        Setup setup = with_blade(angle);
        test::add(setup.bodies, far * Vec3{{std::cos(a), std::sin(a), 0}}, {}, 0.2);
        Simulation simulation(std::move(setup), 1);
        const StepReport report = simulation.advance();
        REQUIRE_MESSAGE(report.converged, report.message);
        const Bodies& b = simulation.bodies();
        // Ahead of the blade, or out of its reach, no faster than its tip.
        CHECK((std::hypot(b.x(0)[0], b.x(0)[1]) > reach || turned(b.x(0)) > angle));
        CHECK(std::hypot(b.v(0)[0], b.v(0)[1]) > 0);
        CHECK(std::hypot(b.v(0)[0], b.v(0)[1]) < 1.5 * angle * reach);
      }
}

TEST_CASE("what a blade sweeps together does not overlap, however far it turns in a step") {
  for (const double angle : angles) {
    CAPTURE(angle);
    Setup setup = with_blade(angle);
    const double r = 0.2;
    for (double far = 1; far < 8.5; far += 0.6)
      for (double a = 0.3; a < 6; a += 0.6 / far)
        test::add(setup.bodies, far * Vec3{{std::cos(a), std::sin(a), 0}}, {}, r, 1 + a);
    Simulation simulation(std::move(setup), 1);
    for (int s = 0; s < 3; ++s) {
      const StepReport report = simulation.advance();
      REQUIRE_MESSAGE(report.converged, report.message);
      CHECK(test::worst_overlap(simulation.bodies(), {}, simulation.obstacles()) <= 1e-4 * r * (1 + 1e-6));
    }
  }
}

TEST_CASE(
    "a blade that turns further than parts of a step can sweep is refused under every policy, with the longest step") {
  for (const auto policy : {OnUnconverged::warn, OnUnconverged::stop, OnUnconverged::halve_step}) {
    Setup setup = with_blade(200, policy);
    test::add(setup.bodies, {{-18, 0, 0}});
    const Setup shorter = [&] {
      Setup s = setup;
      s.h = 0.64;
      return s;
    }();
    Simulation simulation(std::move(setup), 1), right(shorter, 1);
    const StepReport report = simulation.advance();
    CHECK_FALSE(report.moved);
    CHECK(report.message ==
          "obstacle \"blade\" turns by 0.781 rad in a 256th of the step, which sweeps right up to 0.5: take steps of "
          "0.64 or less");
    CHECK(simulation.step() == 0);
    CHECK(right.advance().converged);
    CHECK(right.bodies().x(0)[0] == -18);
  }
}

TEST_CASE("an adaptive step is shorter where an obstacle turns far, and made in parts where it is the least") {
  Setup setup = with_blade(3);
  test::add(setup.bodies, {{-18, 0, 0}});
  setup.adaptive = AdaptiveSettings{.halvings = 2, .iterations = 0};
  Simulation simulation(std::move(setup), 1);
  const StepReport report = simulation.advance();
  CHECK(report.converged);
  CHECK(report.refused == 2);
  CHECK(report.time == 0.25);
  CHECK(report.h == 0.125);
  CHECK(simulation.bodies().x(0)[0] == -18);
}

#include "step/adaptive.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "contact/gluey.hpp"
#include "core/error.hpp"
#include "forces/capillary.hpp"
#include "forces/noise.hpp"
#include "support/setups.hpp"

using namespace floc;

TEST_CASE("the step is halved when refused, and doubled after easy steps, where a longer one may begin") {
  StepControl control({.halvings = 3, .iterations = 0, .travel = 0, .easy_steps = 2});
  StepClock clock;
  CHECK(clock.length() == 256);
  CHECK(clock.part() == 1);
  control.refine(clock);
  control.refine(clock);
  CHECK(clock.length() == 64);
  CHECK(clock.part() == 4);
  control.accept(clock, 7, 0, false);  // there was trouble
  CHECK(clock.part() == 5);
  CHECK(clock.easy == 0);
  control.accept(clock, 7, 0, true);
  CHECK(clock.part() == 6);
  control.accept(clock, 7, 0, true);  // easy enough, but at 3/4 no half begins
  CHECK(clock.part() == 7);
  CHECK(clock.easy == 2);
  control.accept(clock, 7, 0, true);
  CHECK(clock.elapsed == 256);
  CHECK(clock.length() == 128);
  CHECK(clock.whole() == 1);
  CHECK(clock.part() == 2);
  control.accept(clock, 7, 0, true);
  control.accept(clock, 7, 0, true);
  CHECK(clock.length() == 256);
  CHECK(clock.wholes() == 2);
  CHECK(control.may_refine(clock));
}

TEST_CASE("many iterations halve the next step, and only few of them make a step easy") {
  StepControl control({.halvings = 1, .iterations = 100, .travel = 0, .easy_steps = 1});
  StepClock clock;
  control.accept(clock, 100, 0, true);
  CHECK(clock.level == 0);
  control.accept(clock, 101, 0, true);
  CHECK(clock.level == 1);
  control.accept(clock, 300, 0, true);  // there is no shorter one
  CHECK(clock.level == 1);
  control.accept(clock, 51, 0, true);
  CHECK(clock.easy == 0);
  control.accept(clock, 50, 0, true);
  CHECK(clock.level == 1);  // in the midst of a whole step
  CHECK(clock.easy == 1);
  control.accept(clock, 50, 0, true);
  CHECK(clock.level == 0);
}

TEST_CASE("the length of a step is chosen by the speeds, before it is tried") {
  StepControl control({.halvings = 4, .iterations = 0, .travel = 0.5, .easy_steps = 1});
  StepClock clock;
  control.expect(clock, 0.5);
  CHECK(clock.level == 0);
  control.expect(clock, 0.51);
  CHECK(clock.level == 1);
  control.expect(clock, 3.9);
  CHECK(clock.level == 3);
  control.expect(clock, 1);
  CHECK(clock.level == 3);  // longer ones only after easy steps
  control.expect(clock, 1000);
  CHECK(clock.level == 4);
  control.accept(clock, 0, 0.26, true);  // twice as long a step would go too far
  CHECK(clock.easy == 0);
}

TEST_CASE("settings out of bounds and clocks of other settings are refused") {
  CHECK_THROWS_AS(StepControl({.halvings = 9}), Error);
  CHECK_THROWS_AS(StepControl({.halvings = -1}), Error);
  CHECK_THROWS_AS(StepControl({.halvings = 1, .iterations = 0, .travel = NAN}), Error);
  CHECK_THROWS_AS(StepControl({.halvings = 1, .iterations = 0, .travel = 0, .easy_steps = 0}), Error);
  StepControl control({.halvings = 2});
  CHECK(control.possible({64, 2, 0}));
  CHECK_FALSE(control.possible({64, 3, 0}));
  CHECK_FALSE(control.possible({32, 2, 0}));
  CHECK_FALSE(control.possible({-64, 2, 0}));
  Setup fixed = test::colliding_column(1000);
  Simulation simulation(std::move(fixed), 1);
  State state = simulation.state();
  state.clock.level = 1;
  CHECK_THROWS_AS(simulation.restore(std::move(state)), Error);
}

TEST_CASE("a step that does not converge is made half as long until it does") {
  int rescued = 0;
  for (int budget = 20; budget <= 400; budget += 20) {
    Setup setup = test::colliding_column(budget);
    setup.adaptive = AdaptiveSettings{.halvings = 8};
    Simulation simulation(std::move(setup), 1);
    double time = 0;
    for (int s = 0; s < 12; ++s) {
      const StepReport report = simulation.advance();
      time += report.h;
      CHECK(report.moved);
      CHECK(report.halvings == 0);
      CHECK(report.time == doctest::Approx(time));
      CHECK(report.progress == simulation.progress());
      if (report.h > 0.1 / 256) CHECK(report.converged);  // below the policy decides
      if (!report.converged) continue;
      CHECK(report.overlap <= 1.001e-4);
      rescued += report.refused > 0;
    }
  }
  CHECK(rescued > 10);
}

TEST_CASE("at the least step the policy decides about a step that does not converge") {
  const auto make = [](OnUnconverged policy) {
    Setup setup = test::colliding_column(80);
    setup.tolerance = 1e-2;
    setup.adaptive = AdaptiveSettings{.halvings = 2};
    setup.on_unconverged = policy;
    return Simulation(std::move(setup), 1);
  };
  Simulation warned = make(OnUnconverged::warn);
  StepReport report = warned.advance();
  CHECK(report.moved);
  CHECK_FALSE(report.converged);
  CHECK(report.refused == 2);
  CHECK(report.h == 0.025);
  CHECK(warned.progress() == 0.25);

  Simulation stopped = make(OnUnconverged::stop);
  const std::uint64_t before = stopped.hash();
  report = stopped.advance();
  CHECK_FALSE(report.moved);
  CHECK(report.refused == 2);
  CHECK(stopped.hash() == before);
  CHECK(stopped.progress() == 0);

  Simulation halved = make(OnUnconverged::halve_step);
  report = halved.advance();
  CHECK(report.moved);
  CHECK(report.converged);
  CHECK(report.refused == 2);
  CHECK(report.halvings > 2);
  CHECK(report.h < 0.025);  // of its parts; the step itself is
  CHECK(halved.progress() == 0.25);
  CHECK(halved.state().length <= 0.025);
}

TEST_CASE("a refused step leaves no trace: the shorter one has the bits it has when it is the first to be tried") {
  Setup setup = test::grains_in_a_box(2, 200, 0.75, 10, 1);
  setup.forces = {gravity({{0, -9.81, 0}}), noise({.sigma = 1}),
                  capillary({.surface_tension = 2, .given = {}, .liquid = {{0.02, 0}}})};
  setup.law = gluey({});
  setup.solver = "apgd";
  setup.h = 0.05;
  setup.adaptive = AdaptiveSettings{.halvings = 8};
  Setup hard = setup;
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 20; ++s) simulation.advance();
  State state = simulation.state();
  REQUIRE(state.memory[2].size() > 0);
  for (int budget = 40; budget < 2000; budget *= 2) {
    hard.max_iterations = budget;
    Simulation tried(hard, 1);
    tried.restore(state);
    const StepReport report = tried.advance();
    CAPTURE(budget);
    if (report.refused == 0 || !report.converged) continue;
    State at_once = state;
    at_once.clock.level += report.refused;
    at_once.clock.easy = 0;
    Simulation first(hard, 1);
    first.restore(at_once);
    const StepReport same = first.advance();
    CHECK(same.refused == 0);
    CHECK(same.h == report.h);
    CHECK(same.overlap == report.overlap);
    CHECK(same.force_work == report.force_work);
    CHECK(same.contact_work == report.contact_work);
    const State a = tried.state(), b = first.state();
    CHECK(a.bodies.position == b.bodies.position);
    CHECK(a.bodies.velocity == b.bodies.velocity);
    CHECK(a.contacts.first == b.contacts.first);
    CHECK(a.contacts.multiplier == b.contacts.multiplier);
    CHECK(a.contacts.memory == b.contacts.memory);
    CHECK(a.contacts.gap == b.contacts.gap);
    CHECK(a.compliance == b.compliance);
    CHECK(a.memory == b.memory);
    CHECK(a.clock.elapsed == b.clock.elapsed);
    return;
  }
  FAIL("no step was refused");
}

TEST_CASE("nobody goes through a door before or after the step that takes them there") {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{0, 0, 0}}, {{1.7, 0, 0}}, 0.1, 1);
  setup.exits = {{"east", {{{{1, -1}}, {{1, 1}}}}}};
  setup.h = 0.25;
  setup.adaptive = AdaptiveSettings{.halvings = 4, .iterations = 0, .travel = 1};
  Simulation simulation(std::move(setup), 1);
  while (!simulation.deserted()) {
    const double begin = simulation.time();
    const StepReport report = simulation.advance();
    CHECK(report.h == 0.03125);
    if (simulation.departures().empty()) continue;
    CHECK(simulation.departures()[0].time == doctest::Approx(1 / 1.7));
    CHECK(simulation.departures()[0].time >= begin);
    CHECK(simulation.departures()[0].time <= report.time);
  }
}

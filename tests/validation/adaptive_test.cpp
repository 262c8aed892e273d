// Steps of many lengths against exact answers: what depends on h is right when h changes from step to step.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "contact/gluey.hpp"
#include "forces/field.hpp"
#include "forces/noise.hpp"
#include "measure/monotone.hpp"
#include "support/orders.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

// A body that drives the steps: its speed goes up and down, far from all others.
void add_driver(Setup& setup) {
  test::add(setup.bodies, {{0, 1000, 0}}, {{1, 0, 0}});
  setup.bodies.group.back() = 1;
  setup.forces.push_back(field({Expression("t < 1 ? 30 : -15", field_variables(), {}),
                                Expression("0", field_variables(), {})}, true, GroupSet({1})));
}

struct Lengths {
  int longer = 0, shorter = 0;
  double last = 0;
  void take(double h) {
    longer += last > 0 && h > last;
    shorter += last > 0 && h < last;
    last = h;
  }
};

}  // namespace

// V is exact, x⁺ = x + h(V + hg) is off by hg·h/2 in a step: Σ gh²/2 in all, of first order in the way allowed.
TEST_CASE("a free fall with limited ways is the parabola up to half g times the squares of the steps") {
  const double g = 1, r = 0.1, end = 2;
  std::vector<double> ways, errors;
  for (const double travel : {0.4, 0.2, 0.1, 0.05}) {
    Setup setup;
    setup.bodies = test::empty(2);
    test::add(setup.bodies, {}, {}, r);
    setup.forces = {gravity({{0, -g, 0}})};
    setup.h = 0.25;
    setup.adaptive = AdaptiveSettings{.halvings = 8, .iterations = 0, .travel = travel};
    Simulation simulation(std::move(setup), 1);
    double squares = 0, last = 0;
    while (simulation.progress() < 8) {
      const StepReport report = simulation.advance();
      const double y = simulation.bodies().x(0)[1];
      CHECK(std::abs(y - last) <= travel * r * (1 + 1e-12));
      last = y;
      squares += report.h * report.h;
      CHECK(simulation.bodies().v(0)[1] == doctest::Approx(-g * report.time).epsilon(1e-13));
      CHECK(y == doctest::Approx(-0.5 * g * (report.time * report.time + squares)).epsilon(1e-12));
    }
    CHECK(simulation.time() == end);
    ways.push_back(travel);
    errors.push_back(0.5 * g * squares);
  }
  CHECK(test::order(ways, errors) == doctest::Approx(1).epsilon(0.1));
}

TEST_CASE("sticky blocks in 1D follow the exact projection with steps of many lengths") {
  Setup setup;
  setup.bodies = test::empty(1);
  for (int i = 0; i < 60; ++i)
    test::add(setup.bodies, {{2.4 * i, 0, 0}}, {{std::sin(7.0 * i), 0, 0}}, 1, 1 + 0.5 * std::cos(3.0 * i));
  test::add(setup.bodies, {{1000, 0, 0}}, {{7, 0, 0}}, 1, 1);  // meets a wall, and no longer keeps the steps short
  test::add(setup.bodies, {{1010, 0, 0}}, {{0, 0, 0}}, 1, 1e9);
  setup.tolerance = 1e-8;
  setup.h = 0.5;
  setup.adaptive = AdaptiveSettings{.halvings = 8, .iterations = 60, .travel = 0.5, .easy_steps = 2};
  const std::vector<double> want = sticky_blocks(setup.bodies, 6);
  Simulation simulation(std::move(setup), 2);
  Lengths lengths;
  while (simulation.progress() < 12) {
    const StepReport report = simulation.advance();
    REQUIRE(report.converged);
    lengths.take(report.h);
  }
  CHECK(lengths.longer > 0);
  for (std::size_t i = 0; i < want.size(); ++i) CHECK(std::abs(simulation.bodies().position[i] - want[i]) < 1e-5);
}

// e of the speed comes back from every wall: the first contact of a head-on collision is solved exactly.
TEST_CASE("a bounce gives back its part of the speed whatever the step it happens in") {
  for (const double travel : {1.0, 0.3, 0.1}) {
    Setup setup;
    setup.bodies = test::empty(2);
    test::add(setup.bodies, {{0, 5, 0}}, {{0, -3, 0}});
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
    setup.law = restitution(0.6);
    setup.tolerance = 1e-8;
    setup.h = 0.5;
    setup.adaptive = AdaptiveSettings{.halvings = 8, .iterations = 0, .travel = travel};
    Simulation simulation(std::move(setup), 1);
    double h = 0;
    while (simulation.bodies().v(0)[1] < 0) h = simulation.advance().h;
    CHECK(simulation.bodies().v(0)[1] == doctest::Approx(1.8).epsilon(1e-6));
    CHECK(simulation.bodies().x(0)[1] == doctest::Approx(1).epsilon(1e-7));
    CHECK(std::abs(simulation.time() - 4.0 / 3) <= h);
  }
}

// m q̇ + γ = m u⁰ + m∫f whatever the steps: the adhesion stored is an impulse.
TEST_CASE("a gluey contact keeps account of its impulse when the step changes") {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{0, 1.3, 0}}, {{0, -0.4, 0}});
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  setup.law = gluey({});
  setup.tolerance = 1e-8;
  setup.h = 0.0625;
  setup.forces = {field({Expression("0", field_variables(), {}), Expression("t < 1 ? -2 : 1", field_variables(), {})},
                        true, GroupSet({0}))};
  add_driver(setup);
  setup.adaptive = AdaptiveSettings{.halvings = 6, .iterations = 0, .travel = 0.2, .easy_steps = 2};
  Simulation simulation(std::move(setup), 1);
  Lengths lengths;
  double glued = 0, off = 0;
  while (simulation.time() < 5) {
    const StepReport report = simulation.advance();
    lengths.take(report.h);
    REQUIRE(report.converged);
    const double t = report.time, given = -0.4 + (t < 1 ? -2 * t : -2 + (t - 1)), u = simulation.bodies().v(0)[1];
    const Contacts& c = simulation.contacts();
    double gamma = 0;
    for (std::size_t k = 0; k < c.size(); ++k)
      if (c.first[k] == 0) gamma = c.memory[k];
    if (off == 0) CHECK(u + gamma == doctest::Approx(given).epsilon(1e-6));
    if (gamma < 0) glued = t;
    if (gamma == 0 && glued > 0 && off == 0) off = t;
  }
  CHECK(lengths.longer > 2);
  CHECK(lengths.shorter > 2);
  CHECK(off == doctest::Approx(3.4).epsilon(0.02));  // when the pull has given back all that was stored
}

// v = σ w(t) + what the field gives: at the ends of whole steps it does not depend on how they were cut.
TEST_CASE("noise is one path: cut steps lead to the velocities of whole ones") {
  const auto run = [](std::optional<AdaptiveSettings> adaptive, Lengths& lengths) {
    Setup setup;
    setup.bodies = test::empty(2);
    for (int i = 0; i < 50; ++i) test::add(setup.bodies, {{9.0 * i, 0, 0}});
    setup.forces = {noise({.sigma = 0.5})};
    add_driver(setup);
    setup.seed = 4;
    setup.h = 0.125;
    setup.adaptive = adaptive;
    Simulation simulation(std::move(setup), 2);
    std::vector<std::vector<double>> at_ends;
    while (simulation.progress() < 24) {
      lengths.take(simulation.advance().h);
      if (simulation.progress() == std::floor(simulation.progress())) at_ends.push_back(simulation.bodies().velocity);
    }
    return at_ends;
  };
  Lengths fixed, adapted;
  const auto whole = run({}, fixed);
  const auto cut = run(AdaptiveSettings{.halvings = 8, .iterations = 0, .travel = 0.5, .easy_steps = 1}, adapted);
  CHECK(adapted.longer > 2);
  REQUIRE(cut.size() == whole.size());
  for (std::size_t s = 0; s < whole.size(); ++s)
    for (std::size_t k = 0; k < 100; ++k) REQUIRE(std::abs(cut[s][k] - whole[s][k]) < 1e-12);
}

#include "contact/lubricated.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "core/error.hpp"
#include "core/film.hpp"
#include "support/setups.hpp"

using namespace floc;

TEST_CASE("the strength of a film is 6πμR² with the radius of the pair, and Reynolds' mean for a cylinder") {
  const double unit = 6 * std::numbers::pi * 3;
  CHECK(film_strength(3, 2, {0, 0}) == doctest::Approx(unit * 4));
  CHECK(film_strength(3, 2, {1 / 5.0, 1 / 5.0}) == doctest::Approx(unit * std::pow(10 / 7.0, 2)));    // outside
  CHECK(film_strength(3, 2, {-1 / 5.0, -1 / 5.0}) == doctest::Approx(unit * std::pow(10 / 3.0, 2)));  // inside
  // A cylinder: between the plane and the sphere of its radius; ∫p dA over the paraboloid of the gap.
  const double a = 2, b = 10 / 7.0, d = 1e-3;
  double force = 0;
  const int n = 4000;
  for (int k = 0; k < n; ++k) {  // p = 6μ/((1/a + 1/b)(d + ρ²)²) with ρ² = x²/2a + y²/2b, dA = 2√(ab) 2πρ dρ/2…
    const double s = (k + 0.5) / n, area = d * s / (1 - s), slope = d / ((1 - s) * (1 - s));  // ρ² = area
    force += 6 * 3 / (1 / a + 1 / b) / std::pow(d + area, 2) * 2 * std::sqrt(a * b) * std::numbers::pi * slope / n;
  }
  CHECK(film_strength(3, 2, {0, 1 / 5.0}) / d == doctest::Approx(force).epsilon(1e-6));
  CHECK(std::isfinite(film_strength(3, 2, {-1 / 2.0, -1 / 2.0})));  // as wide as its container
}

TEST_CASE("a film begins with the gap there is, remembers its impulse, and ends with the range") {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{0, 0, 0}}, {{0, 0, 0}});
  test::add(setup.bodies, {{2.3, 0, 0}}, {{-1, 0, 0}});
  test::add(setup.bodies, {{0, 2, 0}}, {{0, 0, 0}});  // touches the first: its gap is what the tolerance is
  setup.h = 0.01;
  setup.law = lubricated({.viscosity = 0.01, .range = 0.5});
  Simulation simulation(std::move(setup), 1);
  const double kappa = film_strength(0.01, 1, {1, 1});
  StepReport report = simulation.advance();
  REQUIRE(simulation.contacts().first == std::vector<std::int32_t>{1, 2});
  const auto level = [&](std::size_t c) { return simulation.contacts().memory[c] / kappa; };
  CHECK(film_gap(level(0), 0.5) == doctest::Approx(simulation.bodies().x(1)[0] - simulation.bodies().x(0)[0] - 2));
  CHECK(film_gap(level(1), 0.5) == doctest::Approx(1e-4).epsilon(1e-2));
  // γ⁺ = γ − hλ: the momentum of the second sphere is what its film has taken up.
  const double taken = kappa * (level(0) - film_level(0.3, 0.5));
  CHECK(simulation.bodies().v(1)[0] + 1 == doctest::Approx(-taken).epsilon(1e-9));
  CHECK(report.contact_work < 0);

  Setup apart;
  apart.bodies = test::empty(1);
  test::add(apart.bodies, {{0, 0, 0}}, {{-1, 0, 0}});
  test::add(apart.bodies, {{2.3, 0, 0}}, {{2, 0, 0}});
  apart.h = 0.05;
  apart.law = lubricated({.viscosity = 0.01, .range = 0.5});
  Simulation leaves(std::move(apart), 1);
  for (int s = 0; s < 3; ++s) leaves.advance();
  for (const double gamma : leaves.contacts().memory) CHECK(gamma == 0);
  CHECK(leaves.bodies().v(1)[0] - leaves.bodies().v(0)[0] ==
        doctest::Approx(3 + 2 * film_strength(0.01, 1, {1, 1}) * film_level(0.3, 0.5)));  // the film's whole pull
}

TEST_CASE("a bond in a lubricated run keeps its length, and its pair has no film") {
  Setup setup;
  setup.bodies = test::empty(2);
  for (int k = 0; k < 4; ++k) test::add(setup.bodies, {{2.1 * k, 0, 0}}, {{0, k % 2 == 0 ? 1.0 : -1.0, 0}});
  setup.bonds = Bonds({{1, 0, 2.1}, {2, 1, 2.1}});
  setup.h = 0.01;
  setup.law = lubricated({.viscosity = 0.05});
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 100; ++s) {
    const StepReport report = simulation.advance();
    CAPTURE(report.message);
    REQUIRE(report.converged);
    const auto distance = [&](std::size_t i, std::size_t j) {
      return norm(Vec<2>::load(simulation.bodies().x(i)) - Vec<2>::load(simulation.bodies().x(j)));
    };
    CHECK(std::abs(distance(0, 1) - 2.1) < 1e-3);
    CHECK(std::abs(distance(1, 2) - 2.1) < 1e-3);
    CHECK(distance(2, 3) >= 2);
    for (std::size_t c = 0; c < simulation.contacts().size(); ++c)
      if (simulation.contacts().first[c] < 3 && simulation.contacts().second[c] == simulation.contacts().first[c] - 1)
        CHECK(simulation.contacts().memory[c] == 0);
  }
}

TEST_CASE("parameters out of bounds and a run without inertia are refused") {
  const auto refused = [&](LubricatedParameters parameters) { CHECK_THROWS_AS(lubricated(parameters), Error); };
  refused({.viscosity = 0});
  refused({.viscosity = -1});
  refused({.viscosity = std::numeric_limits<double>::infinity()});
  refused({.viscosity = 1, .range = 0});
  Setup setup = test::grains_in_a_box(2, 3, 0.2, 0, 1);
  setup.law = lubricated({.viscosity = 1});
  setup.first_order = true;
  CHECK_THROWS_AS(Simulation(std::move(setup), 1), Error);
}

TEST_CASE("a film that is not solved is not passed over in silence, and half the step may do") {
  Setup setup = test::grains_in_a_box(3, 60, 0.4, 8, 3);
  setup.h = 1;
  setup.max_iterations = 3;
  setup.law = lubricated({.viscosity = 1e-3});
  Simulation simulation(std::move(setup), 1);
  const StepReport report = simulation.advance();
  CHECK_FALSE(report.converged);
  CHECK(report.message == "the projection ended as iteration limit");
}

// 1D sticky blocks without a force (GRAN 20–21): the exact motion is x(t) = P_K(x⁰ + t v⁰), the
// mass-weighted projection onto {x_{i+1} − x_i ≥ r_i + r_{i+1}}, whatever collisions happen on the way.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "measure/monotone.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

Setup blocks(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  Setup setup;
  setup.bodies = test::empty(1);
  double x = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double r = 0.1 + 0.4 * unit(random);
    x += r + 0.5 * unit(random);
    test::add(setup.bodies, {{x, 0, 0}}, {{2 * unit(random) - 1, 0, 0}}, r, std::pow(10, 2 * unit(random) - 1));
    x += r;
  }
  setup.tolerance = 1e-8;
  return setup;
}

double error(Setup setup, double h, double t) {
  const std::vector<double> want = sticky_blocks(setup.bodies, t);
  setup.h = h;
  Simulation simulation(std::move(setup), 2);
  const auto steps = std::llround(t / h);
  for (long long s = 0; s < steps; ++s) REQUIRE(simulation.advance().converged);
  double worst = 0;
  for (std::size_t i = 0; i < want.size(); ++i)
    worst = std::max(worst, std::abs(simulation.bodies().position[i] - want[i]));
  return worst;
}

}  // namespace

// Without a force the scheme is not only first order: whatever h, M(x⁰ + t v⁰ − x) stays in the cone
// of the contacts, and the steps give P_K(x⁰ + t v⁰) itself. What is left is the tolerance of the
// solves, added up over the steps.
TEST_CASE("sticky blocks in 1D follow the exact projection for any h up to the tolerance of the solves") {
  for (const std::size_t n : {2u, 10u, 100u, 1000u})
    for (const double h : {0.2, 0.1, 0.05, 0.025, 0.0125}) {
      CAPTURE(n);
      CAPTURE(h);
      const double e = error(blocks(n, static_cast<unsigned>(n)), h, 1.6);
      CHECK(e < 5e-5);
      CHECK(e < h);
    }
}

TEST_CASE("ten thousand sticky blocks in 1D follow the exact projection") {
  CHECK(error(blocks(10000, 1), 0.2, 1.6) < 1e-4);
  CHECK(error(blocks(10000, 1), 0.025, 1.6) < 1e-4);
}

TEST_CASE("one step of any length in 1D is the projection itself") {
  // From a state without overlap one step over [0, t] solves the same convex problem.
  CHECK(error(blocks(200, 9), 50.0, 50.0) < 1e-5);
}

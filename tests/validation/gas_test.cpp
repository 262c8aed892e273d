// Many small blocks on a line against the gas that they become when they shrink (GRAN 75–76,
// measure/congested_gas.hpp): density in L¹(dx), velocity in L¹(dm), and the pressure in L¹(dm) as its
// mean over a short time, since blocks hand it over blow by blow.
#include "support/gas.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "forces/field.hpp"
#include "forces/gravity.hpp"
#include "support/setups.hpp"

using namespace floc;
using namespace floc::test;

namespace {

struct Profiles {
  StepFunction density, velocity, pressure;
};

// Errors of the three profiles, one a size of blocks.
struct Errors {
  std::vector<double> density, velocity, pressure;
  void add(const Profiles& found, const Profiles& want) {
    density.push_back(l1_distance(found.density, want.density));
    velocity.push_back(l1_distance(found.velocity, want.velocity));
    pressure.push_back(l1_distance(found.pressure, want.pressure));
  }
  void check_first_order() const {
    for (const auto* e : {&density, &velocity, &pressure}) {
      REQUIRE(e->size() >= 4);
      CHECK(mean_order(*e) > 0.9);
    }
  }
};

// Profiles at time t of a run with blocks instead of cells, of the pressure the mean over [t − window, t].
Profiles blocks(const GasState& start, Setup setup, double t, double window, double step) {
  setup.bodies = blocks_of_gas(start);
  setup.tolerance = 1e-6;
  const auto steps = std::llround(t / step), averaged = std::llround(window / step);
  setup.h = step;
  Simulation simulation(std::move(setup), 1);
  std::vector<double> pressure(start.size() + 1, 0.0);
  GasState gas;
  for (long long s = 0; s < steps; ++s) {
    REQUIRE(simulation.advance().converged);
    if (s < steps - averaged) continue;
    gas = gas_of_blocks(simulation.bodies(), simulation.contacts());
    for (std::size_t k = 0; k < pressure.size(); ++k) pressure[k] += gas.pressure[k] / static_cast<double>(averaged);
  }
  return {gas.density(), gas.velocity_by_mass(), between_cells(gas, pressure)};
}

// The same of an exact solution that knows ∫p dt since the beginning.
template <class Exact>
Profiles profiles(const Exact& exact, double t, double window) {
  StepFunction pressure = exact.impulse(t);
  const StepFunction before = exact.impulse(t - window);
  for (std::size_t k = 0; k < pressure.value.size(); ++k)
    pressure.value[k] = (pressure.value[k] - before.value[k]) / window;
  return {exact.density(t), exact.velocity(t), pressure};
}

// And of the solver for the tide, since the beginning.
Profiles tide(double t, GasContact contact) {
  constexpr std::size_t n = 6400;
  CongestedGas gas(Tide::start(n), contact);
  for (std::size_t s = 0; s < n; ++s) gas.advance(t / n, Tide::force);
  std::vector<double> mean = gas.impulse();
  for (double& p : mean) p /= t;
  return {gas.state().density(), gas.state().velocity_by_mass(), between_cells(gas.state(), mean)};
}

}  // namespace

TEST_CASE("blocks that meet converge to the saturated zone of the gas at first order in their size") {
  const Meeting exact;
  Errors errors;
  for (const std::size_t n : {50u, 100u, 200u, 400u, 800u})
    errors.add(blocks(exact.start(n), {}, 0.4, 0.1, 1.0 / static_cast<double>(n)), profiles(exact, 0.4, 0.1));
  errors.check_first_order();
}

TEST_CASE("blocks that fall to the floor converge to the column of the gas at first order in their size") {
  const Falling exact;
  Errors errors;
  for (const std::size_t n : {50u, 100u, 200u, 400u, 800u}) {
    Setup setup;
    setup.forces = {gravity({{-1, 0, 0}})};
    setup.obstacles = Obstacles({obstacle({half_space({}, {{1, 0, 0}})})});
    errors.add(blocks(exact.start(n), setup, 0.9, 0.1, 1.0 / static_cast<double>(n)), profiles(exact, 0.9, 0.1));
  }
  errors.check_first_order();
}

TEST_CASE("blocks in a tide that presses and pulls converge to the gas at first order in their size") {
  for (const double t : {0.3, 1.2}) {  // zones that grow, then all opened again
    CAPTURE(t);
    const Profiles want = tide(t, GasContact::dry);
    Errors errors;
    for (const std::size_t n : {25u, 50u, 100u, 200u, 400u}) {
      Setup setup;
      setup.forces = {field({Expression(Tide::expression, field_variables())}, true)};
      errors.add(blocks(Tide::start(n), setup, t, t, 1.0 / static_cast<double>(n)), want);
    }
    errors.check_first_order();
  }
}

// Many small blocks on a line against the gas that they become when they shrink (GRAN 75–76,
// measure/congested_gas.hpp): density in L¹(dx), velocity in L¹(dm), and the pressure in L¹(dm) as its
// mean over a short time, since blocks hand it over blow by blow.
#include "support/gas.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "contact/gluey.hpp"
#include "forces/field.hpp"
#include "forces/gravity.hpp"
#include "support/setups.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Density, velocity, pressure; of lubricated blocks also the adhesion.
using Profiles = std::vector<StepFunction>;

// Errors of the profiles, one list a profile, one entry a size of blocks.
class Errors {
 public:
  void add(const Profiles& found, const Profiles& want) {
    errors_.resize(want.size());
    for (std::size_t k = 0; k < want.size(); ++k) errors_[k].push_back(l1_distance(found[k], want[k]));
  }
  void check_order(double least) const {
    for (const std::vector<double>& e : errors_) {
      REQUIRE(e.size() >= 4);
      CAPTURE(e.front());
      CAPTURE(e.back());
      // A profile that is right at every size (at rest, say) shows no order.
      const bool right = *std::max_element(e.begin(), e.end()) < 2e-4;
      CHECK((right || mean_order(e) > least));
    }
  }

 private:
  std::vector<std::vector<double>> errors_;
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
  return {gas.density(), gas.velocity_by_mass(), between_cells(gas, pressure), between_cells(gas, gas.adhesion)};
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
  constexpr std::size_t n = 4096;
  CongestedGas gas(Tide::start(n), contact);
  for (std::size_t s = 0; s < n; ++s) gas.advance(t / n, Tide::force);
  std::vector<double> mean = gas.impulse();
  for (double& p : mean) p /= t;
  Profiles profiles{gas.state().density(), gas.state().velocity_by_mass(), between_cells(gas.state(), mean)};
  if (contact == GasContact::lubricated) profiles.push_back(between_cells(gas.state(), gas.state().adhesion));
  return profiles;
}

void check_tide(double t, GasContact contact, const std::shared_ptr<const ContactLaw>& law) {
  const Profiles want = tide(t, contact);
  Errors errors;
  for (const std::size_t n : {32u, 64u, 128u, 256u}) {
    Setup setup;
    setup.law = law;
    setup.forces = {field({Expression(Tide::expression, field_variables())}, true)};
    errors.add(blocks(Tide::start(n), setup, t, t, 1.0 / static_cast<double>(n)), want);
  }
  errors.check_order(0.9);
}

}  // namespace

TEST_CASE("blocks that meet converge to the saturated zone of the gas at first order in their size") {
  const Meeting exact;
  Errors errors;
  for (const std::size_t n : {40u, 80u, 160u, 320u})
    errors.add(blocks(exact.start(n), {}, 0.4, 0.1, 1.0 / static_cast<double>(n)), profiles(exact, 0.4, 0.1));
  errors.check_order(0.9);
}

TEST_CASE("blocks that fall to the floor converge to the column of the gas at first order in their size") {
  const Falling exact;
  Errors errors;
  for (const std::size_t n : {40u, 80u, 160u, 320u}) {
    Setup setup;
    setup.forces = {gravity({{-1, 0, 0}})};
    setup.obstacles = Obstacles({obstacle({half_space({}, {{1, 0, 0}})})});
    errors.add(blocks(exact.start(n), setup, 0.9, 0.1, 1.0 / static_cast<double>(n)), profiles(exact, 0.9, 0.1));
  }
  errors.check_order(0.9);
}

TEST_CASE("blocks in a tide that presses and pulls converge to the gas at first order in their size") {
  for (const double t : {0.25, 0.75}) {  // zones that grow; all opened again
    CAPTURE(t);
    check_tide(t, GasContact::dry, nullptr);
  }
}

TEST_CASE("a slab of gluey blocks opens when the lubricated gas does, and converges to it at first order") {
  for (const double t : {0.75, 1.5, 2.5}) {  // pressed, held against the pull, opened
    CAPTURE(t);
    const Profiles want{Pressed::density(t, true), Pressed::velocity(t, true), Pressed::mean_pressure(t),
                        Pressed::adhesion(t)};
    Errors errors;
    for (const std::size_t n : {16u, 32u, 64u, 128u}) {
      Setup setup;
      setup.law = gluey({});
      setup.forces = {field({Expression(Pressed::expression, field_variables())}, true)};
      errors.add(blocks(Pressed::start(n), setup, t, 0.25, 1.0 / static_cast<double>(n)), want);
    }
    errors.check_order(0.9);
  }
}

TEST_CASE("gluey blocks in a tide that presses and pulls converge to the lubricated gas at first order") {
  for (const double t : {0.25, 1.125}) {  // zones that grow; one slab that has held and broken
    CAPTURE(t);
    check_tide(t, GasContact::lubricated, gluey({}));
  }
}

// A step allocates nothing once its arrays have grown to the size of the scene, and they are small.
#include <doctest/doctest.h>

#include "contact/lubricated.hpp"
#include "contact/gluey.hpp"
#include "contact/inelastic.hpp"
#include "forces/attraction.hpp"
#include "forces/capillary.hpp"
#include "forces/drag.hpp"
#include "forces/noise.hpp"
#include "support/allocations.hpp"
#include "support/linked.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

Setup falling_grains(int dimension, std::size_t n) {
  Setup setup = test::grains_in_a_box(dimension, n, dimension == 2 ? 0.6 : 0.4, 5, 8);
  setup.forces = {gravity({{0, -9.81, 0}})};
  setup.solver = "stream";
  setup.h = 2e-3;
  return setup;
}

// Arrays may grow once more when a new largest number of contacts comes: one step in ten may allocate.
void check_quiet(Setup setup, int threads, int warm_up, int steps) {
  Simulation simulation(std::move(setup), threads);
  for (int s = 0; s < warm_up; ++s) simulation.advance();
  int quiet = 0;
  for (int s = 0; s < steps; ++s) {
    const long now = test::allocations;
    REQUIRE(simulation.advance().converged);
    quiet += test::allocations == now;
  }
  CAPTURE(threads);
  CHECK(quiet >= 9 * steps / 10);
}

}  // namespace

TEST_CASE("a warmed-up step allocates nothing, with any law, forces between pairs and any number of threads") {
  for (const auto& law : {inelastic(), restitution(0.5), gluey({})})
    for (const int threads : {1, 2}) {
      Setup setup = falling_grains(2, 1500);
      setup.forces.push_back(attraction({.kappa = 0.1, .epsilon = 0.1}));
      setup.forces.push_back(noise({.sigma = 0.1}));
      setup.law = law;
      check_quiet(std::move(setup), threads, 300, 100);
    }
}

TEST_CASE("a warmed-up step of conjugate gradients allocates nothing") {
  Setup setup = falling_grains(3, 800);
  setup.solver = "conjugate";
  setup.tolerance = 1e-6;
  check_quiet(std::move(setup), 2, 150, 50);
}

TEST_CASE("a warmed-up step allocates nothing where steps are adapted") {
  Setup setup = falling_grains(2, 1500);
  setup.forces.push_back(noise({.sigma = 0.1}));
  setup.adaptive = AdaptiveSettings{.halvings = 3, .iterations = 0, .travel = 2e-3, .easy_steps = 2};
  check_quiet(std::move(setup), 2, 300, 100);
}

TEST_CASE("a warmed-up step of wet grains allocates nothing") {
  Setup setup = falling_grains(2, 1500);
  setup.forces.push_back(capillary({.surface_tension = 2, .given = {}, .liquid = {{0.02, 0}}}));
  check_quiet(std::move(setup), 2, 300, 100);
}

TEST_CASE("a warmed-up lubricated step allocates nothing beside the factors of CHOLMOD") {
  Setup setup = falling_grains(3, 300);
  setup.solver = "auto";
  setup.law = lubricated({0.1, 0.5});
  setup.linear_solver = LinearSolver::pcg;
  check_quiet(std::move(setup), 1, 100, 50);
}

TEST_CASE("a warmed-up step of chains and bonds allocates nothing") {
  Setup setup = test::linked_in_a_box(2, 40, 60, false);
  setup.forces.push_back(gravity({{0, -9.81, 0}}));
  setup.solver = "apgd";
  check_quiet(std::move(setup), 1, 1000, 50);  // until they lie
}

TEST_CASE("a settled bed takes less than 800 bytes a sphere, with all that its fall has left") {
  constexpr std::size_t count = 10000;
  const long before = test::live_bytes;
  Setup setup = test::grains_in_a_box(3, count, 0.5, 0, 5, 0.15);
  setup.forces = {gravity({{0, 0, -1}}), drag({.tau = 2, .viscosity = {}, .flow = {}, .implicit = true})};
  setup.h = 0.1;
  setup.tolerance = 2e-3;
  setup.feeds.emplace_back();  // as if the spheres had been poured
  setup.feeds[0].pending = setup.bodies;
  Simulation bed(std::move(setup), 2);
  State poured = bed.state();
  poured.fed[0] = count;
  bed.restore(std::move(poured));
  int repeated = 0;
  for (int s = 0; s < 100; ++s) repeated += bed.advance().projections > 1;
  CHECK(repeated > 0);
  CHECK(bed.contacts().size() > 3 * count);
  CAPTURE(test::live_bytes - before);
  CHECK(test::live_bytes - before < static_cast<long>(800 * count));
}

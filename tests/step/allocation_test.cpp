// A step allocates nothing once its arrays have grown to the size of the scene, and they are small.
#include <doctest/doctest.h>

#include "contact/gluey.hpp"
#include "contact/inelastic.hpp"
#include "forces/attraction.hpp"
#include "forces/drag.hpp"
#include "forces/noise.hpp"
#include "support/allocations.hpp"
#include "support/linked.hpp"
#include "support/setups.hpp"

using namespace floc;

TEST_CASE("a warmed-up step allocates nothing, with any law or film, forces between pairs and any number of threads") {
  enum class Law { inelastic, bounce, gluey, film };
  for (const Law law : {Law::inelastic, Law::bounce, Law::gluey, Law::film})
    for (const int threads : {1, 2}) {
      // (Films are held by long chains: fewer bodies, for fewer iterations.)
      Setup setup = test::grains_in_a_box(2, law == Law::film ? 300 : 1500, 0.6, 5, 8);
      setup.forces = {gravity({{0, -9.81, 0}}), attraction({.kappa = 0.1, .epsilon = 0.1}), noise({.sigma = 0.1})};
      setup.solver = "apgd";
      setup.h = 2e-3;
      if (law == Law::bounce) setup.law = restitution(0.5);
      if (law == Law::gluey) setup.law = gluey({});
      // (CHOLMOD's own arrays are not counted here, and grow with every new pattern.)
      if (law == Law::film) setup.lubrication = LubricationSettings{0.1, 0.3, LinearSolver::pcg};
      Simulation simulation(std::move(setup), threads);
      for (int s = 0; s < 300; ++s) simulation.advance();  // falling together, contacts still grow
      const long before = test::allocations;
      int quiet = 0;
      for (int s = 0; s < 100; ++s) {
        const long now = test::allocations;
        REQUIRE(simulation.advance().converged);
        quiet += test::allocations == now;
      }
      CAPTURE(static_cast<int>(law));
      CAPTURE(test::allocations - before);
      CHECK(quiet >= 90);  // arrays may grow once more when a new largest number of contacts comes
    }
}

TEST_CASE("a warmed-up step of chains, bonds and assemblies allocates nothing") {
  Setup setup = test::linked_in_a_box(2, 40, 60);
  setup.forces.push_back(gravity({{0, -9.81, 0}}));
  setup.solver = "apgd";
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 200; ++s) simulation.advance();
  int quiet = 0;
  for (int s = 0; s < 50; ++s) {
    const long now = test::allocations;
    simulation.advance();
    quiet += test::allocations == now;
  }
  CHECK(quiet >= 45);
}

TEST_CASE("a settled bed takes less than a kilobyte a sphere, with all that its fall has left") {
#ifdef FLOC_SANITIZED
  constexpr std::size_t count = 1000;
#else
  constexpr std::size_t count = 10000;
#endif
  const long before = test::live_bytes;
  Setup setup = test::grains_in_a_box(3, count, 0.5, 0, 5, 0.15);
  setup.forces = {gravity({{0, 0, -1}}), drag({.tau = 2, .viscosity = {}, .flow = {}, .implicit = true})};
  setup.solver = "apgd";  // the largest of those that auto chooses in 3D
  setup.h = 0.1;
  setup.tolerance = 2e-3;
  setup.feeds.emplace_back();  // as if the spheres had been poured
  setup.feeds[0].pending = setup.bodies;
  setup.feeds[0].entered = count;
  Simulation bed(std::move(setup), 2);
  int repeated = 0;
  for (int s = 0; s < 100; ++s) repeated += bed.advance().projections > 1;
  CHECK(repeated > 0);
  CHECK(bed.contacts().size() > 3 * count);
  CAPTURE(test::live_bytes - before);
  CHECK(test::live_bytes - before < static_cast<long>(1000 * count));
}

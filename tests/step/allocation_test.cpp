// A step allocates nothing once its arrays have grown to the size of the scene.
#include <doctest/doctest.h>

#include "contact/gluey.hpp"
#include "contact/inelastic.hpp"
#include "forces/attraction.hpp"
#include "forces/noise.hpp"
#include "support/allocations.hpp"
#include "support/setups.hpp"

using namespace floc;

TEST_CASE("a warmed-up step allocates nothing, with any law or film, forces between pairs and any number of threads") {
  enum class Law { inelastic, bounce, gluey, film };
  for (const Law law : {Law::inelastic, Law::bounce, Law::gluey, Law::film})
    for (const int threads : {1, 2}) {
      // (Films are held by long chains: fewer bodies, for fewer iterations.)
      Setup setup = test::grains_in_a_box(2, law == Law::film ? 300 : 1500, 0.6, 5, 8);
      setup.forces = {gravity({{0, -9.81, 0}}), attraction({.kappa = 0.1, .epsilon = 0.1}), noise({.sigma = 0.1})};
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

// A step allocates nothing once its arrays have grown to the size of the scene.
#include <doctest/doctest.h>

#include "contact/gluey.hpp"
#include "contact/inelastic.hpp"
#include "support/allocations.hpp"
#include "support/setups.hpp"

using namespace floc;

TEST_CASE("a warmed-up step allocates nothing, with any law and any number of threads") {
  for (const auto& law : {inelastic(), restitution(0.5), gluey({})})
    for (const int threads : {1, 2}) {
      Setup setup = test::grains_in_a_box(2, 1500, 0.6, 5, 8);
      setup.forces = {gravity({{0, -9.81, 0}})};
      setup.solver = "apgd";
      setup.h = 2e-3;
      setup.law = law;
      Simulation simulation(std::move(setup), threads);
      for (int s = 0; s < 300; ++s) simulation.advance();  // falling together, contacts still grow
      const long before = test::allocations;
      int quiet = 0;
      for (int s = 0; s < 100; ++s) {
        const long now = test::allocations;
        REQUIRE(simulation.advance().converged);
        quiet += test::allocations == now;
      }
      CAPTURE(test::allocations - before);
      CHECK(quiet >= 90);  // arrays may grow once more when a new largest number of contacts comes
    }
}

TEST_CASE("a warmed-up lubricated step allocates nothing beside the factors of CHOLMOD") {
  Setup setup = test::grains_in_a_box(3, 300, 0.4, 5, 8);
  setup.h = 2e-3;
  setup.lubrication = LubricationSettings{0.1, 0.5, LinearSolver::pcg};
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 100; ++s) simulation.advance();
  int quiet = 0;
  for (int s = 0; s < 50; ++s) {
    const long now = test::allocations;
    REQUIRE(simulation.advance().converged);
    quiet += test::allocations == now;
  }
  CHECK(quiet >= 45);
}

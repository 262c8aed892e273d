// A bed at rest: what the floor carries is the weight, and it stays so for every solver.
#include <doctest/doctest.h>

#include <cmath>

#include "forces/drag.hpp"
#include "support/setups.hpp"

using namespace floc;

TEST_CASE("a settled bed of 2000 spheres rests on its floor with all its weight, with every solver") {
  Setup setup = test::grains_in_a_box(3, 2000, 0.45, 0, 31, 0.15);
  setup.forces = {gravity({{0, 0, -1}}), drag({.tau = 2.0, .viscosity = {}, .flow = {}, .implicit = true})};
  setup.h = 0.1;
  const Setup again = setup;
  Simulation settling(std::move(setup), 2);
  double weight = 0;
  for (const double m : settling.bodies().mass) weight += m;
  for (int s = 0; s < 300; ++s) REQUIRE(settling.advance().converged);
  const Resume bed = settling.save();
  CHECK(kinetic_energy(settling.bodies()) < 1e-4 * weight);

  for (const char* solver : {"auto", "apgd", "bbpgd", "ipm"}) {
    Setup same = again;
    same.solver = solver;
    same.tolerance = 1e-6;
    Simulation simulation(std::move(same), 2);
    simulation.restore(bed);
    double carried = 0;
    const int steps = 20;
    for (int s = 0; s < steps; ++s) {
      REQUIRE(simulation.advance().converged);
      REQUIRE(test::worst_overlap(simulation.bodies(), {}, simulation.obstacles()) <= 2e-4);
      const Contacts& c = simulation.contacts();
      for (std::size_t k = 0; k < c.size(); ++k)  // the floor is the fifth wall of the box
        if (c.second[k] == Contacts::name_of_surface(4)) carried += c.multiplier[k] / steps;
    }
    CAPTURE(solver);
    CHECK(carried == doctest::Approx(weight).epsilon(0.02));
  }
}

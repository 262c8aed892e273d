// A bed near rest: what the floor carries is the weight and what the grains still gain, to rounding, and
// the same for every solver.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "forces/drag.hpp"
#include "support/setups.hpp"

using namespace floc;

TEST_CASE("the floor carries the weight of a settled bed of 2000 spheres, the same with every solver") {
  Setup setup = test::grains_in_a_box(3, 2000, 0.45, 0, 31, 0.15);
  setup.forces = {gravity({{0, 0, -1}}), drag({.tau = 2.0, .viscosity = {}, .flow = {}, .implicit = true})};
  setup.h = 0.1;
  Setup again = setup;
  again.forces = {gravity({{0, 0, -1}})};
  again.tolerance = 1e-6;
  Simulation settling(std::move(setup), 2);
  double weight = 0;
  for (const double m : settling.bodies().mass) weight += m;
  for (int s = 0; s < 400; ++s) REQUIRE(settling.advance().converged);
  State bed = settling.state();
  bed.memory.resize(1);  // it goes on with gravity alone
  CHECK(kinetic_energy(settling.bodies()) < 1e-3 * weight);

  double first = 0;
  for (const char* solver : {"auto", "apgd", "ipm"}) {
    Setup same = again;
    same.solver = solver;
    Simulation simulation(std::move(same), 2);
    simulation.restore(bed);
    double carried = 0;
    Vec3 before, after;
    momentum(simulation.bodies(), before.c.data());
    const int steps = 20;
    for (int s = 0; s < steps; ++s) {
      REQUIRE(simulation.advance().converged);
      REQUIRE(test::worst_overlap(simulation.bodies(), {}, simulation.obstacles()) <= 2e-4);
      const Contacts& c = simulation.contacts();
      for (std::size_t k = 0; k < c.size(); ++k)  // the floor is the fifth wall of the box
        if (c.second[k] == Contacts::second_of_surface(4)) carried += c.multiplier[k] / steps;
    }
    momentum(simulation.bodies(), after.c.data());
    CAPTURE(std::string(solver));
    CHECK(carried == doctest::Approx(weight + (after[2] - before[2]) / (steps * 0.1)).epsilon(1e-9));
    CHECK(carried == doctest::Approx(weight).epsilon(0.1));
    if (first == 0) first = carried;
    CHECK(carried == doctest::Approx(first).epsilon(1e-4));
  }
}

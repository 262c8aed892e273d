// The promise of the program: no overlap beyond the tolerance after any step, for any time step.
#include <doctest/doctest.h>

#include "support/setups.hpp"

using namespace floc;

TEST_CASE("no overlap at any step for h from 1e-4 to 10 on a dense scene") {
  for (const int dimension : {2, 3})
    for (const double h : {1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0}) {
      Setup setup = test::grains_in_a_box(dimension, 120, dimension == 2 ? 0.6 : 0.4, 10, 21);
      setup.forces = {gravity({{0, -9.81, 0}})};
      setup.h = h;
      Simulation simulation(std::move(setup), 2);
      for (int s = 0; s < 12; ++s) {
        const StepReport report = simulation.advance();
        CAPTURE(h);
        CAPTURE(s);
        CAPTURE(report.message);
        REQUIRE(report.converged);
        const double worst = test::worst_overlap(simulation.bodies(), {}, simulation.obstacles()) / simulation.length();
        REQUIRE(worst <= 1.0001e-4);
        REQUIRE(worst <= report.overlap + 1e-12);  // the step has not told less than the truth
      }
    }
}

TEST_CASE("no overlap at any step inside a sphere and inside a drum") {
  for (const bool drum : {false, true})
    for (const double h : {1e-3, 1e-2, 0.1, 1.0}) {
      Setup setup;
      setup.bodies = test::empty(3);
      for (int i = -2; i <= 2; ++i)
        for (int j = -2; j <= 2; ++j)
          for (int k = -2; k <= 2; ++k)
            test::add(setup.bodies, 1.1 * Vec3{{1.0 * i, 1.0 * j, 1.0 * k}}, {{3.0 * j, -2.0 * k, 1.0 * i}}, 0.5, 1);
      setup.obstacles = Obstacles({drum ? test::obstacle({cylinder_inside({{-4, 0, 0}}, {{4, 0, 0}}, 5),
                                                          half_space({{-4, 0, 0}}, {{1, 0, 0}}),
                                                          half_space({{4, 0, 0}}, {{-1, 0, 0}})},
                                                         rotation({}, {{1, 0, 0}}, 3.0, 0, 1e9))
                                        : test::obstacle({ball_inside({}, 5, 3)})});
      setup.forces = {gravity({{0, -9.81, 0}})};
      setup.h = h;
      Simulation simulation(std::move(setup), 2);
      for (int s = 0; s < 15; ++s) {
        const StepReport report = simulation.advance();
        CAPTURE(drum);
        CAPTURE(h);
        CAPTURE(report.message);
        REQUIRE(report.converged);
        REQUIRE(test::worst_overlap(simulation.bodies(), {}, simulation.obstacles()) <= 1.0001e-4 * simulation.length());
      }
    }
}

TEST_CASE("no overlap in a periodic shear of a dense bed, across faces and corners") {
  Setup setup = test::grains_in_a_box(3, 300, 0.4, 0, 5, 0.2);
  double side = 0;
  for (const double x : setup.bodies.position) side = std::max(side, x);
  side += 1.3;
  setup.obstacles = Obstacles();
  setup.domain.period = {side, side, side};
  for (std::size_t i = 0; i < setup.bodies.size(); ++i) setup.bodies.v(i)[0] = 4 * (setup.bodies.x(i)[1] / side - 0.5);
  setup.h = 0.02;
  const Domain domain = setup.domain;
  Simulation simulation(std::move(setup), 2);
  for (int s = 0; s < 150; ++s) {
    REQUIRE(simulation.advance().converged);
    REQUIRE(test::worst_overlap(simulation.bodies(), domain, {}) <= 1.0001e-4 * simulation.length());
  }
}

// Obstacles with a prescribed motion: the gap is taken at the end of the step (GLUEY, remark 3.5).
#include <doctest/doctest.h>

#include <cmath>

#include "support/setups.hpp"

using namespace floc;

TEST_CASE("a piston never enters a ball and pushes it at its own speed, for any step") {
  for (const double h : {1e-3, 0.1, 1.0, 7.0}) {
    Setup setup;
    setup.bodies = test::empty(2);
    test::add(setup.bodies, {{3, 0.2, 0}});
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{1, 0, 0}})}, translation({{2, 0, 0}}, 0, 1e9))});
    setup.h = h;
    setup.tolerance = 1e-6;
    Simulation simulation(std::move(setup), 1);
    while (simulation.time() < 10 * h || simulation.time() < 2) {
      REQUIRE(simulation.advance().converged);
      REQUIRE(simulation.bodies().x(0)[0] - 1 - 2 * simulation.time() > -2e-6);
    }
    CHECK(simulation.bodies().x(0)[0] - 1 == doctest::Approx(2 * simulation.time()).epsilon(1e-4));
    CHECK(simulation.bodies().v(0)[0] == doctest::Approx(2).epsilon(1e-4));
  }
}

TEST_CASE("a thin paddle that sweeps over a ball within one step pushes it ahead and does not jump over it") {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{5, 0, 0}}, {}, 0.5);
  setup.obstacles = Obstacles({test::obstacle({segment({{0, -3, 0}}, {{0, 3, 0}})}, translation({{100, 0, 0}}, 0, 1e9))});
  setup.h = 0.1;  // the paddle travels ten units, the ball's diameter is one
  Simulation simulation(std::move(setup), 1);
  for (int s = 1; s <= 5; ++s) {
    const StepReport report = simulation.advance();
    REQUIRE(report.converged);
    REQUIRE(simulation.bodies().x(0)[0] >= 10.0 * s + 0.5 - 1e-3);
  }
}

TEST_CASE("a ball falling through the path of an oscillating plate is caught or missed, never crossed") {
  for (const double h : {1e-3, 1e-2, 0.05}) {
    Setup setup;
    setup.bodies = test::empty(2);
    test::add(setup.bodies, {{0, 10, 0}}, {}, 0.5);
    setup.obstacles = Obstacles({test::obstacle({segment({{-2, 0, 0}}, {{2, 0, 0}})}, oscillation({{0, 3, 0}}, 1.0, 0))});
    setup.forces = {gravity({{0, -9.81, 0}})};
    setup.h = h;
    Simulation simulation(std::move(setup), 1);
    while (simulation.time() < 4) {
      REQUIRE(simulation.advance().converged);
      const double plate = 3 * std::sin(2 * M_PI * simulation.time());
      REQUIRE(simulation.bodies().x(0)[1] - plate > 0.5 - 1e-3);
    }
  }
}

TEST_CASE("a turning paddle wheel stirs grains in a drum without overlap") {
  Setup setup;
  setup.bodies = test::empty(2);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 5; ++j) test::add(setup.bodies, {{-5.5 + i, -6.5 + j, 0}}, {}, 0.45, 1);
  std::vector<SurfacePtr> blades;
  for (int k = 0; k < 4; ++k) {
    const double a = M_PI / 4 + k * M_PI / 2;
    blades.push_back(segment({}, 4.0 * Vec3{{std::cos(a), std::sin(a), 0}}));
  }
  setup.obstacles = Obstacles({test::obstacle({ball_inside({}, 9, 2)}),
                               test::obstacle(std::move(blades), rotation({}, {{0, 0, 1}}, 2.0, 0.5, 1e9))});
  setup.obstacles.place(0, 0);
  Executor executor(1);
  REQUIRE(repair_overlaps(setup.bodies, {}, setup.obstacles, 1e-6, executor));
  setup.forces = {gravity({{0, -9.81, 0}})};
  setup.h = 5e-3;
  const double tolerance = setup.tolerance;
  Simulation simulation(std::move(setup), 2);
  while (simulation.time() < 3) {
    const StepReport report = simulation.advance();
    CAPTURE(report.message);
    REQUIRE(report.converged);
    REQUIRE(test::worst_overlap(simulation.bodies(), {}, simulation.obstacles()) <= tolerance * simulation.length() * 1.001);
  }
  CHECK(kinetic_energy(simulation.bodies()) > 0.05);  // it does stir
}

#include "step/free_limit.hpp"

#include <doctest/doctest.h>

#include "contact/lubricated.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

Setup box_of_grains(int dimension, std::size_t n) {
  Setup setup = test::grains_in_a_box(dimension, n, 0.4, 0, 3, 0.96);  // radii over a ratio of 49
  Vec3 g;
  g[dimension - 1] = -10;
  setup.forces = {gravity(g)};
  return setup;
}

}  // namespace

TEST_CASE("only bodies that would go far into something are limited, and keep their direction") {
  Contacts rows;
  rows.dimension = 2;
  rows.resize(2);
  rows.first = {0, 1};
  rows.second = {-1, -1};
  rows.gap = {1, 1e9};
  rows.normal = {0, 1, 0, 1};
  std::vector<double> free{-3e5, -4e5, 0, -1e6, 0, 1e6};  // onto the floor, far above it, without a row
  CHECK_FALSE(limit_free_velocity(rows, 1e-3, 1000, free));
  CHECK(limit_free_velocity(rows, 1, 1000, free));
  CHECK(free[0] == doctest::Approx(-600));
  CHECK(free[1] == doctest::Approx(-800));
  CHECK(free[3] == -1e6);
  CHECK(free[5] == 1e6);
  CHECK(goes_far(2, free, 999e3));
  CHECK_FALSE(goes_far(2, free, 1001e3));
}

TEST_CASE("steps of very unequal bodies converge with a bounded number of iterations, however long they are") {
  for (const int dimension : {2, 3})
    for (const double h : {4.0, 20.0, 1e3, 1e7}) {
      Setup setup = box_of_grains(dimension, 100);
      setup.h = h;
      const Obstacles walls = setup.obstacles;
      Simulation simulation(std::move(setup), 1);
      for (int s = 0; s < 3; ++s) {
        CAPTURE(dimension);
        CAPTURE(h);
        const StepReport report = simulation.advance();
        CHECK(report.converged);
        CHECK(report.projections <= 10);
        CHECK(report.iterations <= 500);
        CHECK(report.contacts <= 10 * 100);
      }
      CHECK(test::worst_overlap(simulation.bodies(), {}, walls) < 1.01e-4);
    }
}

TEST_CASE("films of very unequal bodies converge with a bounded number of iterations, however long the steps are") {
  for (const int dimension : {2, 3})
    for (const double h : {0.5, 2.0, 500.0, 1e5}) {
      Setup setup = box_of_grains(dimension, 100);
      setup.law = lubricated({.viscosity = 1, .range = 0.5});
      setup.h = h;
      const Obstacles walls = setup.obstacles;
      Simulation simulation(std::move(setup), 1);
      for (int s = 0; s < 3; ++s) {
        CAPTURE(dimension);
        CAPTURE(h);
        const StepReport report = simulation.advance();
        CHECK_MESSAGE(report.converged, report.message);
        CHECK(report.projections <= 15);
        CHECK(report.iterations <= 5000);
      }
      CHECK(test::worst_overlap(simulation.bodies(), {}, walls) < 1.01e-4);
    }
}

TEST_CASE("a body that nothing is near enough to stop is not said to have arrived") {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{0, 1e5, 0}}, {{0, -1e6, 0}});
  test::add(setup.bodies, {{0, 2e5, 0}}, {{0, 1e6, 0}});  // nothing in its way: any distance
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  setup.h = 1;
  Simulation simulation(std::move(setup), 1);
  const StepReport report = simulation.advance();
  CHECK_FALSE(report.converged);
  CHECK(report.message.find("further than 1500 mean radii") != std::string::npos);
  CHECK(simulation.bodies().x(1)[1] == doctest::Approx(2e5 + 1e6));
}

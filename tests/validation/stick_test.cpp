// Sticking for good: aggregates that never break, whatever pulls at them and however large the step is.
#include <doctest/doctest.h>

#include "contact/stick.hpp"
#include "forces/field.hpp"
#include "projection/solver.hpp"
#include "support/clusters.hpp"

using namespace floc;

namespace {

ForcePtr force(int dimension, const std::vector<const char*>& components) {
  std::vector<Expression> f;
  const std::map<std::string, double> no_constants;
  for (int k = 0; k < dimension; ++k)
    f.emplace_back(components[static_cast<std::size_t>(k)], field_variables(), no_constants);
  return field(std::move(f), false, {});
}

}  // namespace

TEST_CASE("two grains that meet fly on together, and turn about their centre at the exact rate") {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{-2, 0.5, 0}}, {{1, 0, 0}}, 1, 1);
  test::add(setup.bodies, {{2, -0.5, 0}}, {{-1, 0, 0}}, 1, 1);
  setup.law = stick();
  setup.h = 1e-3;
  Simulation simulation(std::move(setup), 1);
  // They touch when x₁ = −√3/2; angular momentum 1 is kept, 2 r² ω = 1 with r = 1.
  const double meet = 2 - std::sqrt(0.75), start = std::atan2(0.5, -std::sqrt(0.75)), end = 4;
  while (simulation.time() < end) REQUIRE(simulation.advance().converged);
  const double angle = std::atan2(simulation.bodies().x(0)[1], simulation.bodies().x(0)[0]);
  const double expected = start - 0.5 * (end - meet);
  CHECK(std::remainder(angle - expected, 2 * M_PI) == doctest::Approx(0).epsilon(1e-2));
  CHECK(test::worst_gap(simulation) < 1e-4);
}

TEST_CASE("a grain stuck to a ceiling does not fall, and slides along it") {
  // Only distances are held.
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{0, -1, 0}}, {{0.5, 0.1, 0}}, 1, 1);
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, -1, 0}})})});
  setup.forces = {gravity({{0, -1, 0}})};
  setup.law = stick();
  setup.h = 1e-2;
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 300; ++s) REQUIRE(simulation.advance().converged);
  CHECK(simulation.bodies().x(0)[0] == doctest::Approx(1.5));
  CHECK(simulation.bodies().x(0)[1] == doctest::Approx(-1).epsilon(1e-4));
}

TEST_CASE("over-constrained clusters never break nor blow up, for steps small and large") {
  struct Cluster {
    int dimension;
    std::vector<Vec3> centres;
    double pull;  // the largest force in it per unit of load, for scale
  };
  const Cluster clusters[] = {{2, test::hexagonal(1), 1},
                              {2, test::hexagonal(2), 3},
                              {2, test::hexagonal(4), 10},
                              {3, test::face_centred_cubic(1), 1},
                              {3, test::face_centred_cubic(2), 2}};
  const std::vector<const char*> loads[] = {
      {"-x", "-y", "-z"}, {"0", "0", "0"}, {"x", "y", "z"}, {"sin(20*t)*y", "sin(13*t)*x", "sin(7*t)*x"}};
  for (const Cluster& cluster : clusters)
    for (std::size_t l = 0; l < 4; ++l)
      for (const double h : {1e-2, 0.5}) {
        CAPTURE(cluster.centres.size());
        CAPTURE(l);
        CAPTURE(h);
        const bool turns = l == 1, shaken = l == 3;
        Setup setup = test::cluster(cluster.dimension, cluster.centres, turns ? 0.5 : 0);
        setup.forces = {force(cluster.dimension, loads[l])};
        setup.law = stick();
        setup.h = h;
        Simulation simulation = test::held(std::move(setup), 1);
        const std::size_t stuck = simulation.contacts().size();
        double worst_gap = 0, worst_force = 0;
        for (int s = 0; s < 60; ++s) {
          const StepReport report = simulation.advance();
          CAPTURE(report.message);
          REQUIRE(report.converged);
          worst_gap = std::max(worst_gap, test::worst_gap(simulation));
          worst_force = std::max(worst_force, test::largest_multiplier(simulation.contacts()));
        }
        // Turning opens gaps by O(h²) a step; nothing else may.
        if (!turns && !shaken) CHECK(worst_gap < 1e-4);
        if (turns) CHECK(worst_gap < 1e-4 + 0.3 * h * h);
        CHECK(worst_force < (shaken ? 12 : 2) * cluster.pull);
        std::size_t count = 0;
        for (const double memory : simulation.contacts().memory) count += memory != 0;
        CHECK(count == stuck);
      }
}

TEST_CASE("the motion of a stuck cluster is the same for every solver, to tolerance") {
  std::vector<double> first;
  for (const SolverEntry& solver : solvers()) {
    CAPTURE(solver.name);
    Setup setup = test::cluster(2, test::hexagonal(2), 0.3);
    setup.forces = {force(2, {"y", "-0.5*x"})};
    setup.law = stick();
    setup.h = 1e-2;
    setup.solver = solver.name;
    Simulation simulation = test::held(std::move(setup), 1);
    for (int s = 0; s < 60; ++s) REQUIRE(simulation.advance().converged);
    if (first.empty()) first = simulation.bodies().position;
    for (std::size_t k = 0; k < first.size(); ++k)
      CHECK(std::abs(first[k] - simulation.bodies().position[k]) < 1e-3);
  }
}

TEST_CASE("grains stuck to two walls that part are torn by neither, and nothing blows up") {
  // The walls ask for what cannot be: the least squares leaves the grain between them.
  Setup setup;
  setup.bodies = test::empty(1);
  test::add(setup.bodies, {{1, 0, 0}});
  setup.obstacles =
      Obstacles({test::obstacle({half_space({}, {{1, 0, 0}})}, translation({{-1, 0, 0}}, 0, 9)),
                 test::obstacle({half_space({{2, 0, 0}}, {{-1, 0, 0}})}, translation({{1, 0, 0}}, 0, 9))});
  setup.law = stick();
  setup.h = 1e-2;
  Simulation simulation(std::move(setup), 1);
  State state = simulation.state();
  state.contacts.resize(2);
  state.contacts.first = {0, 0};
  state.contacts.second = {-2, -1};
  state.contacts.normal = {-1, 1};
  state.contacts.memory = {1, 1};
  simulation.restore(std::move(state));
  for (int s = 0; s < 100; ++s) {
    REQUIRE(simulation.advance().converged);
    REQUIRE(std::abs(simulation.bodies().x(0)[0] - 1) < 1e-4);
    REQUIRE(test::largest_multiplier(simulation.contacts()) < 1);
  }
}

TEST_CASE("grains that move about a radius in a step, and many radii, stick without overlap") {
  for (const int dimension : {2, 3})
    for (const double h : {0.05, 0.2, 0.5, 2.0}) {
      CAPTURE(dimension);
      CAPTURE(h);
      Setup setup = test::grains_in_a_box(dimension, 60, 0.4, 3, 5);
      Vec3 g;
      g[dimension - 1] = -10;
      setup.forces = {gravity(g)};
      setup.law = stick();
      setup.h = h;
      const Obstacles walls = setup.obstacles;
      Simulation simulation(std::move(setup), 1);
      for (int s = 0; s < 12; ++s) {
        const StepReport report = simulation.advance();
        CAPTURE(report.message);
        REQUIRE(report.converged);
      }
      CHECK(test::worst_overlap(simulation.bodies(), {}, walls) < 1.01e-4);
      std::size_t stuck = 0;
      for (const double memory : simulation.contacts().memory) stuck += memory != 0;
      CHECK(stuck > 20);
    }
}

// Gluey contacts, the longer comparisons: larger clusters for every solver, memory in a drum, restarts.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <vector>

#include "contact/gluey.hpp"
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

TEST_CASE("clusters of 61 discs and 55 spheres: one answer for every solver, the same bits for every thread count") {
  struct Cluster {
    int dimension;
    std::vector<Vec3> centres;
  };
  const Cluster clusters[] = {{2, test::hexagonal(4)}, {3, test::face_centred_cubic(2)}};
  const std::vector<const char*> loads[] = {
      {"-x", "-y", "-z"}, {"0", "0", "0"}, {"x", "y", "z"}, {"sin(20*t)*y", "sin(13*t)*x", "sin(7*t)*x"}};
  for (const Cluster& cluster : clusters)
    for (std::size_t l = 0; l < 4; ++l) {
      CAPTURE(cluster.centres.size());
      CAPTURE(l);
      const double omega = l == 1 ? 0.5 : 0;
      const auto run = [&](const std::string& solver, int threads) {
        Setup setup = test::cluster(cluster.dimension, cluster.centres, omega);
        setup.forces = {force(cluster.dimension, loads[l])};
        setup.law = gluey({});
        setup.h = 1e-2;
        setup.solver = solver;
        setup.max_iterations = 2000000;  // Gauss–Seidel takes over 100,000 to tell how redundant contacts share
        Simulation simulation = test::held(std::move(setup), -100, threads);
        for (int s = 0; s < 40; ++s) REQUIRE(simulation.advance().converged);
        return simulation;
      };
      const Simulation first = run("ipm", 1);
      for (const int threads : {2, 3, 7}) CHECK(run("auto", threads).hash() == run("auto", 1).hash());
      double worst_gamma = 0, worst_place = 0;
      for (const SolverEntry& solver : solvers()) {
        CAPTURE(solver.name);
        const Simulation other = run(solver.name, 1);
        CHECK(test::worst_gap(other) < 1e-4 + 2 * std::pow(omega * 1e-2, 2));
        CHECK(test::largest_multiplier(other.contacts()) < 25);
        REQUIRE(other.contacts().size() == first.contacts().size());
        for (std::size_t c = 0; c < first.contacts().size(); ++c)
          worst_gamma = std::max(worst_gamma, std::abs(first.contacts().memory[c] - other.contacts().memory[c]));
        for (std::size_t k = 0; k < first.bodies().position.size(); ++k)
          worst_place = std::max(worst_place, std::abs(first.bodies().position[k] - other.bodies().position[k]));
      }
      MESSAGE(cluster.centres.size() << " bodies, load " << l << ": gamma within " << worst_gamma << ", places within "
                                     << worst_place);
      CHECK(worst_gamma < 0.05);  // forces up to 20 over a time of 0.4
      CHECK(worst_place < 1e-5);
    }
}

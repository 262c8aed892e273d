// Same bits with every set of vector instructions that the processor has.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "contact/gluey.hpp"
#include "forces/attraction.hpp"
#include "support/setups.hpp"
#include "support/simd_targets.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Grains that fall, fast enough to meet bodies beyond the lists; in a plane of two periods, or in a box.
Setup scene(int dimension, const std::string& solver, double tolerance) {
  Setup setup = grains_in_a_box(dimension, 1200, dimension == 2 ? 0.6 : 0.35, 12, 4);
  setup.forces = {gravity({{0, -9.81, 0}})};
  setup.h = 5e-3;
  setup.solver = solver;
  setup.tolerance = tolerance;
  return setup;
}

void ends_the_same(const Setup& setup, int steps) {
  std::vector<std::uint64_t> hashes;
  for_simd_targets([&] {
    Simulation simulation(setup, 2);
    for (int s = 0; s < steps; ++s) simulation.advance();
    hashes.push_back(simulation.hash());
  });
  CHECK(hashes.size() == simd_targets().size());
  for (const std::uint64_t h : hashes) CHECK(h == hashes.front());
}

}  // namespace

TEST_CASE("the final state has the same bits with all instructions: streaming solvers") {
  for (const int dimension : {2, 3})
    for (const char* solver : {"stream", "conjugate"})
      for (const double tolerance : {1e-3, 1e-6}) {
        INFO(solver, " in dimension ", dimension, " to ", tolerance);
        ends_the_same(scene(dimension, solver, tolerance), 8);
      }
}

TEST_CASE("the final state has the same bits with all instructions: laws and attraction") {
  Setup glued = scene(2, "auto", 1e-4);
  glued.law = gluey({.gamma_min = -50});
  ends_the_same(glued, 8);
  for (const int dimension : {2, 3}) {
    Setup attracting = scene(dimension, "auto", 1e-4);
    attracting.forces.push_back(attraction({.kappa = 1, .epsilon = 0.1}));
    ends_the_same(attracting, 6);
  }
}

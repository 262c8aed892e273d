// Chains in a flow with noise, rigid links and rigid assemblies: same bits for any number of threads, from
// run to run, and across a restart.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "forces/drag.hpp"
#include "forces/flows.hpp"
#include "forces/noise.hpp"
#include "support/linked.hpp"

using namespace floc;

namespace {

constexpr int steps = 10;

Setup scene(int dimension) {
  Setup setup = dimension == 2 ? test::linked_in_a_box(2, 200, 140) : test::linked_in_a_box(3, 120, 36);
  setup.forces.push_back(gravity({{0, -2, 0}}));
  setup.forces.push_back(noise({.sigma = 0.5}));
  setup.forces.push_back(drag({.tau = 0.5, .flow = ShearFlow{.rate = 0.1}}));
  return setup;
}

}  // namespace

TEST_CASE("linked bodies in a noisy flow have the same bits for 1 2 3 and 7 threads") {
  for (const int dimension : {2, 3}) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 3, 7}) {
      Simulation simulation(scene(dimension), threads);
      for (int s = 0; s < steps; ++s) REQUIRE(simulation.advance().converged);
      hashes.push_back(simulation.hash());
    }
    for (const std::uint64_t h : hashes) CHECK(h == hashes.front());
  }
}

TEST_CASE("a run of linked bodies cut in two ends with the bits of the whole run") {
  for (const int dimension : {2, 3}) {
    Simulation whole(scene(dimension), 2);
    for (int s = 0; s < 4; ++s) whole.advance();
    const State state = whole.state();
    while (whole.step() < steps) whole.advance();
    Simulation rest(scene(dimension), 1);
    rest.restore(state);
    while (rest.step() < steps) rest.advance();
    CHECK(rest.hash() == whole.hash());
  }
}

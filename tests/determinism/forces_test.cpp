// Runs with noise, flows and forces between pairs: same bits for any number of threads and across a restart.
#include <doctest/doctest.h>

#include <cstdint>

#include "contact/no_contact.hpp"
#include "core/hash.hpp"
#include "forces/attraction.hpp"
#include "forces/drag.hpp"
#include "forces/noise.hpp"
#include "forces/repulsion.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

// 0: aggregation in a flow, 1: the same without inertia, 2: penalty instead of projection.
Setup scene(int variant) {
  Setup setup = test::grains_in_a_box(variant == 0 ? 2 : 3, 1200, 0.3, 3, 4);
  setup.h = 5e-3;
  setup.seed = 9;
  setup.first_order = variant == 1;
  setup.forces = {attraction({.kappa = 3, .epsilon = 0.3}), noise({.sigma = 2}),
                  drag({0.5, {}, TaylorGreenFlow{3, 20, {}}})};
  if (variant == 2) {
    setup.forces.push_back(repulsion({.range = 0.2, .epsilon = 1e-3, .epsilon_contact = 1e-3}));
    setup.law = no_contact();
  }
  return setup;
}

constexpr int steps = 10;

}  // namespace

TEST_CASE("noise, flows, attraction and repulsion have the same bits for 1 2 3 and 7 threads") {
  for (int variant = 0; variant < 3; ++variant) {
    std::uint64_t first = 0;
    for (const int threads : {1, 2, 3, 7}) {
      Simulation simulation(scene(variant), threads);
      StepReport report;
      for (int s = 0; s < steps; ++s) report = simulation.advance();
      Hash hash;
      hash.add(std::span<const double>(&report.potential_energy, 1));
      const std::uint64_t h = simulation.hash() ^ hash.value();
      if (threads == 1) first = h;
      CHECK(h == first);
    }
  }
}

TEST_CASE("a run with noise and pair forces cut in two ends with the bits of the whole run") {
  for (int variant = 0; variant < 3; ++variant) {
    Simulation whole(scene(variant), 2), rest(scene(variant), 1);
    for (int s = 0; s < steps; ++s) {
      if (s == 4) rest.restore(whole.state());
      whole.advance();
    }
    while (rest.step() < whole.step()) rest.advance();
    CHECK(rest.hash() == whole.hash());
  }
}

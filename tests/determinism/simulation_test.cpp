// Same bits for any number of threads, from run to run, and across a restart.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "contact/lubricated.hpp"
#include "contact/gluey.hpp"
#include "forces/drag.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

Setup scene(int variant) {
  const bool plane = variant == 0 || variant == 4;
  Setup setup = test::grains_in_a_box(plane ? 2 : 3, 2500, plane ? 0.6 : 0.35, 15, 4);
  setup.forces = {gravity({{0, -9.81, 0}})};
  setup.h = 5e-3;
  if (variant == 2) setup.law = restitution(0.6);
  if (variant == 3) setup.law = gluey({.gamma_min = -50});
  if (variant > 3) setup.law = lubricated({.viscosity = variant == 4 ? 0.01 : 1.0, .range = 0.4});
  // A feed that goes on while the run is cut in two.
  Feed feed;
  feed.rate = 400;
  feed.low = {{2, 2, 2}};
  feed.high = {{20, 20, 20}};
  feed.pending = test::empty(setup.bodies.dimension);
  for (int k = 0; k < 200; ++k) test::add(feed.pending, {}, {}, 0.3, 0.1);
  setup.feeds.push_back(feed);
  return setup;
}

constexpr int variants = 6;
int steps_of(int variant) { return variant > 3 ? 4 : 12; }

}  // namespace

TEST_CASE("the final state has the same bits for 1 2 3 and 7 threads") {
  for (int variant = 0; variant < variants; ++variant) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 1, 2, 3, 7}) {
      Simulation simulation(scene(variant), threads);
      for (int s = 0; s < steps_of(variant); ++s) simulation.advance();
      hashes.push_back(simulation.hash());
    }
    for (const std::uint64_t h : hashes) CHECK(h == hashes.front());
  }
}

TEST_CASE("a run cut in two at any step ends with the bits of the whole run") {
  for (int variant = 0; variant < variants; ++variant) {
    Simulation whole(scene(variant), 2);
    std::vector<State> saved;
    for (int s = 0; s < steps_of(variant); ++s) {
      if (s % 5 == 1) saved.push_back(whole.state());
      whole.advance();
    }
    for (const State& state : saved) {
      Simulation rest(scene(variant), 1);
      rest.restore(state);
      while (rest.step() < whole.step()) rest.advance();
      CHECK(rest.hash() == whole.hash());
      CHECK(rest.time() == whole.time());
    }
  }
}

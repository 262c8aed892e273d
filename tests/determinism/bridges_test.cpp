// Wet grains: the same bits for any number of threads, across a restart, and when a step is undone.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "forces/capillary.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

CapillaryParameters water() {
  CapillaryParameters p;
  p.surface_tension = 20;
  p.liquid = {0.02, 0.1};
  return p;
}

// A dense gas that sticks, in a box whose walls are wet too, and more to come.
Setup scene(int dimension) {
  Setup setup = test::grains_in_a_box(dimension, 2000, dimension == 2 ? 0.6 : 0.35, 10, 4);
  setup.forces = {gravity({{0, -9.81, 0}}), capillary(water())};
  setup.h = 5e-3;
  Feed feed;
  feed.rate = 400;
  feed.low = {{2, 2, 2}};
  feed.high = {{20, 20, 20}};
  feed.pending = test::empty(dimension);
  for (int k = 0; k < 100; ++k) test::add(feed.pending, {}, {}, 0.3, 0.1);
  setup.feeds.push_back(feed);
  return setup;
}

constexpr int steps = 20;

}  // namespace

TEST_CASE("bridges have the same bits for 1 2 3 and 7 threads, and across a restart") {
  for (const int dimension : {2, 3}) {
    Simulation one(scene(dimension), 1);
    State half;
    for (int s = 0; s < steps; ++s) {
      if (s == steps / 2) half = one.state();
      one.advance();
    }
    CHECK(one.bridges().size() > 200);
    CHECK(half.memory[1].size() > 50);
    for (const int threads : {2, 3, 7}) {
      Simulation more(scene(dimension), threads);
      while (more.step() < steps) more.advance();
      CHECK(more.hash() == one.hash());
      CHECK(more.bridges() == one.bridges());
    }
    Simulation rest(scene(dimension), 2);
    rest.restore(half);
    while (rest.step() < steps) rest.advance();
    CHECK(rest.hash() == one.hash());
  }
}

TEST_CASE("a step that is refused, or halved in vain, leaves the bridges as they were") {
  for (const OnUnconverged policy : {OnUnconverged::stop, OnUnconverged::halve_step}) {
    Simulation settled(scene(2), 1);
    for (int s = 0; s < steps; ++s) settled.advance();
    for (const bool fresh : {true, false}) {
      Setup setup = scene(2);
      setup.feeds[0].start = 1e9;  // what has been fed is not taken back
      setup.on_unconverged = policy;
      setup.solver = "apgd";
      setup.max_iterations = 3;
      Simulation simulation(std::move(setup), 1);
      if (!fresh) simulation.restore(settled.state());
      const std::uint64_t before = simulation.hash();
      const PairList bridges = simulation.bridges();
      REQUIRE_FALSE(simulation.advance().moved);
      CHECK(simulation.hash() == before);
      CHECK(simulation.bridges() == bridges);
    }
  }
}

TEST_CASE("the state without a force that remembers is not that with one") {
  Simulation wet(scene(2), 1);
  Setup dry = scene(2);
  dry.forces.pop_back();
  Simulation other(std::move(dry), 1);
  CHECK_THROWS(other.restore(wet.state()));
}

#include "step/feed.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>

#include "support/setups.hpp"

using namespace floc;

namespace {

Setup pouring(double rate) {
  Setup setup;
  setup.bodies = test::empty(2);
  setup.obstacles = Obstacles({test::box_inside(2, {}, {{10, 100, 0}})});
  setup.forces = {gravity({{0, -9.81, 0}})};
  setup.h = 1e-2;
  Feed feed;
  feed.rate = rate;
  feed.start = 0.5;
  feed.low = {{2, 20, 0}};
  feed.high = {{8, 24, 0}};
  feed.pending = test::empty(2);
  for (int k = 0; k < 60; ++k) test::add(feed.pending, {}, {{0, -1, 0}}, 0.4, 1);
  setup.feeds.push_back(std::move(feed));
  return setup;
}

}  // namespace

TEST_CASE("bodies enter at the rate of the feed, inside its region and without overlap") {
  Simulation simulation(pouring(40), 1);
  while (simulation.time() < 3) {
    const std::size_t before = simulation.bodies().size();
    REQUIRE(simulation.advance().converged);
    REQUIRE(test::worst_overlap(simulation.bodies(), {}, simulation.obstacles()) <= 1.0001e-4 * simulation.length());
    for (std::size_t i = before; i < simulation.bodies().size(); ++i) {
      REQUIRE(simulation.bodies().x(i)[0] > 2);
      REQUIRE(simulation.bodies().x(i)[0] < 8);
    }
    if (simulation.time() < 0.5) REQUIRE(simulation.bodies().size() == 0);
    if (simulation.time() > 1.02 && simulation.time() < 1.04) CHECK(simulation.bodies().size() >= 19);
    REQUIRE(static_cast<double>(simulation.bodies().size()) <= std::max(0.0, (simulation.time() - 0.5) * 40 + 1));
  }
  CHECK(simulation.bodies().size() == 60);
  CHECK(simulation.finished_feeding());
}

TEST_CASE("bodies that find no room wait, and none is lost") {
  Simulation simulation(pouring(1e6), 1);
  while (simulation.time() < 0.6) simulation.advance();
  CHECK(simulation.bodies().size() < 60);
  while (simulation.time() < 4) simulation.advance();
  CHECK(simulation.bodies().size() == 60);
  for (std::size_t i = 0; i < 60; ++i) CHECK(simulation.bodies().id[i] == static_cast<std::int64_t>(i));
}

TEST_CASE("in a periodic domain bodies enter clear of those beyond the faces, wherever these have gone") {
  for (const double width : {10.0, 9.0, 4.0}) {  // all of the period, nearly all, and a part
    CAPTURE(width);
    Setup setup = pouring(200);
    setup.domain.period[0] = 10;
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
    setup.forces.push_back(gravity({{30, 0, 0}}));  // sideways too, several times round
    setup.feeds[0].low = {{0, 20, 0}};
    setup.feeds[0].high = {{width, 22, 0}};
    Simulation simulation(std::move(setup), 1);
    while (simulation.time() < 2) {
      simulation.advance();
      REQUIRE(test::worst_overlap(simulation.bodies(), simulation.setup().domain, simulation.obstacles()) <=
              1.0001e-4 * simulation.length());
    }
    CHECK(simulation.bodies().size() > 20);
  }
}

TEST_CASE("whoever entered with a step that is given up goes back, and enters again") {
  std::atomic<bool> stop = false;
  Setup setup = pouring(400);
  setup.stop = &stop;
  Simulation simulation(std::move(setup), 1), other(pouring(400), 1);
  int given_up = 0;
  while (simulation.time() < 2.5) {
    const std::uint64_t before = simulation.hash();
    stop = true;
    const StepReport tried = simulation.advance();
    stop = false;
    if (!tried.moved) {
      ++given_up;
      CHECK(simulation.hash() == before);
      const StepReport made = simulation.advance(), expected = other.advance();
      CHECK(made.traffic_energy == expected.traffic_energy);
    } else {
      other.advance();  // nothing to solve
    }
    CHECK(simulation.hash() == other.hash());
  }
  CHECK(given_up > 10);
  CHECK(simulation.bodies().size() == 60);
}

#include "step/exits.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

Bodies three() {
  Bodies b = test::empty(2);
  for (int i = 0; i < 3; ++i) test::add(b, {{0, 2.0 * i, 0}}, {{1, 0, 0}}, 0.5, 1 + i);
  return b;
}

const std::vector<Exit> doors{{"upper", {{{{1, 1}}, {{1, 3}}}}}, {"lower", {{{{1, -1}}, {{1, 1}}}}}};

}  // namespace

TEST_CASE("who goes through an exit is taken out, with its contacts, and the others keep their ids and order") {
  Exits d(doors, 2);
  ExitCounts counts{{0, 0}, {0, 0}, {0, 0}};
  Bodies b = three();
  Contacts c;
  c.dimension = 2;
  c.resize(4);
  c.first = {1, 1, 2, 2};
  c.second = {-1, 0, -2, 0};
  c.multiplier = {1, 2, 3, 4};
  d.watch(b);
  b.position = {0.9, 0, 1.1, 2, 3, 4};
  CHECK(d.take_out(b, c, counts, 10, 0.5));
  CHECK(b.id == std::vector<std::int64_t>{0, 2});
  CHECK(b.mass == std::vector<double>{1, 3});
  CHECK(b.position == std::vector<double>{0.9, 0, 3, 4});
  CHECK(c.first == std::vector<std::int32_t>{1, 1});
  CHECK(c.second == std::vector<std::int32_t>{-2, 0});
  CHECK(c.multiplier == std::vector<double>{3, 4});
  CHECK(c.normal.size() == 4);
  REQUIRE(d.departures().size() == 1);
  CHECK(d.departures()[0].id == 1);
  CHECK(d.departures()[0].exit == 0);
  CHECK(d.departures()[0].time == doctest::Approx(10 + 0.5 / 1.1));
  CHECK(d.departures()[0].place[0] == doctest::Approx(1));
  CHECK(d.departures()[0].energy == 1);
  CHECK(d.departures()[0].momentum == Vec3{{2, 0, 0}});
  CHECK(counts.total() == 1);

  d.watch(b);
  CHECK(d.departures().empty());
  b.position = {1.0, 0, 3, 4};  // to touch is to leave
  CHECK(d.take_out(b, c, counts, 11, 0.5));
  CHECK(counts.departed[1] == 1);
  CHECK(counts.last[1] == doctest::Approx(11.5));
  d.watch(b);
  CHECK_FALSE(d.take_out(b, c, counts, 12, 0.5));
  CHECK(b.size() == 1);
  CHECK(b.next_id == 3);
}

TEST_CASE("the flow is what goes through between the first and the last") {
  const ExitCounts counts{{0, 1, 5}, {0, 2, 2}, {0, 2, 4}};
  CHECK(counts.flow(0) == 0);
  CHECK(counts.flow(1) == 0);
  CHECK(counts.flow(2) == 2);
}

TEST_CASE("exits are for the plane") { CHECK_THROWS_AS(Exits(doors, 3), Error); }

TEST_CASE("bodies that enter after others have left have new ids, and a run without bodies goes on") {
  Setup s;
  s.bodies = three();
  s.exits = doors;
  s.first_order = false;
  s.h = 0.5;
  Feed feed;
  feed.start = 3;
  feed.rate = 100;
  feed.low = {{-2, -2, 0}};
  feed.high = {{0, 2, 0}};
  feed.pending = test::empty(2);
  test::add(feed.pending, {}, {{1, 0, 0}}, 0.3, 1);
  s.feeds.push_back(feed);
  s.bodies.position = {0, 0, 0, 1.5, 0, 2.9};
  for (double& r : s.bodies.radius) r = 0.3;
  Simulation simulation(std::move(s), 1);
  while (simulation.bodies().size() > 0) REQUIRE(simulation.advance().converged);
  CHECK(simulation.time() < 3);
  CHECK_FALSE(simulation.deserted());
  while (simulation.bodies().size() == 0) REQUIRE(simulation.advance().converged);
  CHECK(simulation.bodies().id == std::vector<std::int64_t>{3});
  const State state = simulation.state();
  CHECK(state.exits.size() == 2);
  while (!simulation.deserted() && simulation.time() < 20) simulation.advance();
  CHECK(simulation.deserted());
  CHECK(simulation.advance().departed == 4);
}

TEST_CASE("a region removes whoever's centre is in it: a box, its outside, what is beyond a plane; from its start on") {
  const Removal box{RemovalBox{{{0, 0, 0}}, {{1, 1, 1}}}, "box", 0};
  CHECK(box.holds({{0.5, 1, 0.5}}, 3));
  CHECK(!box.holds({{0.5, 1, 1.5}}, 3));
  CHECK(box.holds({{0.5, 1, 1.5}}, 2));  // the third number is not there
  const Removal outside{RemovalBox{{{0, 0, 0}}, {{1, 1, 1}}, "outside"}, "outside", {}};
  const Removal beyond{RemovalBeyond{{{0, 0, 2}}, {{0, 0, 5}}}, "beyond", {}};
  CHECK(!outside.holds({{0.5, 0.5, 0.5}}, 3));
  CHECK(outside.holds({{0.5, -0.5, 0.5}}, 3));
  CHECK(beyond.holds({{7, 7, 2.5}}, 3));
  CHECK(!beyond.holds({{7, 7, 2}}, 3));

  Removal late = box;
  late.start = 5;
  Exits exits({}, 3, {beyond, late});
  ExitCounts counts{{0, 0}, {0, 0}, {0, 0}};
  Bodies b = test::empty(3);
  for (const double z : {0.5, 3.0, 1.5}) test::add(b, {{0.5, 0.5, z}}, {{0, 0, 2}}, 0.1, 3);
  Contacts c;
  c.dimension = 3;
  exits.watch(b);
  CHECK(exits.take_out(b, c, counts, 1, 0.5));
  CHECK(b.id == std::vector<std::int64_t>{0, 2});
  REQUIRE(exits.departures().size() == 1);
  CHECK(exits.departures()[0].time == 1.5);
  CHECK(exits.departures()[0].place == Vec3{{0.5, 0.5, 3}});
  CHECK(exits.departures()[0].energy == 6);
  CHECK(exits.departures()[0].momentum == Vec3{{0, 0, 6}});
  exits.watch(b);
  CHECK(exits.take_out(b, c, counts, 4.5, 0.5));
  CHECK(b.id == std::vector<std::int64_t>{2});
  CHECK(counts.departed == std::vector<std::int64_t>{1, 1});
}

TEST_CASE("in a periodic domain a region is where the image of a body inside the domain is") {
  Domain domain;
  domain.period[0] = 1;
  Exits exits({}, 2, {{RemovalBox{{{0.2, 0, 0}}, {{0.4, 1, 0}}}, "box", {}}}, domain);
  ExitCounts counts{{0}, {0}, {0}};
  Bodies b = test::empty(2);
  for (const double x : {-0.7, 0.1, 5.3}) test::add(b, {{x, 0.5, 0}}, {}, 0.01, 1);
  Contacts c;
  c.dimension = 2;
  exits.watch(b);
  CHECK(exits.take_out(b, c, counts, 0, 1));
  CHECK(b.id == std::vector<std::int64_t>{1});
}

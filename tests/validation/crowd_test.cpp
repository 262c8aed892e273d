// Crowds (GRAN 31–32): x⁺ = x + h P_{K(x)} U(x), U = −s ∇T, against exact answers where there are some.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "forces/crowd.hpp"
#include "forces/field.hpp"
#include "support/setups.hpp"

using namespace floc;
using namespace floc::test;

namespace {

using std::numbers::pi;
constexpr double r = 0.25;

struct Walkers {
  std::vector<std::size_t> exits;
  WalkingSpeed speed{.constant = 1};
  GroupSet groups{};
};

// People of radius about r on a floor, walls as obstacles.
Setup people(const FloorPlan& plan, double h, const std::vector<Walkers>& crowds, double clearance = 0.8 * r) {
  Setup s;
  s.bodies = empty(2);
  s.obstacles = Obstacles({obstacle(plan.wall_surfaces())});
  s.exits = plan.exits();
  s.first_order = true;
  s.h = h;
  for (const Walkers& w : crowds)
    s.forces.push_back(crowd({std::make_shared<const Route>(plan, w.exits, r / 5, clearance), w.speed, w.groups}));
  return s;
}

void fill(Setup& s, std::size_t n, Vec3 low, Vec3 high, std::int32_t group, std::uint64_t seed) {
  Bodies some = empty(2);
  for (std::size_t i = 0; i < n; ++i)
    some.add(low.c.data(), Vec3{}.c.data(), r * (0.9 + 0.2 * static_cast<double>(i % 5) / 5), 1, group);
  Executor executor(1);
  REQUIRE(pack(some, low, high, {}, s.obstacles, seed, 1e-6, executor).done);
  for (std::size_t i = 0; i < n; ++i) s.bodies.add(some.x(i), some.v(i), some.radius[i], 1, group);
}

// To the end, or until everybody has left; nobody overlaps anybody or a wall after any step.
struct Evacuation {
  double time = 0;
  std::int64_t left = 0;
};
Evacuation evacuate(Simulation& simulation, double end) {
  Evacuation e;
  while (simulation.time() < end && !simulation.deserted()) {
    const StepReport report = simulation.advance();
    REQUIRE(report.converged);
    REQUIRE(worst_overlap(simulation.bodies(), {}, simulation.obstacles()) <= 1.001e-4 * simulation.length());
    for (const Departure& d : simulation.departures()) e.time = std::max(e.time, d.time);
    e.left = report.departed;
  }
  return e;
}

FloorPlan rectangle_room(double width, double height, std::vector<Exit> exits,
                         std::vector<FloorPlan::Ring> holes = {}) {
  std::vector<FloorPlan::Ring> rings{{{{0, 0}}, {{width, 0}}, {{width, height}}, {{0, height}}}};
  rings.insert(rings.end(), holes.begin(), holes.end());
  return {std::move(rings), {}, std::move(exits)};
}

const Exit west{"west", {{{{0, 0}}, {{0, 3}}}}};
const Exit east{"east", {{{{12, 0}}, {{12, 3}}}}};

}  // namespace

TEST_CASE("in a straight corridor everybody walks at the exact speed and leaves at the exact time") {
  const FloorPlan plan = rectangle_room(12, 3, {west, east});
  const WalkingSpeed speed{.uniform = {{1.0, 1.2}}};
  Setup s = people(plan, 0.05, {{{1}, speed}});
  for (int i = 0; i < 5; ++i) add(s.bodies, {{1.0 + 1.4 * i, 0.6 + 0.45 * i, 0}}, {}, r);
  const Bodies start = s.bodies;
  Simulation simulation(std::move(s), 1);
  for (int k = 0; k < 60; ++k) simulation.advance();
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(simulation.bodies().x(i)[0] == doctest::Approx(start.x(i)[0] + 3 * speed.of(0, start.id[i])).epsilon(1e-9));
    CHECK(simulation.bodies().x(i)[1] == doctest::Approx(start.x(i)[1]).epsilon(1e-9));
  }
  std::size_t left = 0;
  while (!simulation.deserted()) {
    simulation.advance();
    for (const Departure& d : simulation.departures()) {
      const auto i = static_cast<std::size_t>(d.id);
      CHECK(d.time == doctest::Approx((12 - start.x(i)[0]) / speed.of(0, d.id)).epsilon(1e-9));
      CHECK(d.exit == 1);
      CHECK(d.place[0] == doctest::Approx(12));
      ++left;
    }
  }
  CHECK(left == 5);
}

TEST_CASE("round a corner a person walks the geodesic of a disc: two tangents and an arc") {
  const FloorPlan plan({{{{0, 0}}, {{8, 0}}, {{8, 3}}, {{5, 3}}, {{5, 8}}, {{0, 8}}}}, {},
                       {{"stairs", {{{{7.5, 0.9}}, {{7.5, 1.1}}}}}});
  const Vec2 corner{{5, 3}}, from{{3.2, 7}}, to{{7.5, 1.1}};
  const auto tangent = [&](const Vec2& x) { return std::sqrt(dot(x - corner, x - corner) - r * r); };
  const auto turned = [&](const Vec2& x) { return std::acos(r / norm(x - corner)); };
  const auto angle = [&](const Vec2& x) { return std::atan2(x[1] - corner[1], x[0] - corner[0]); };
  const double apart = 2 * pi - (angle(from) - angle(to));  // over the floor
  const double length = tangent(from) + tangent(to) + r * (apart - turned(from) - turned(to));
  double error = 0;
  for (const double h : {0.1, 0.02}) {
    Setup s = people(plan, h, {{.exits = {0}}}, r);
    add(s.bodies, {{from[0], from[1], 0}}, {}, r);
    Simulation simulation(std::move(s), 1);
    const Evacuation e = evacuate(simulation, 20);
    CHECK(e.left == 1);
    error = std::abs(e.time - length);
    MESSAGE("h = " << h << ": out after " << e.time << ", exact " << length);
  }
  CHECK(error < 0.007 * length);
}

TEST_CASE("a person pushed along a round pillar: the scheme converges at first order in h") {
  // U = (1, 0), centres at the distance R: θ' = −sin θ/R, so tan(θ/2) = tan(θ₀/2) exp(−t/R).
  const double R = 1.5, start = pi - 0.3, end = 2.5;  // it leaves the pillar after 2.8
  std::vector<double> errors;
  for (const double h : {0.1, 0.05, 0.025, 0.0125}) {
    Setup s;
    s.bodies = empty(2);
    add(s.bodies, {{R * std::cos(start), R * std::sin(start), 0}}, {}, 0.5);
    s.obstacles = Obstacles({obstacle({ball({}, 1, 2)})});
    s.first_order = true;
    s.h = h;
    s.tolerance = 1e-9;
    s.forces = {field({Expression("1", field_variables(), {}), Expression("0", field_variables(), {})}, true)};
    Simulation simulation(std::move(s), 1);
    while (simulation.time() < end - 0.5 * h) simulation.advance();
    const double theta = 2 * std::atan(std::tan(start / 2) * std::exp(-end / R));
    const Vec2 x = Vec2::load(simulation.bodies().x(0)), exact{{R * std::cos(theta), R * std::sin(theta)}};
    errors.push_back(norm(x - exact));
    MESSAGE("h = " << h << ": error " << errors.back());
  }
  const double order = std::log2(errors.front() / errors.back()) / 3;
  MESSAGE("order " << order);
  CHECK(order > 0.9);
  CHECK(order < 1.2);
}

TEST_CASE("two opposite streams never overlap, and both get on") {
  const FloorPlan plan = rectangle_room(12, 3, {west, east});
  const WalkingSpeed speed{.uniform = {{1.0, 1.4}}};
  Setup s = people(plan, 0.05, {{{1}, speed, GroupSet({0})}, {{0}, speed, GroupSet({1})}});
  fill(s, 24, {{0.1, 0.1, 0}}, {{4, 2.9, 0}}, 0, 1);
  fill(s, 24, {{8, 0.1, 0}}, {{11.9, 2.9, 0}}, 1, 2);
  std::vector<double> begin;
  for (std::size_t i = 0; i < s.bodies.size(); ++i) begin.push_back(s.bodies.x(i)[0]);
  Simulation simulation(std::move(s), 1);
  const Evacuation e = evacuate(simulation, 15);
  double progress = 0;
  for (std::size_t i = 0; i < simulation.bodies().size(); ++i) {
    const auto id = static_cast<std::size_t>(simulation.bodies().id[i]);
    progress += (simulation.bodies().x(i)[0] - begin[id]) * (simulation.bodies().group[i] == 0 ? 1 : -1);
  }
  MESSAGE(e.left << " of 48 have got through after " << simulation.time() << "; the others have come "
                 << (simulation.bodies().size() > 0 ? progress / static_cast<double>(simulation.bodies().size()) : 0.0)
                 << " further on average");
  CHECK(e.left + static_cast<std::int64_t>(simulation.bodies().size()) == 48);
  CHECK(progress >= 0);
  CHECK((e.left == 48 || progress > 0));
}

TEST_CASE("a room empties through its door, with an obstacle before it and without; nobody is ever squeezed") {
  const Exit door{"door", {{{{8, 2.4}}, {{8, 3.6}}}}};
  const auto time_of = [&](const FloorPlan& plan) {
    Setup s = people(plan, 0.05, {{.exits = {0}}});
    fill(s, 60, {{0.2, 0.2, 0}}, {{5.5, 5.8, 0}}, 0, 3);
    Simulation simulation(std::move(s), 1);
    const Evacuation e = evacuate(simulation, 60);
    CHECK(e.left == 60);
    CHECK(simulation.state().exits.departed[0] == 60);
    MESSAGE("out after " << e.time << ", " << simulation.state().exits.flow(0) << " a unit of time");
    return e.time;
  };
  const double open = time_of(rectangle_room(8, 6, {door}));
  const FloorPlan::Ring pillar{{{6.6, 2.8}}, {{7.0, 2.8}}, {{7.0, 3.2}}, {{6.6, 3.2}}};
  const double hindered = time_of(rectangle_room(8, 6, {door}, {pillar}));
  CHECK(open > 5);
  CHECK(hindered > 5);
}

TEST_CASE("an evacuation has the same bits for any number of threads and across a restart in its middle") {
  const Exit door{"door", {{{{8, 2.4}}, {{8, 3.6}}}}}, back{"back", {{{{0, 5}}, {{0, 6}}}}};
  const FloorPlan plan = rectangle_room(8, 6, {door, back}, {{{{6.4, 2.8}}, {{6.8, 2.8}}, {{6.6, 3.3}}}});
  const auto make = [&] {
    Setup s = people(plan, 0.05, {{{0, 1}, {.normal = {{1.2, 0.2}}}}});
    fill(s, 70, {{0.2, 0.2, 0}}, {{6, 5.8, 0}}, 0, 5);
    return s;
  };
  Simulation one(make(), 1);
  State middle;
  std::vector<std::uint64_t> hashes;
  while (one.step() < 120) {
    one.advance();
    hashes.push_back(one.hash());
    if (one.step() == 60) middle = one.state();
  }
  CHECK(middle.bodies.size() < 70);
  CHECK(middle.bodies.size() > 20);
  CHECK(one.bodies().size() < middle.bodies.size());
  for (const int threads : {2, 3, 7}) {
    Simulation more(make(), threads), resumed(make(), threads);
    for (const std::uint64_t hash : hashes) {
      more.advance();
      REQUIRE(more.hash() == hash);
    }
    resumed.restore(middle);
    while (resumed.step() < 120) resumed.advance();
    CHECK(resumed.hash() == hashes.back());
    CHECK(resumed.bodies().id == one.bodies().id);
    CHECK(resumed.state().exits.departed[0] == one.state().exits.departed[0]);
    CHECK(resumed.state().exits.last[1] == one.state().exits.last[1]);
  }
}

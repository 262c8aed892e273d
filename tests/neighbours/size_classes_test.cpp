#include "neighbours/size_classes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/setups.hpp"

using namespace floc;

namespace {

// As much volume in every octave of radii, balls a fifth of the volume: nearly all bodies are small.
Bodies mostly_small(std::size_t count, double ratio) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<double> radius(count);
  double volume = 0;
  for (double& r : radius) {
    r = std::cbrt(1 / (1 - unit(random) * (1 - std::pow(ratio, -3))));
    volume += 4.18879 * r * r * r;
  }
  const double side = std::cbrt(5 * volume);
  Bodies bodies = test::empty(3);
  for (const double r : radius)
    test::add(bodies, Vec3{{side * unit(random), side * unit(random), side * unit(random)}}, {}, r);
  return bodies;
}

CellGrid grid_of(const Bodies& bodies, double gap) {
  CellGrid grid;
  grid.build(bodies, {}, 2 * std::ranges::max(bodies.radius) + gap);
  return grid;
}

}  // namespace

TEST_CASE("bodies of about one size, and few of unequal ones, have no classes") {
  SizeClasses classes;
  const Bodies alike = mostly_small(5000, 4), few = mostly_small(100, 1000);
  classes.build(alike, {}, 0.1, grid_of(alike, 0.1));
  CHECK(classes.empty());
  classes.build(few, {}, 0.1, grid_of(few, 0.1));
  CHECK(classes.empty());
  classes.build(test::empty(3), {}, 0.1, CellGrid());
  CHECK(classes.empty());
}

TEST_CASE("what searches visit grows with the number of bodies, for radii over a ratio of a thousand") {
  const double gap = 0.1;
  double visits[2] = {0, 0};
  for (const int large : {0, 1}) {
    const Bodies bodies = mostly_small(large ? 40000 : 10000, 1000);
    SizeClasses classes;
    classes.build(bodies, {}, gap, grid_of(bodies, gap));
    REQUIRE(!classes.empty());
    std::size_t visited = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      classes.for_runs(Vec3::load(bodies.x(i)), bodies.radius[i] + gap,
                       [&](std::span<const std::int32_t> indices) { visited += indices.size(); });
    visits[large] = static_cast<double>(visited) / static_cast<double>(bodies.size());
  }
  MESSAGE(visits[0], " and ", visits[1], " bodies for each of 10,000 and 40,000");
  CHECK(visits[1] < 1.25 * visits[0]);
  CHECK(visits[1] < 150);
}

TEST_CASE("every body is in one class, until it is forgotten") {
  const Bodies bodies = mostly_small(5000, 100);
  SizeClasses classes;
  classes.build(bodies, {}, 0.1, grid_of(bodies, 0.1));
  std::vector<int> seen(bodies.size(), 0);
  const auto look = [&] {
    std::ranges::fill(seen, 0);
    classes.for_runs(Vec3{}, 1e6, [&](std::span<const std::int32_t> indices) {
      for (const std::int32_t i : indices)
        if (i >= 0) ++seen[static_cast<std::size_t>(i)];
    });
  };
  look();
  CHECK(std::ranges::count(seen, 1) == 5000);
  for (const std::size_t gone : {std::size_t{7}, std::size_t{4000}})
    classes.forget(static_cast<std::int32_t>(gone), bodies.radius[gone], Vec3::load(bodies.x(gone)));
  look();
  CHECK(std::ranges::count(seen, 1) == 4998);
  CHECK(seen[7] + seen[4000] == 0);
}

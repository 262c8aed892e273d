#include "core/slab_order.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "core/vec.hpp"

using namespace floc;

namespace {

// In a random order, in a box of the given length whose other sides are 1.
Bodies cloud(int dimension, std::size_t count, double length) {
  Bodies bodies;
  bodies.dimension = dimension;
  const double still[3] = {};
  for (std::size_t i = 0; i < count; ++i) {
    const double x[3] = {uniform({1, i, 0, 0}), length * uniform({1, i, 0, 1}), uniform({1, i, 0, 2})};
    bodies.add(x, still, 1, 1, 0);
  }
  return bodies;
}

// How many places apart neighbours are at most, as a part of all: those nearer than the mean distance.
double reach(const Bodies& bodies, const Domain& domain, std::span<const std::int32_t> order, double distance) {
  std::vector<std::size_t> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[static_cast<std::size_t>(order[k])] = k;
  std::size_t farthest = 0;
  for (std::size_t i = 0; i < bodies.size(); i += 97)
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      Vec3 between;
      for (int k = 0; k < bodies.dimension; ++k) between[k] = bodies.x(i)[k] - bodies.x(j)[k];
      if (norm(domain.nearest_image(between)) < distance)
        farthest = std::max(farthest, std::max(place[i], place[j]) - std::min(place[i], place[j]));
    }
  return static_cast<double>(farthest) / static_cast<double>(bodies.size());
}

}  // namespace

TEST_CASE("neighbours are a few slabs apart, across a period too") {
  constexpr std::size_t count = 40000;
  for (const int dimension : {2, 3})
    for (const bool periodic : {false, true}) {
      constexpr double length = 3;
      const Bodies bodies = cloud(dimension, count, length);
      Domain domain;
      if (periodic) domain.period[1] = length;
      SlabOrder slabs;
      const auto order = slabs.find(bodies, domain);
      REQUIRE(order.size() == count);
      std::vector<int> visits(count);
      for (const std::int32_t i : order) ++visits[static_cast<std::size_t>(i)];
      CHECK(visits == std::vector<int>(count, 1));
      const double distance = std::pow(length / count, 1.0 / dimension);
      CAPTURE(dimension);
      CAPTURE(periodic);
      // The distance, a slab more, and what chance adds to slabs.
      CHECK(reach(bodies, domain, order, distance) < (periodic ? 2 : 1) * 2 * distance / length);
    }
}

TEST_CASE("few bodies, or bodies in one place or on a line, have no order") {
  SlabOrder slabs;
  CHECK(slabs.find(Bodies(), {}).empty());
  CHECK(slabs.find(cloud(3, 100, 1), {}).empty());
  Bodies pile;
  pile.dimension = 2;
  const double x[2] = {1, 2};
  for (int i = 0; i < 40000; ++i) pile.add(x, x, 1, 1, 0);
  CHECK(slabs.find(pile, {}).empty());
  CHECK(slabs.find(cloud(1, 40000, 1), {}).empty());
}

TEST_CASE("images of a body in other periods are in one place of the order") {
  const Bodies bodies = cloud(2, 40000, 1);
  Domain domain;
  domain.period[0] = domain.period[1] = 1;
  SlabOrder one, two;
  const auto order = one.find(bodies, domain);
  Bodies shifted = bodies;
  for (std::size_t i = 0; i < bodies.size(); i += 3) shifted.position[2 * i] += 4;
  CHECK(std::ranges::equal(order, two.find(shifted, domain)));
}

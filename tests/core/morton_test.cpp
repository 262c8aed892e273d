#include "core/morton.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "core/random.hpp"

using namespace floc;

namespace {

// In a random order, with radii that tell it.
Bodies cloud(int dimension, std::size_t count) {
  Bodies bodies;
  bodies.dimension = dimension;
  const double still[3] = {};
  for (std::size_t i = 0; i < count; ++i) {
    const double x[3] = {uniform({1, i, 0, 0}), uniform({1, i, 0, 1}), uniform({1, i, 0, 2})};
    bodies.add(x, still, static_cast<double>(i), 1, 0);
  }
  return bodies;
}

// Mean distance from one body of an order to the next.
template <class Order>
double mean_step(const Bodies& bodies, const Order& order) {
  double length = 0;
  for (std::size_t k = 1; k < bodies.size(); ++k) {
    double square = 0;
    for (int q = 0; q < bodies.dimension; ++q)
      square += std::pow(bodies.x(static_cast<std::size_t>(order[k]))[q] -
                         bodies.x(static_cast<std::size_t>(order[k - 1]))[q], 2);
    length += std::sqrt(square) / static_cast<double>(bodies.size());
  }
  return length;
}

}  // namespace

TEST_CASE("cells are visited quadrant by quadrant") {
  Bodies bodies;
  bodies.dimension = 2;
  const double still[2] = {};
  for (const auto& x : {std::array{3.0, 3.0}, std::array{0.0, 3.0}, std::array{3.0, 0.0}, std::array{0.0, 0.0}})
    bodies.add(x.data(), still, 1, 1, 0);
  CHECK(morton_order(bodies) == std::vector<std::int32_t>{3, 2, 1, 0});
}

TEST_CASE("neighbours on the curve are neighbours in space, in every dimension") {
  for (const int dimension : {1, 2, 3}) {
    constexpr std::size_t count = 4096;
    Bodies bodies = cloud(dimension, count);
    const Bodies before = bodies;
    const std::vector<std::int32_t> order = morton_order(bodies);
    bodies.reorder(order);
    CAPTURE(dimension);
    CHECK(mean_step(before, order) < 2.5 * std::pow(count, -1.0 / dimension));
    // A body takes along what it has, but for its name.
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(bodies.radius[i] == static_cast<double>(order[i]));
      CHECK(bodies.x(i)[0] == before.x(static_cast<std::size_t>(order[i]))[0]);
      CHECK(bodies.id[i] == static_cast<std::int64_t>(i));
    }
  }
}

TEST_CASE("no body, or all in one place, is no trouble") {
  Bodies bodies;
  CHECK(morton_order(bodies).empty());
  const double x[3] = {1, 2, 3};
  bodies.add(x, x, 1, 1, 0);
  bodies.add(x, x, 1, 1, 0);
  CHECK(morton_order(bodies) == std::vector<std::int32_t>{0, 1});
}

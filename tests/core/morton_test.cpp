#include "core/morton.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "core/random.hpp"

using namespace floc;

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
    Bodies bodies;
    bodies.dimension = dimension;
    const double still[3] = {};
    constexpr std::size_t count = 4096;
    for (std::size_t i = 0; i < count; ++i) {
      const double x[3] = {uniform({1, i, 0, 0}), uniform({1, i, 0, 1}), uniform({1, i, 0, 2})};
      bodies.add(x, still, static_cast<double>(i), 1, 0);
    }
    const Bodies before = bodies;
    const std::vector<std::int32_t> order = morton_order(bodies);
    bodies.reorder(order);
    double length = 0;
    for (std::size_t i = 1; i < count; ++i) {
      double square = 0;
      for (int k = 0; k < dimension; ++k) square += std::pow(bodies.x(i)[k] - bodies.x(i - 1)[k], 2);
      length += std::sqrt(square) / count;
    }
    CAPTURE(dimension);
    CHECK(length < 2.5 * std::pow(count, -1.0 / dimension));
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

TEST_CASE("bodies that have mixed come in an order whose neighbours are near each other; those in order are left alone") {
  for (const int dimension : {2, 3}) {
    Bodies bodies;
    bodies.dimension = dimension;
    const double still[3] = {};
    constexpr std::size_t count = 40000;
    for (std::size_t i = 0; i < count; ++i) {
      const double x[3] = {uniform({1, i, 0, 0}), uniform({1, i, 0, 1}), uniform({1, i, 0, 2})};
      bodies.add(x, still, 1, 1, 0);
    }
    MovingOrder moving;
    CHECK(moving.find(Bodies()).empty());
    const auto order = moving.find(bodies);
    REQUIRE(order.size() == count);
    std::vector<int> visits(count);
    double length = 0;
    for (std::size_t k = 0; k < count; ++k) {
      ++visits[static_cast<std::size_t>(order[k])];
      if (k == 0) continue;
      double square = 0;
      for (int q = 0; q < dimension; ++q)
        square += std::pow(bodies.x(static_cast<std::size_t>(order[k]))[q] - bodies.x(static_cast<std::size_t>(order[k - 1]))[q], 2);
      length += std::sqrt(square) / count;
    }
    CAPTURE(dimension);
    CHECK(visits == std::vector<int>(count, 1));
    CHECK(length < 2 * std::pow(64.0 / count, 1.0 / dimension));  // within a cell

    bodies.reorder(std::vector<std::int32_t>(order.begin(), order.end()));
    CHECK(moving.find(bodies).empty());
  }
}

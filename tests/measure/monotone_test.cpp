#include "measure/monotone.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/setups.hpp"

using namespace floc;

TEST_CASE("the nearest monotone sequence of a monotone one is itself, and pools are weighted means") {
  CHECK(nearest_monotone({}, {}).empty());
  const std::vector<double> w{1, 3, 1};
  CHECK((nearest_monotone(std::vector<double>{-1, 0, 0}, w) == std::vector<double>{-1, 0, 0}));
  CHECK((nearest_monotone(std::vector<double>{4, 0, 2}, w) == std::vector<double>{1, 1, 2}));
  CHECK((nearest_monotone(std::vector<double>{2, 1, -5}, w) == std::vector<double>{0, 0, 0}));
}

// z is the projection of y onto a convex cone with vertex 0 that holds the constants: the residual has
// no component along z, and its weighted sums from the left are never negative.
TEST_CASE("the nearest monotone sequence obeys the conditions of a projection onto a cone") {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::vector<double> y(500), w(500);
  for (double& value : y) value = normal(random);
  for (double& value : w) value = std::exp(normal(random));
  const std::vector<double> z = nearest_monotone(y, w);
  CHECK(std::is_sorted(z.begin(), z.end()));
  double along = 0, sum = 0, least = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    along += w[i] * (y[i] - z[i]) * z[i];
    sum += w[i] * (y[i] - z[i]);
    least = std::min(least, sum);
  }
  CHECK(std::abs(along) < 1e-10);
  CHECK(std::abs(sum) < 1e-10);
  CHECK(least > -1e-10);
}

TEST_CASE("two sticky blocks go on with their common velocity after they met") {
  Bodies blocks = test::empty(1);
  test::add(blocks, {{0, 0, 0}}, {{2, 0, 0}}, 0.5, 1);
  test::add(blocks, {{3, 0, 0}}, {{0, 0, 0}}, 0.5, 3);
  const std::vector<double> before = sticky_blocks(blocks, 0.5), after = sticky_blocks(blocks, 2);
  CHECK(before[0] == 1);
  CHECK(before[1] == 3);
  CHECK(after[0] == doctest::Approx(2.5));  // met at t = 1 in (2, 3), then half a unit a unit of time
  CHECK(after[1] == doctest::Approx(3.5));
}

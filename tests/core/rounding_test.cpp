#include "core/rounding.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>

using namespace floc;

TEST_CASE("roundings by additions are those of the library") {
  std::mt19937_64 draw(3);
  int wrong = 0;
  const auto look_at = [&](double v) {
    wrong += nearest_integer(v) != std::nearbyint(v) || rounded_down(v) != std::floor(v);
  };
  for (const double v : {0.0, 0.5, 1.5, 2.5, 1e-300, 1.0, 3.0, 0x1p50 + 0.5, 0x1p52, 1e300, 0.49999999999999994,
                         std::numeric_limits<double>::infinity()})
    for (const double sign : {1.0, -1.0}) look_at(sign * v);
  for (int k = 0; k < 100000; ++k) look_at(std::ldexp(std::uniform_real_distribution(-1.0, 1.0)(draw), k % 50));
  CHECK(wrong == 0);
  CHECK(std::isnan(nearest_integer(std::nan(""))));
  CHECK(std::isnan(rounded_down(std::nan(""))));
}

#include "measure/fractal.hpp"

#include <cmath>

#include "measure/frames.hpp"
#include "measure/joins.hpp"

using namespace floc;
using namespace floc::test;

namespace {

FractalDimension of(const Instant& now, int smallest) {
  const Joins joins = joined_pairs(now.frame(), settings(now.bodies.dimension));
  const Aggregates all = find_aggregates(now.bodies.size(), joins);
  return fractal_dimension(all.size, gyration_radii(now.frame(), joins, all), smallest);
}

}  // namespace

TEST_CASE("a power law has its exponent, and no error") {
  std::vector<std::int32_t> n;
  std::vector<double> r;
  for (std::int32_t k = 1; k < 40; ++k) {
    n.push_back(k);
    r.push_back(0.3 * std::pow(k, 1 / 1.78));
  }
  const FractalDimension d = fractal_dimension(n, r, 5);
  CHECK(d.value == doctest::Approx(1.78));
  CHECK(d.error < 1e-12);
  CHECK(d.aggregates == 35);
}

TEST_CASE("rods on a line have dimension 1 exactly") {
  Instant now{empty(1)};
  double x = 0;
  for (int n = 1; n < 30; ++n, x += 5)
    for (int k = 0; k < n; ++k, x += 2) add(now.bodies, {{x, 0, 0}});
  const FractalDimension d = of(now, 2);
  CHECK(d.value == doctest::Approx(1).epsilon(1e-9));
  CHECK(d.error < 1e-9);
}

TEST_CASE("rows of discs have dimension 1 and squares of them 2, within their finite size") {
  for (const bool square : {false, true}) {
    Instant now{empty(2)};
    double y = 0;
    for (int n = 6; n <= 20; n += 2) {
      block(now.bodies, {{0, y, 0}}, n, square ? n : 1);
      y += 2 * n + 5;
    }
    const FractalDimension d = of(now, 2);
    CHECK(d.value == doctest::Approx(square ? 2 : 1).epsilon(0.005));
    CHECK(d.error < 0.01);
    CHECK(d.aggregates == 8);
  }
}

TEST_CASE("scatter of the radii does not bias the dimension, and the error tells of it") {
  // 60 data sets of power 2 with normal scatter of ln R: the mean lies within the error of a mean, and the errors
  // stated are those that occur.
  double sum = 0, squares = 0, stated = 0;
  const int sets = 60;
  for (std::uint64_t s = 0; s < sets; ++s) {
    std::vector<std::int32_t> n;
    std::vector<double> r;
    for (std::uint64_t a = 0; a < 200; ++a) {
      n.push_back(5 + static_cast<std::int32_t>(a % 50));
      r.push_back(std::sqrt(n.back()) * std::exp(0.1 * normal({3, a, s, 0})));
    }
    const FractalDimension d = fractal_dimension(n, r, 5);
    sum += d.value / sets;
    squares += (d.value - 2) * (d.value - 2) / sets;
    stated += d.error / sets;
  }
  CHECK(std::abs(sum - 2) < 3 * stated / std::sqrt(1.0 * sets));
  CHECK(std::sqrt(squares) == doctest::Approx(stated).epsilon(0.25));
}

TEST_CASE("too few aggregates, or all of one size, have no dimension") {
  const std::vector<std::int32_t> n{9, 9, 9, 2};
  const std::vector<double> r{1, 2, 3, 1};
  CHECK(std::isnan(fractal_dimension(n, r, 3).value));
  CHECK(std::isnan(fractal_dimension({}, {}, 3).value));
}

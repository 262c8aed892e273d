#include "projection/ipm.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("ten digits in a few iterations, at any size") {
  for (const std::size_t n : {10u, 100u, 1000u, 10000u}) {
    Executor executor;
    ProjectionResult result;
    Ipm().solve(test::column(1, n), {.tolerance = 1e-10}, executor, result);
    CHECK(result.status == ProjectionStatus::converged);
    CHECK(result.certificate.iterations < 50);
    CHECK(result.multiplier[0] == doctest::Approx(static_cast<double>(n)).epsilon(1e-4));
  }
}

TEST_CASE("equality rows hold both ways, without compliance too") {
  test::Problem p = test::column(3, 20);
  for (double& v : p.free_velocity) v = -v;
  p.lower.assign(20, -std::numeric_limits<double>::infinity());
  Executor executor;
  ProjectionResult result;
  Ipm().solve(p, {.tolerance = 1e-10}, executor, result);
  CHECK(result.status == ProjectionStatus::converged);
  for (std::size_t c = 0; c < 20; ++c) CHECK(result.multiplier[c] == doctest::Approx(-static_cast<double>(20 - c)));
}

TEST_CASE("equality rows that contradict each other end as stagnated") {
  test::Problem p = test::column(1, 2);
  p.first = {0, 0, 1};
  p.second = {-1, -1, 0};
  p.gap = {0, 0.5, 0};
  p.normal = {1, 1, 1};
  p.lower.assign(3, -std::numeric_limits<double>::infinity());
  Executor executor;
  ProjectionResult result;
  Ipm().solve(p, {.tolerance = 1e-6}, executor, result);
  CHECK(result.status == ProjectionStatus::stagnated);
}

TEST_CASE("multipliers of a crystal are resolved to eight digits") {
  test::Problem p = test::crystal(2, 1);
  p.compliance = 1e-6;
  Executor executor;
  ProjectionResult result;
  Ipm().solve(p, {.tolerance = 1e-4, .multiplier_tolerance = 1e-9}, executor, result);
  CHECK(result.status == ProjectionStatus::converged);
  for (const double multiplier : result.multiplier)
    CHECK(multiplier == doctest::Approx(result.multiplier[0]).epsilon(1e-8));
}

TEST_CASE("open rows are not counted as active, though an interior point pushes a little at them") {
  test::Problem p = test::column(3, 20);
  for (std::size_t c = 10; c < 20; ++c) p.gap[c] = 1;  // nobody gets that far
  Executor executor;
  ProjectionResult result;
  Ipm().solve(p, {.tolerance = 1e-6}, executor, result);
  CHECK(result.status == ProjectionStatus::converged);
  CHECK(*std::min_element(result.multiplier.begin(), result.multiplier.end()) > 0);
  CHECK(result.certificate.active == 10);
}

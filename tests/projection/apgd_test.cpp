#include "projection/apgd.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("acceleration needs far fewer iterations than the fixed step on a column") {
  test::Problem p = test::column(2, 60);
  Executor executor;
  ProjectionResult fast, slow;
  Apgd().solve(p, {.tolerance = 1e-6}, executor, fast);
  make_solver("uzawa")->solve(p, {.tolerance = 1e-6}, executor, slow);
  CHECK(fast.status == ProjectionStatus::converged);
  CHECK(slow.status == ProjectionStatus::converged);
  CHECK(10 * fast.certificate.iterations < slow.certificate.iterations);
}

TEST_CASE("the search for a step ends at the solution itself, and where all multipliers are zero") {
  test::Problem p = test::column(3, 5);
  Executor executor;
  ProjectionResult result;
  // The exact solution, and a tolerance that keeps the iteration going on it.
  p.guess = {5, 4, 3, 2, 1};
  Apgd().solve(p, {.tolerance = 1e-30, .max_iterations = 50}, executor, result);
  CHECK(result.certificate.violation < 1e-14);
  // Rows that are just touched: λ = 0 is right, and the tolerance cannot be met by rounding.
  p.free_velocity.assign(p.free_velocity.size(), 0.0);
  p.gap.assign(5, -1e-30);
  p.guess.clear();
  Apgd().solve(p, {.tolerance = 1e-40, .max_iterations = 50}, executor, result);
  CHECK(test::largest(result.multiplier) < 1e-25);
}

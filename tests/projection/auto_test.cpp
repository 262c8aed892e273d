#include "projection/auto.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("the choice follows dimension, tolerance, and guess") {
  test::Problem p = test::column(1, 5);
  CHECK(Auto::choice(p, {}) == "ipm");
  p = test::column(2, 5);
  CHECK(Auto::choice(p, {}) == "stream");
  CHECK(Auto::choice(p, {.tolerance = 1e-8}) == "stream");
  CHECK(Auto::choice(p, {.multiplier_tolerance = 0.02}) == "ipm");
  CHECK(Auto::choice(p, {.tolerance = 1e-3}) == "stream");
  p.guess.assign(5, 1.0);
  CHECK(Auto::choice(p, {.tolerance = 1e-3}) == "bbpgd");
  p = test::column(3, 5);
  CHECK(Auto::choice(p, {.tolerance = 1e-8, .multiplier_tolerance = 0.02}) == "apgd");
  CHECK(Auto::choice(p, {.tolerance = 1e-8}) == "stream");
  p.guess.clear();
  test::Problem rigid = p;
  rigid.unit_inverse_mass = {1};
  CHECK(Auto::choice(rigid, {}) == "apgd");
}

TEST_CASE("where the choice fails another solver stands in, and all iterations are counted") {
  const test::Problem p = test::column(3, 300);
  Executor executor;
  ProjectionResult alone, helped;
  const ProjectionSettings settings{.tolerance = 1e-8, .max_iterations = 40};
  Apgd().solve(p, settings, executor, alone);
  CHECK(alone.status == ProjectionStatus::iteration_limit);
  Auto().solve(p, settings, executor, helped);
  CHECK(helped.status == ProjectionStatus::converged);
  CHECK(helped.certificate.iterations > 40);
}

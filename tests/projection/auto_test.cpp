#include "projection/auto.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

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

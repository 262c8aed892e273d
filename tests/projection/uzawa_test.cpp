#include "projection/uzawa.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("the fixed step converges on crystals, whose largest eigenvalue is hard to find") {
  for (const int dimension : {2, 3}) {
    test::Problem p = test::crystal(dimension, 2);
    p.set_relative_compliance(1e-6);
    Executor executor;
    ProjectionResult result;
    Uzawa().solve(p, {.tolerance = 1e-6}, executor, result);
    CHECK(result.status == ProjectionStatus::converged);
    CHECK(result.certificate.violation <= 1e-6);
  }
}

TEST_CASE("on one row the step is 1.95 over its diagonal") {
  test::Problem p = test::column(1, 1);
  Executor executor;
  ProjectionResult result;
  Uzawa().solve(p, {.tolerance = 1e-300, .max_iterations = 1}, executor, result);
  // L = 1 exactly, Gershgorin's bound being sharp.
  CHECK(result.multiplier[0] == doctest::Approx(1.95));
}

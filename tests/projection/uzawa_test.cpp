#include "projection/uzawa.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("the fixed step converges on stiff crystals, where twice the step would not") {
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

TEST_CASE("one row is solved by a geometric series of ratio 0.95") {
  test::Problem p = test::column(1, 1);
  Executor executor;
  ProjectionResult result;
  Uzawa().solve(p, {.tolerance = 1e-300, .max_iterations = 1}, executor, result);
  // L = 1 exactly, the bound of Gershgorin being sharp: ρ = 1.95.
  CHECK(result.multiplier[0] == doctest::Approx(1.95));
}

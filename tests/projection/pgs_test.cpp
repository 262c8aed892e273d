#include "projection/pgs.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("a lone pair is solved in one sweep") {
  test::Problem p;
  p.dimension = 1;
  p.add_body(1, {{0, 0, 0}});
  p.add_body(1, {{-1, 0, 0}});
  p.add_row(1, 0, 0, {{1, 0, 0}});
  Executor executor;
  ProjectionResult result;
  Pgs().solve(p, {.tolerance = 1e-14}, executor, result);
  CHECK(result.certificate.iterations <= 2);
  CHECK(result.velocity[0] == doctest::Approx(-0.5));
  CHECK(result.velocity[1] == doctest::Approx(-0.5));
}

TEST_CASE("roundings do not add up over many sweeps") {
  const test::Problem p = test::column(2, 60);
  Executor executor;
  ProjectionResult result;
  Pgs().solve(p, {.tolerance = 1e-12}, executor, result);
  CHECK(result.status == ProjectionStatus::converged);
  CHECK(result.certificate.iterations > 1000);
  CHECK(result.multiplier[0] == doctest::Approx(60));
}

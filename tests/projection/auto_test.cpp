#include "projection/auto.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("the choice follows dimension, size and tolerance") {
  CHECK(Auto::choice(test::column(1, 5), {}) == "ipm");
  test::Problem few = test::column(2, 5), many = test::column(2, 600);
  CHECK(Auto::choice(few, {}) == "apgd");
  CHECK(Auto::choice(few, {.tolerance = 1e-8}) == "ipm");
  for (const test::Problem& p : {few, many}) CHECK(Auto::choice(p, {.multiplier_tolerance = 0.02}) == "ipm");
  CHECK(Auto::choice(many, {.tolerance = 1e-3}) == "stream");
  for (const double tolerance : {1e-4, 1e-8}) CHECK(Auto::choice(many, {.tolerance = tolerance}) == "conjugate");
  many = test::column(3, 600);
  for (const double tolerance : {1e-2, 1e-4}) CHECK(Auto::choice(many, {.tolerance = tolerance}) == "conjugate");
  CHECK(Auto::choice(many, {.tolerance = 1e-8, .multiplier_tolerance = 0.02}) == "apgd");
  many.unit_inverse_mass = {1};
  CHECK(Auto::choice(many, {}) == "apgd");
}

TEST_CASE("a free motion that goes far through others is left to a direct method, whatever the tolerance") {
  for (const int dimension : {2, 3})
    for (const double tolerance : {1e-2, 1e-4}) {
      test::Problem p = test::column(dimension, 600);
      const std::size_t top = p.free_velocity.size() - 1;
      const std::string_view near = Auto::choice(p, {.tolerance = tolerance});
      CHECK(near != "ipm");
      p.free_velocity[top] = -101 / p.step;
      CHECK(Auto::choice(p, {.tolerance = tolerance}) == "ipm");
      p.gap.back() = 101;  // as far, but nothing is in the way
      CHECK(Auto::choice(p, {.tolerance = tolerance}) == near);
    }
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

#include "measure/step_function.hpp"

#include <doctest/doctest.h>

using namespace floc;

TEST_CASE("a step function is its value on each interval and zero outside") {
  const StepFunction f{{0, 1, 3}, {2, -1}};
  CHECK(f(-0.5) == 0);
  CHECK(f(0) == 2);
  CHECK(f(0.9) == 2);
  CHECK(f(1) == -1);
  CHECK(f(3) == 0);
  CHECK(integral(f) == 0);
  CHECK(StepFunction{}(1) == 0);
  CHECK(integral(StepFunction{}) == 0);
}

TEST_CASE("the distance of step functions with other edges is exact") {
  const StepFunction f{{0, 1, 3}, {2, -1}}, g{{-1, 0.5, 1}, {1, 3}}, far{{10, 12}, {-3}};
  CHECK(l1_distance(f, f) == 0);
  CHECK(l1_distance(f, {}) == doctest::Approx(4));
  CHECK(l1_distance(f, g) == doctest::Approx(1 + 0.5 + 0.5 + 2));
  CHECK(l1_distance(g, f) == doctest::Approx(l1_distance(f, g)));
  CHECK(l1_distance(f, far) == doctest::Approx(4 + 6));
}

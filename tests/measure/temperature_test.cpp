#include "measure/temperature.hpp"

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("the temperature is the variance of the velocities about the mean, weighted by mass") {
  Instant now{empty(2)};
  add(now.bodies, {}, {{3, 1, 0}}, 1, 1);
  add(now.bodies, {{5, 0, 0}}, {{-1, 1, 0}}, 1, 3);
  const auto m = MeasureTemperature{}.make(settings(2));
  CHECK(number(*m, now.frame(), "mean_vx") == 0);
  CHECK(number(*m, now.frame(), "mean_vy") == 1);
  CHECK(number(*m, now.frame(), "temperature_x") == doctest::Approx((9 + 3) / 4.0));
  CHECK(number(*m, now.frame(), "temperature_y") == 0);
  CHECK(number(*m, now.frame(), "temperature") == doctest::Approx(1.5));
}

TEST_CASE("a temperature does not depend on who looks on: a common velocity changes the mean alone") {
  Instant now{gas(3, 50, {{1, 1, 1}}, 3)};
  for (std::size_t k = 0; k < now.bodies.velocity.size(); ++k) now.bodies.velocity[k] = normal({4, k, 0, 0});
  const auto m = MeasureTemperature{}.make(settings(3));
  const double t = number(*m, now.frame(), "temperature");
  for (double& v : now.bodies.velocity) v += 10;
  CHECK(number(*m, now.frame(), "temperature") == doctest::Approx(t));
}

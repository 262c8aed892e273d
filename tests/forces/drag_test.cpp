#include "forces/drag.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "core/vec.hpp"
#include "forces_fixture.hpp"

using namespace floc;
using namespace floc::test;

namespace {

Expression of_place(const char* text) { return {text, {"x", "y", "z", "t"}}; }

ExpressionFlow shear() { return {{of_place("0.5*y + t"), of_place("-x*z"), of_place("2")}}; }

Vec3 shear_at(const double* x, double t) { return {{0.5 * x[1] + t, -x[0] * x[2], 2}}; }

// The error at time 1 of the relaxation v' = −(v − U)/τ of one body, with n steps.
double relaxation_error(bool implicit, int n) {
  const double tau = 0.4, u = 3, v0 = -1, h = 1.0 / n;
  const auto force = drag({tau, {}, ExpressionFlow{{of_place("3")}}, implicit});
  Bodies bodies;
  bodies.dimension = 1;
  const double x = 0;
  bodies.add(&x, &v0, 1, 1, 0);
  for (int k = 0; k < n; ++k) bodies.velocity = free_velocity(*force, bodies, k * h, h);
  return std::abs(bodies.velocity[0] - (u + (v0 - u) * std::exp(-1 / tau)));
}

}  // namespace

TEST_CASE("explicit drag is the paper's formula, implicit drag its stable variant") {
  const Bodies bodies = random_bodies(2000, 3);
  const double tau = 0.3, h = 0.1, t = 0.7;
  const auto explicitly = free_velocity(*drag({tau, {}, shear(), false}), bodies, t, h);
  const auto implicitly = free_velocity(*drag({tau, {}, shear(), true}), bodies, t, h);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3 u = shear_at(bodies.x(i), t);
    for (int k = 0; k < 3; ++k) {
      const double v = bodies.v(i)[k];
      REQUIRE(explicitly[3 * i + k] == doctest::Approx(v - h / tau * (v - u[k])));
      REQUIRE(implicitly[3 * i + k] == doctest::Approx((v + h / tau * u[k]) / (1 + h / tau)));
    }
  }
  CHECK(!drag({tau, {}, shear(), false})->implicit());
  CHECK(drag({tau, {}, shear(), true})->implicit());
}

TEST_CASE("implicit drag acts on the free velocity so far, explicit drag on the velocity") {
  const Bodies bodies = random_bodies(1, 1);
  Place place(bodies, 0);
  std::vector<double> free{100};
  drag({1.0, {}, {}, true})->add(place.at(0, 1), {free});
  CHECK(free[0] == 50);
  free[0] = 100;
  drag({1.0, {}, {}, false})->add(place.at(0, 1), {free});
  CHECK(free[0] == 100 - bodies.velocity[0]);
}

TEST_CASE("a viscosity gives each body Stokes' relaxation time") {
  const Bodies bodies = random_bodies(50, 2);
  const double nu = 0.02, h = 0.1;
  const auto all = free_velocity(*drag({{}, nu, shear(), true}), bodies, 0, h);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double tau = bodies.mass[i] / (6 * std::numbers::pi * nu * bodies.radius[i]);
    const auto one = free_velocity(*drag({tau, {}, shear(), true}), bodies, 0, h);
    for (int k = 0; k < 2; ++k) CHECK(all[2 * i + k] == doctest::Approx(one[2 * i + k]).epsilon(1e-13));
  }
}

TEST_CASE("both variants relax to the flow at the exact rate, at first order") {
  for (bool implicit : {false, true}) {
    const double coarse = relaxation_error(implicit, 100), fine = relaxation_error(implicit, 200);
    CHECK(coarse < 0.05);
    CHECK(std::log2(coarse / fine) == doctest::Approx(1).epsilon(0.05));
  }
}

TEST_CASE("implicit drag is stable for steps a million times the relaxation time") {
  Bodies bodies = random_bodies(100, 3);
  const auto force = drag({1e-6, {}, shear(), true});
  for (int step = 0; step < 10; ++step) bodies.velocity = free_velocity(*force, bodies, 0, 1);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3 u = shear_at(bodies.x(i), 0);
    for (int k = 0; k < 3; ++k) CHECK(bodies.v(i)[k] == doctest::Approx(u[k]));
  }
}

TEST_CASE("no flow is a fluid at rest; an infinite relaxation time or no viscosity is no drag") {
  const Bodies bodies = random_bodies(10, 3);
  const auto halved = free_velocity(*drag({1.0, {}, {}, true}), bodies, 0, 1);
  for (std::size_t k = 0; k < halved.size(); ++k) CHECK(halved[k] == bodies.velocity[k] / 2);
  CHECK(free_velocity(*drag({INFINITY, {}, shear(), true}), bodies, 0, 1) == bodies.velocity);
  CHECK(free_velocity(*drag({{}, 0.0, shear(), false}), bodies, 0, 1) == bodies.velocity);
}

TEST_CASE("drag has the same bits for 1, 2, 3 and 7 threads") {
  const Bodies bodies = random_bodies(20000, 3);
  for (bool implicit : {false, true}) {
    const auto force = drag({{}, 0.1, shear(), implicit});
    const auto one = free_velocity(*force, bodies, 1, 0.1, 1);
    for (int threads : thread_counts) CHECK(free_velocity(*force, bodies, 1, 0.1, threads) == one);
  }
}

TEST_CASE("drag that cannot be is refused") {
  CHECK_THROWS_AS(drag({{}, {}, {}, true}), Error);
  CHECK_THROWS_AS(drag({1.0, 1.0, {}, true}), Error);
  CHECK_THROWS_AS(drag({0.0, {}, {}, true}), Error);
  CHECK_THROWS_AS(drag({-1.0, {}, {}, true}), Error);
  CHECK_THROWS_AS(drag({NAN, {}, {}, true}), Error);
  CHECK_THROWS_AS(drag({{}, -1.0, {}, true}), Error);
  CHECK_THROWS_AS(drag({{}, INFINITY, {}, true}), Error);
}

TEST_CASE("without inertia drag and forces balance: v = U + f/ξ") {
  const Bodies bodies = random_bodies(20, 2);
  Place place(bodies, 0);
  Surroundings around = place.at(0, 0.1);
  around.gain = 1;
  around.first_order = true;
  std::vector<double> free(bodies.velocity.size(), 3.0);  // f/m of the other forces
  drag({0.25, {}, ExpressionFlow{{of_place("y"), of_place("1")}}, true})->add(around, {free});
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    CHECK(free[2 * i] == doctest::Approx(bodies.x(i)[1] + 0.75));
    CHECK(free[2 * i + 1] == doctest::Approx(1.75));
  }
  CHECK_THROWS_AS(drag({0.25, {}, {}, false})->add(around, {free}), Error);
}

#include "measure/rotation.hpp"

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("discs that turn: mean, variance and energy of their spins; bodies that do not turn have no line") {
  Instant now{empty(2)};
  add(now.bodies, {{0, 0, 0}}, {{1, 0, 0}}, 1);
  add(now.bodies, {{5, 0, 0}}, {{0, 0, 0}}, 2);
  const auto m = MeasureRotation{}.make(settings(2));
  CHECK(m->take(now.frame()).empty());
  now.bodies.let_turn();
  now.bodies.mass = {3, 3};
  now.bodies.inertia = {2, 5};
  now.bodies.spin = {4, -2};
  CHECK(number(*m, now.frame(), "bodies") == 2);
  CHECK(number(*m, now.frame(), "mean_spin") == 1);
  CHECK(number(*m, now.frame(), "variance") == 9);
  CHECK(number(*m, now.frame(), "energy") == 0.5 * (2 * 16 + 5 * 4));
  CHECK(number(*m, now.frame(), "share") == doctest::Approx(26 / 27.5));
  MeasureSettings s = settings(2);
  s.low = Vec3{{4, -1, 0}};
  s.high = Vec3{{6, 1, 0}};
  CHECK(number(*MeasureRotation{}.make(s), now.frame(), "mean_spin") == -2);
}

TEST_CASE("spheres that turn have a mean spin a direction, and the energy of unequal axes in their own frame") {
  Instant now{empty(3)};
  add(now.bodies, {});
  now.bodies.let_turn();
  now.bodies.inertia = {1, 2, 3};
  now.bodies.spin = {0, 2, 0};
  const double half = 0.5 * std::acos(-1.0) / 2;  // a quarter turn about x: the world's y is the body's −z
  now.bodies.orientation = {std::cos(half), std::sin(half), 0, 0};
  const auto m = MeasureRotation{}.make(settings(3));
  CHECK(number(*m, now.frame(), "mean_spiny") == 2);
  CHECK(number(*m, now.frame(), "mean_spinx") == 0);
  CHECK(number(*m, now.frame(), "energy") == doctest::Approx(0.5 * 3 * 4));
  CHECK(number(*m, now.frame(), "share") == 1);
}

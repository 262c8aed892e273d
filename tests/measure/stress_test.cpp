#include "measure/stress.hpp"

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a column under its weight: the mean of the hydrostatic pressure, and nothing across it") {
  const int n = 7;
  const double weight = 3;
  Instant now{empty(2)};
  for (int k = 0; k < n; ++k) {
    add(now.bodies, {{1, 1 + 2.0 * k, 0}});
    now.touch(k, k == 0 ? -1 : k - 1, {{0, 1, 0}}, (n - k) * weight);
  }
  MeasureSettings s = settings(2);
  s.low = Vec3{};
  s.high = Vec3{{4, 2.0 * n, 0}};
  const auto m = MeasureStress{}.make(s);
  CHECK(number(*m, now.frame(), "yy") ==
        doctest::Approx(n * weight / 2 / 4));  // of 0 at the top and nw/A at the bottom
  CHECK(number(*m, now.frame(), "xx") == 0);
  CHECK(number(*m, now.frame(), "xy") == 0);
  CHECK(number(*m, now.frame(), "pressure") == doctest::Approx(n * weight / 16));
}

TEST_CASE("a pair pressed along a slanted line: λ ℓ e ⊗ e over the volume, pulled: the same with the other sign") {
  const Vec3 e{{0.6, 0, 0.8}};
  for (double force : {5.0, -5.0}) {
    Instant now{empty(3)};
    add(now.bodies, {}, {}, 1);
    add(now.bodies, 3.0 * e, {}, 2);
    now.touch(1, 0, e, force);
    MeasureSettings s = settings(3);
    s.low = Vec3{{-5, -5, -5}};
    s.high = Vec3{{5, 5, 5}};
    const auto m = MeasureStress{}.make(s);
    CHECK(number(*m, now.frame(), "xx") == doctest::Approx(force * 3 * 0.36 / 1000));
    CHECK(number(*m, now.frame(), "xz") == doctest::Approx(force * 3 * 0.48 / 1000));
    CHECK(number(*m, now.frame(), "zz") == doctest::Approx(force * 3 * 0.64 / 1000));
    CHECK(number(*m, now.frame(), "yy") == 0);
    CHECK(number(*m, now.frame(), "pressure") == doctest::Approx(force / 1000));
    s.high = Vec3{{1, 1, 1}};  // the first alone
    CHECK(number(*MeasureStress{}.make(s), now.frame(), "pressure") == doctest::Approx(force / 3 / 216));
  }
}

TEST_CASE("friction shears: r e ⊗ t in its symmetric part, and nothing in the pressure") {
  Instant now{empty(2)};
  add(now.bodies, {{1, 1, 0}});
  add(now.bodies, {{1, 3, 0}});
  now.rub(0, -1, {{0, 1, 0}}, 6, {{2, 0, 0}});
  now.rub(1, 0, {{0, 1, 0}}, 6, {{2, 0, 0}});
  MeasureSettings s = settings(2);
  s.low = Vec3{};
  s.high = Vec3{{2, 4, 0}};
  const auto m = MeasureStress{}.make(s);
  CHECK(number(*m, now.frame(), "xx") == 0);
  CHECK(number(*m, now.frame(), "yy") == doctest::Approx(3 * 6.0 / 8));
  CHECK(number(*m, now.frame(), "xy") == doctest::Approx(0.5 * 3 * 2.0 / 8));
  CHECK(number(*m, now.frame(), "pressure") == doctest::Approx(0.5 * 3 * 6.0 / 8));
}

TEST_CASE("bodies that are no spheres have the arms of their contacts: a beam on two points carries its load to both") {
  Instant now{empty(2)};
  add(now.bodies, {{0, 0.5, 0}}, {}, 3);
  for (const double x : {-2.0, 2.0}) {
    now.rub(0, -1, {{0, 1, 0}}, 4, {{0.5 * x, 0, 0}});
    now.lever_first.insert(now.lever_first.end(), {x, -0.5});
    now.lever_second.insert(now.lever_second.end(), {0, 0});
  }
  MeasureSettings s = settings(2);
  s.low = Vec3{{-3, 0, 0}};
  s.high = Vec3{{3, 1, 0}};
  const auto m = MeasureStress{}.make(s);
  CHECK(number(*m, now.frame(), "yy") == doctest::Approx(2 * 0.5 * 4 / 6.0));
  CHECK(number(*m, now.frame(), "xx") == doctest::Approx(-2 * 2 * 1 / 6.0));  // drawn apart by friction
  CHECK(number(*m, now.frame(), "xy") == doctest::Approx(0));
}

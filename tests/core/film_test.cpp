#include "core/film.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "projection/property.hpp"

using namespace floc;

TEST_CASE("the level of a film is the primitive of 1/D − 1/ℓ, 0 from the range on, and has an inverse") {
  for (const double range : {0.3, 2.0})
    for (const double part : {1e-300, 1e-30, 1e-3, 0.1, 0.5, 0.9, 0.999}) {
      CAPTURE(part);
      const double gap = part * range, level = film_level(gap, range);
      CHECK(level < 0);
      CHECK(film_gap(level, range) == doctest::Approx(gap).epsilon(1e-8));
      const double d = 1e-5 * gap;
      CHECK((film_level(gap + d, range) - film_level(gap - d, range)) / (2 * d) ==
            doctest::Approx(1 / gap - 1 / range).epsilon(1e-4));
    }
  CHECK(film_level(2, 2) == 0);
  CHECK(film_level(3, 2) == 0);
  CHECK(film_gap(0, 2) == 2);
  CHECK(film_gap(-5000, 2) == 0);  // underflows; the level does not
}

TEST_CASE("a row alone finds its point of the graph for any pull, mass, viscosity and history") {
  CHECK(test::holds([] {
    const auto power = [](int low, int high) { return std::pow(10, *rc::gen::inRange(100 * low, 100 * high) / 100.0); };
    const double range = power(-3, 3), a = power(-6, 6), k = power(-14, 6) * range / a;
    const double x = power(-12, 4) * range * (*rc::gen::arbitrary<bool>() ? 1 : -1);
    const double lower = *rc::gen::arbitrary<bool>() ? 0 : -k * power(-6, 4);
    const FilmPoint point = settle_alone(x, a, k, lower, range);
    const double scale = std::abs(x) + a * std::abs(lower) + range;
    RC_ASSERT(std::abs(point.gap - (x + a * point.p)) <= 1e-12 * scale);
    RC_ASSERT(point.p >= lower);
    RC_ASSERT(point.gap >= 0);
    if (point.gap > 0) {
      const double level = film_level(point.gap, range);
      // Near the range the level is flat, and a rounding of p moves the gap by its root.
      RC_ASSERT(std::abs(point.p - (lower - k * level)) <= 1e-10 * (std::abs(lower) + k * (1 + std::abs(level))));
      if (point.gap < 0.9 * range)
        RC_ASSERT(std::abs(point.stiffness * point.gap / (k * (1 - point.gap / range)) - 1) <= 1e-10);
    } else {
      RC_ASSERT(lower - point.p <= -700 * k);  // e^{−700} and less is 0 to a double, but the level is known
    }
  }));
}

TEST_CASE("without viscosity, and in its limit, a row alone is a contact") {
  for (const double x : {-0.3, 0.1}) {
    const FilmPoint hard = settle_alone(x, 0.5, 0, 0, 1);
    CHECK(hard.gap == std::max(x, 0.0));
    CHECK(hard.p == std::max(-x / 0.5, 0.0));
    const FilmPoint thin = settle_alone(x, 0.5, 1e-12, 0, 1);
    CHECK(std::abs(thin.gap - hard.gap) < 1e-10);
    CHECK(std::abs(thin.p - hard.p) < 1e-10);
  }
  // Adhesion p_min = −1: held until pulled by more.
  CHECK(settle_alone(0.3, 0.5, 0, -1, 1).gap == 0);
  CHECK(settle_alone(0.6, 0.5, 0, -1, 1).gap == doctest::Approx(0.1));
  CHECK(settle_alone(0.3, 0.5, 1e-12, -1, 1).gap < 1e-10);
  CHECK(settle_alone(0.6, 0.5, 1e-12, -1, 1).gap == doctest::Approx(0.1));
}

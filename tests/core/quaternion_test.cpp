#include "core/quaternion.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace floc;

TEST_CASE("a quarter turn about z takes x to y, and back") {
  const Quaternion q = rotation({{0, 0, M_PI / 2}});
  CHECK(norm(to_world(q, {{1, 0, 0}}) - Vec3{{0, 1, 0}}) < 1e-15);
  CHECK(norm(to_body(q, {{0, 1, 0}}) - Vec3{{1, 0, 0}}) < 1e-15);
}

TEST_CASE("turns follow each other as their quaternions multiply") {
  const Quaternion a = rotation({{0.3, -0.2, 0.9}}), b = rotation({{-1.1, 0.4, 0.2}});
  const Vec3 x{{0.5, -2, 1}};
  CHECK(norm(to_world(a * b, x) - to_world(a, to_world(b, x))) < 1e-14);
}

TEST_CASE("a small turn is as exact as a large one, and no turn is none") {
  CHECK(rotation({}) == Quaternion{});
  for (const double angle : {1e-300, 1e-12, 1e-8, 1.9e-4, 2.1e-4, 1e-3, 1.0}) {
    CAPTURE(angle);
    const Quaternion q = rotation({{angle, 0, 0}});
    CHECK(q.v[0] == doctest::Approx(std::sin(0.5 * angle)).epsilon(1e-15));
    CHECK(q.w == doctest::Approx(std::cos(0.5 * angle)).epsilon(1e-15));
  }
}

TEST_CASE("the length does not drift over a million turns") {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  Quaternion q;
  for (int k = 0; k < 1000000; ++k) q = turned(q, {{0.1 * normal(random), 0.1 * normal(random), 0.1 * normal(random)}});
  CHECK(std::abs(q.w * q.w + dot(q.v, q.v) - 1) < 1e-15);
}

#include "core/vec.hpp"

#include <doctest/doctest.h>

using namespace floc;

TEST_CASE("vectors add, scale, multiply and compare component by component") {
  const Vec<2> a{{1, 2}}, b{{3, -4}};
  CHECK(a + b == Vec<2>{{4, -2}});
  CHECK(a - b == Vec<2>{{-2, 6}});
  CHECK(-a == Vec<2>{{-1, -2}});
  CHECK(2.0 * a == a * 2.0);
  CHECK(dot(a, b) == -5);
  CHECK(norm(b) == 5);
}

TEST_CASE("the cross product is right-handed and normal to both") {
  CHECK(cross({{1, 0, 0}}, {{0, 1, 0}}) == Vec3{{0, 0, 1}});
  const Vec3 a{{1, 2, 3}}, b{{-2, 0.5, 1}};
  CHECK(dot(cross(a, b), a) == 0);
  CHECK(dot(cross(a, b), b) == 0);
}

TEST_CASE("load and store are inverse, embed fills with zeros") {
  const double p[3] = {1, 2, 3};
  double q[3] = {};
  Vec3::load(p).store(q);
  CHECK(Vec3::load(q) == Vec3{{1, 2, 3}});
  CHECK(embed(p, 1) == Vec3{{1, 0, 0}});
  CHECK(embed(p, 2) == Vec3{{1, 2, 0}});
}

TEST_CASE("the run-time dimension chooses the template, others are refused") {
  const auto dimension = [](int d) { return with_dimension(d, []<int D>() { return D; }); };
  for (int d = 1; d <= 3; ++d) CHECK(dimension(d) == d);
  CHECK_THROWS_AS(dimension(0), std::invalid_argument);
  CHECK_THROWS_AS(dimension(4), std::invalid_argument);
}

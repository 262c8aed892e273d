#include "geometry/lines.hpp"

#include <doctest/doctest.h>

#include "geometry/sampler.hpp"

using namespace floc;

TEST_CASE("lines meet when they cross or touch, and not when they only come near") {
  const Line p{{{0, 0}}, {{2, 0}}};
  CHECK(meet(p, {{{1, -1}}, {{1, 1}}}));
  CHECK(meet(p, {{{1, 0}}, {{1, 1}}}));
  CHECK(meet(p, {{{2, 0}}, {{3, 5}}}));
  CHECK(meet(p, {{{1, 0}}, {{5, 0}}}));
  CHECK_FALSE(meet(p, {{{1, 1e-9}}, {{1, 1}}}));
  CHECK_FALSE(meet(p, {{{2.1, 0}}, {{5, 0}}}));
  CHECK_FALSE(meet(p, {{{0, 1}}, {{2, 1}}}));
  CHECK_FALSE(meet(p, {{{3, -1}}, {{3, 1}}}));
}

TEST_CASE("the nearest point of a line is inside it or one of its ends") {
  const Line l{{{1, 1}}, {{3, 1}}};
  CHECK(nearest_point(l, {{2, 5}}) == Vec2{{2, 1}});
  CHECK(nearest_point(l, {{0, 0}}) == Vec2{{1, 1}});
  CHECK(nearest_point(l, {{9, 2}}) == Vec2{{3, 1}});
  CHECK(distance(Line{{{1, 1}}, {{1, 1}}}, Vec2{{4, 5}}) == doctest::Approx(5));
  CHECK(distance(l, Line{{{0, 3}}, {{5, 2}}}) == doctest::Approx(distance(l, Vec2{{3, 2.4}})).epsilon(0.05));
  CHECK(distance(l, Line{{{2, 0}}, {{2, 4}}}) == 0);
}

TEST_CASE("what stands between two points is found as by looking at every line, for cells of any size") {
  test::Sampler random(5);
  std::vector<Line> lines;
  const auto point = [&] { return Vec2{{random.between(-1, 1), random.between(-1, 1)}}; };
  for (int i = 0; i < 40; ++i) {
    const Vec2 a = point();
    lines.push_back({a, a + 0.3 * point()});
  }
  for (const double cell : {0.05, 0.4, 10.0}) {
    const LineSet set(lines, cell);
    int hidden = 0;
    for (int i = 0; i < 500; ++i) {
      const Line way{point(), 1.5 * point()};
      bool expected = false;
      for (const Line& l : lines) expected = expected || meet(way, l);
      CHECK(set.meet(way.a, way.b) == expected);
      hidden += expected;
    }
    CHECK(hidden > 100);
  }
  CHECK_FALSE(LineSet().between({{0, 0}}, {{1, 1}}));
  CHECK_FALSE(LineSet({{{{1, 0}}, {{1, 1}}}}, 0.1).between({{0, 0.5}}, {{1, 0.5}}));  // up to the line, not across
}

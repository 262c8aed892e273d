#include "measure/joins.hpp"

#include <cmath>

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("bodies are joined by a small gap or, if asked for, by memory alone") {
  Instant now{empty(2)};
  for (double x : {0.0, 2.0, 4.5, 6.5}) add(now.bodies, {{x, 0, 0}});
  now.touch(1, 0, {{1, 0, 0}}, 1, 0);
  now.touch(2, 1, {{1, 0, 0}}, 0, -0.1);
  now.touch(3, -1, {{0, 1, 0}}, 1, -2);
  MeasureSettings s = settings(2);
  CHECK(joined_pairs(now.frame(), s) == Joins{{1, 0}, {3, 2}});
  s.gap = 0.5;
  CHECK(joined_pairs(now.frame(), s).size() == 3);
  s.by_memory = true;
  CHECK(joined_pairs(now.frame(), s) == Joins{{2, 1}});
  CHECK(touching_pairs(now.frame(), s).size() == 3);
  CHECK(find_aggregates(4, Joins{{3, 2}, {1, 0}}).of == std::vector<std::int32_t>{0, 0, 1, 1});
}

TEST_CASE("the radius of gyration of rows and squares of solid discs is exact, across a periodic border too") {
  for (double shift : {0.0, 17.0}) {
    Instant now{empty(2)};
    block(now.bodies, {{shift, 0, 0}}, 5, 1);
    block(now.bodies, {{shift, 6, 0}}, 3, 3);
    now.domain.period = {20, 20, 0};
    for (std::size_t i = 0; i < now.bodies.size(); ++i)
      if (now.bodies.x(i)[0] >= 20) now.bodies.x(i)[0] -= 20;
    const Joins joins = joined_pairs(now.frame(), settings(2));
    const std::vector<double> radii = gyration_radii(now.frame(), joins, find_aggregates(now.bodies.size(), joins));
    REQUIRE(radii.size() == 2);
    CHECK(radii[0] == doctest::Approx(std::sqrt(4.0 * (25 - 1) / 12 + 0.5)));     // a² (n² − 1)/12 + r²/2
    CHECK(radii[1] == doctest::Approx(std::sqrt(2 * 4.0 * (9 - 1) / 12 + 0.5)));  // the same in both directions
  }
}

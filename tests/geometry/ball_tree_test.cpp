#include "geometry/ball_tree.hpp"

#include <doctest/doctest.h>

#include <set>

#include "geometry/sampler.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a tree of balls finds all that are near, and the nearest one") {
  Sampler sampler(3);
  for (const std::size_t count : {0, 1, 2, 3, 50, 400}) {
    CAPTURE(count);
    std::vector<Ball> balls;
    for (std::size_t k = 0; k < count; ++k) balls.push_back({sampler.point(3, 1), sampler.between(0, 0.1)});
    if (count > 2) balls[2].centre = balls[1].centre;
    const BallTree tree(balls);
    for (int n = 0; n < 30; ++n) {
      const Vec3 x = sampler.point(3, 1.5);
      const double reach = sampler.between(0, 0.8);
      const auto near = [&](const Ball& b) { return norm(b.centre - x) <= b.radius + reach; };
      std::set<std::size_t> right, found;
      double least = 10;
      for (std::size_t k = 0; k < count; ++k) {
        if (near(balls[k])) right.insert(k);
        least = std::min(least, norm(balls[k].centre - x));
      }
      tree.for_near(near, [&](std::size_t k) { CHECK(found.insert(k).second); });
      CHECK(found == right);
      CHECK(tree.any_near(near) == !right.empty());
      double best = 10;
      tree.least(x, 10, [&](std::size_t k, double most) {
        const double here = norm(balls[k].centre - x);
        if (here < most) best = here;
        return here;
      });
      CHECK(best == least);
    }
  }
}

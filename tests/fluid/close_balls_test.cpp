#include "fluid/close_balls.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace floc;

namespace {

// Balls of several sizes in a box of side 20, every fifth of which is none.
template <int D>
void compare_with_all_pairs(const Domain& domain, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  Bodies bodies;
  bodies.dimension = D;
  std::vector<std::int32_t> balls;
  for (int i = 0; i < 400; ++i) {
    double x[3], still[3]{};
    for (double& along : x) along = 20 * unit(random);
    bodies.add(x, still, 0.3 + unit(random), 1, 0);
    if (i % 5) balls.push_back(i);
  }
  const double reach = 0.4;
  CloseBalls close;
  const std::vector<BallPair>& pairs = close.find(bodies, balls, bodies.radius, domain, reach);
  std::size_t found = 0;
  for (const std::int32_t i : balls)
    for (const std::int32_t j : balls) {
      if (j >= i) break;
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      Vec3 apart = embed(bodies.x(a), D) - embed(bodies.x(b), D);
      for (int k = 0; k < D; ++k)
        if (domain.periodic(k)) apart[k] -= 20 * std::round(apart[k] / 20);
      const double gap = norm(apart) - bodies.radius[a] - bodies.radius[b];
      if (!(gap < reach)) continue;
      REQUIRE(found < pairs.size());
      const BallPair& p = pairs[found++];
      CHECK(p.first == i);
      CHECK(p.second == j);
      CHECK(p.gap == doctest::Approx(gap));
      CHECK(norm(p.normal - (1 / norm(apart)) * apart) < 1e-12);
    }
  CHECK(found > 20);
  CHECK(found == pairs.size());
}

}  // namespace

TEST_CASE("close balls are those that a search of all pairs finds, in order, through periodic faces too") {
  unsigned seed = 1;
  for (const bool x : {false, true})
    for (const bool y : {false, true}) {
      Domain domain;
      if (x) domain.period[0] = 20;
      if (y) domain.period[1] = 20;
      compare_with_all_pairs<2>(domain, seed++);
      compare_with_all_pairs<3>(domain, seed++);
    }
}

TEST_CASE("without balls there are no pairs") {
  Bodies bodies;
  bodies.dimension = 2;
  CHECK(CloseBalls().find(bodies, {}, {}, {}, 1).empty());
}

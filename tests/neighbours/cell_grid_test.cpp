#include "neighbours/cell_grid.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

using namespace floc;

namespace {

Bodies cloud(int dimension, std::size_t n, unsigned seed, double side) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(-0.2 * side, 1.2 * side);
  Bodies bodies;
  bodies.dimension = dimension;
  const double zero[3] = {0, 0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    const double x[3] = {place(random), place(random), place(random)};
    bodies.add(x, zero, 0.1, 1, 0);
  }
  return bodies;
}

}  // namespace

TEST_CASE("a cell grid finds every body within range once for any mix of periodic directions") {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (int mask = 0; mask < (1 << dimension); ++mask)
      for (const double range : {0.3, 1.1, 4.0, 30.0}) {
        Domain domain;
        for (int k = 0; k < dimension; ++k)
          if (mask & (1 << k)) domain.period[static_cast<std::size_t>(k)] = 10;
        const Bodies bodies = cloud(dimension, 200, static_cast<unsigned>(mask + 8 * dimension), 10);
        CellGrid grid;
        grid.build(bodies, domain, 0.9);
        with_dimension(dimension, [&]<int D>() {
          for (std::size_t i = 0; i < bodies.size(); i += 17) {
            const auto x = Vec<D>::load(bodies.x(i));
            std::multiset<std::size_t> found;
            double least = 0, most = 0;
            const auto wanted = [&](std::size_t, double square) {
              most = std::max(most, least = square);
              return true;
            };
            grid.for_near(x, range, wanted, [&](std::size_t j) {
              found.insert(j);
              const auto d = domain.nearest_image(x - Vec<D>::load(bodies.x(j)));
              REQUIRE(least <= (1 + 1e-12) * dot(d, d));
            });
            if (range == 30) CHECK(most > 1);
            for (std::size_t j = 0; j < bodies.size(); ++j) {
              const auto d = domain.nearest_image(x - Vec<D>::load(bodies.x(j)));
              REQUIRE(found.count(j) <= 1);
              if (norm(d) <= range) REQUIRE(found.count(j) == 1);
            }
          }
        });
      }
}

TEST_CASE("a body that flew far away neither is lost nor makes the cells wide") {
  Bodies bodies = cloud(3, 5000, 3, 20);
  bodies.x(17)[0] = 1e9;
  bodies.x(18)[0] = 1e9 + 0.5;
  bodies.x(18)[1] = bodies.x(17)[1];
  bodies.x(18)[2] = bodies.x(17)[2];
  CellGrid grid;
  grid.build(bodies, {}, 1.0);
  bool partner = false;
  grid.for_near(Vec3::load(bodies.x(17)), 1.0, [&](std::size_t j) { partner = partner || j == 18; });
  CHECK(partner);
  std::size_t visited = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) grid.for_near(Vec3::load(bodies.x(i)), 1.0, [&](std::size_t) { ++visited; });
  CHECK(visited < 200 * bodies.size());  // 5000 a body if the cells followed the bounding box
}

TEST_CASE("an empty cloud and one body are no special cases") {
  CellGrid grid;
  grid.build(cloud(2, 0, 1, 1), {}, 1.0);
  grid.for_near(Vec<2>{}, 1.0, [](std::size_t) { FAIL("nobody is there"); });
  const Bodies one = cloud(2, 1, 1, 1);
  grid.build(one, {}, 1.0);
  int count = 0;
  grid.for_near(Vec<2>::load(one.x(0)), 0.0, [&](std::size_t) { ++count; });
  CHECK(count == 1);
}

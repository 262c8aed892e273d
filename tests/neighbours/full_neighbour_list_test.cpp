#include "neighbours/full_neighbour_list.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "neighbours/cloud.hpp"

using namespace floc;

TEST_CASE("every body within reach is listed at both of a pair, ascending, while bodies move and enter") {
  Executor executor(2);
  for (int dimension = 1; dimension <= 3; ++dimension)
    with_dimension(dimension, [&]<int D>() {
      test::Cloud<D> cloud(150);
      const Bodies& bodies = cloud.bodies;
      const double reach = 0.8, skin = 0.4;
      FullNeighbourList around(reach, skin);
      for (int step = 0; step < 60; ++step) {
        around.update(bodies, cloud.domain, executor);
        std::set<std::pair<std::size_t, std::size_t>> have;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
          const auto list = around.bodies(i);
          REQUIRE(std::is_sorted(list.begin(), list.end()));
          for (const std::int32_t j : list) REQUIRE(have.emplace(i, j).second);
          for (std::size_t q = list.size(); q % FullNeighbourList::simd_width != 0; ++q)
            REQUIRE(list.data()[q] == static_cast<std::int32_t>(bodies.size()));
        }
        for (std::size_t i = 0; i < bodies.size(); ++i)
          for (std::size_t j = 0; j < bodies.size(); ++j) {
            if (i == j) continue;
            REQUIRE(have.contains({i, j}) == have.contains({j, i}));
            const Vec<D> apart = cloud.domain.nearest_image(Vec<D>::load(bodies.x(i)) - Vec<D>::load(bodies.x(j)));
            const double gap = norm(apart) - bodies.radius[i] - bodies.radius[j];
            if (gap < reach) REQUIRE(have.contains({i, j}));
            if (gap > reach + 2 * skin) REQUIRE_FALSE(have.contains({i, j}));
          }
        cloud.stir(step);
      }
    });
}

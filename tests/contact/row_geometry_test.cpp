#include "contact/row_geometry.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "support/setups.hpp"

using namespace floc;

TEST_CASE("rows are measured many at a time as each is alone, centres that coincide and surfaces too") {
  Executor executor{1};
  Bodies bodies = test::empty(2);
  for (int i = 0; i < 100; ++i) test::add(bodies, {{0.9 * i, 0.01 * i * i, 0}});
  test::add(bodies, {{0, 0, 0}});
  Domain domain;
  domain.period[0] = 60;
  Obstacles obstacles({test::obstacle({half_space({{0, -1.5, 0}}, {{0, 1, 0}})})});
  obstacles.place(0, 1);
  Neighbours neighbours{1.0, 0.3};
  const Scenery scenery{bodies, domain, obstacles, neighbours, executor};
  const Bonds bonds;
  const RowGeometry geometry(bonds);

  Contacts rows;
  rows.dimension = 2;
  for (std::int32_t i = 1; i <= 100; ++i)
    for (const std::int32_t j : {-1, 0, i - 1}) {
      rows.first.push_back(i);
      rows.second.push_back(j);
    }
  geometry.measure(scenery, rows);
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const ObstacleRow alone = geometry.row<2>(scenery, {rows.first[c], rows.second[c]}).geometry;
    CHECK(rows.gap[c] == doctest::Approx(alone.gap).epsilon(1e-14));
    for (std::size_t k = 0; k < 2; ++k) CHECK(rows.normal[2 * c + k] == doctest::Approx(alone.normal[static_cast<int>(k)]));
  }
  CHECK(rows.gap[rows.size() - 2] == -2);  // bodies 100 and 0, which part along the first axis
  CHECK(rows.normal[2 * (rows.size() - 2)] == 1);

  // Nobody moves: the worst overlap is the most negative gap.
  const std::vector<double> still(2 * bodies.size(), 0.0);
  CHECK(geometry.worst_overlap(scenery, rows, {still, 1}) == -*std::ranges::min_element(rows.gap));
}

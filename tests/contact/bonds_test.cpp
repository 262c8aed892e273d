#include "contact/bonds.hpp"

#include <doctest/doctest.h>

#include "contact/close_pairs.hpp"
#include "core/error.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

Bodies row_of(int n) {
  Bodies bodies = test::empty(2);
  for (int k = 0; k < n; ++k) test::add(bodies, {{2.1 * k, 0, 0}});
  return bodies;
}

}  // namespace

TEST_CASE("bonds are sorted by pair, and the last of each pair counts") {
  const Bonds bonds({{1, 2, 0.5}, {3, 0, 1}, {2, 1, 0.7}, {0, 3, Bond::no_row}});
  REQUIRE(bonds.list().size() == 2);
  CHECK(bonds.list()[0].first == 2);
  CHECK(bonds.list()[0].second == 1);
  CHECK(bonds.list()[0].length == 0.7);
  CHECK(bonds.list()[1].first == 3);
  CHECK(bonds.list()[1].length == Bond::no_row);
}

TEST_CASE("bonds that make no sense are refused") {
  CHECK_THROWS_AS(Bonds({{1, 1, 0.5}}), Error);
  CHECK_THROWS_AS(Bonds({{1, 2, -0.5}}), Error);
  CHECK_THROWS_AS(Bonds({{1, 2, std::nan("")}}), Error);
}

TEST_CASE("a pair keeps the length of its bond, the sum of its radii, or nothing") {
  Bonds bonds({{0, 1, 1.5}, {1, 2, Bond::no_row}});
  Bodies bodies = row_of(6);
  bonds.place(bodies);
  CHECK(bonds.distance(bodies, 0, 1) == 1.5);
  CHECK(bonds.distance(bodies, 1, 0) == 1.5);
  CHECK(bonds.distance(bodies, 1, 2) == Bond::no_row);
  CHECK(bonds.distance(bodies, 2, 3) == 2);
  CHECK(bonds.distance(bodies, 0, 5) == 2);
  REQUIRE(bonds.rows().size() == 1);
  CHECK(bonds.rows()[0] == ContactKey{1, 0});
  CHECK(bonds.is_row({1, 0}));
  CHECK_FALSE(bonds.is_row({2, 1}));

  bodies.id = {1, 2, 3, 4, 5, 6};  // body 0 has left, and the others moved up
  bonds.place(bodies);
  CHECK(bonds.rows().empty());
  CHECK(bonds.distance(bodies, 0, 1) == Bond::no_row);
  CHECK(bonds.distance(bodies, 2, 3) == 2);
}

TEST_CASE("bonds are rows at any distance and in the place of contacts, and have no lower bound or memory") {
  Bonds bonds({{0, 2, 4}, {1, 2, Bond::no_row}, {3, 2, 1.9}});
  const Bodies bodies = row_of(4);
  bonds.place(bodies);
  Executor executor(1);
  const Domain domain;
  Obstacles obstacles;
  obstacles.place(0, 1);
  Neighbours neighbours(1, 0.3);
  neighbours.update(bodies, domain, obstacles, executor);
  const Scenery scenery{bodies, domain, obstacles, neighbours, executor};
  ClosePairs pairs(1, bonds);
  Contacts rows;
  std::vector<double> u(8, 0.0);
  pairs.begin_step(scenery, u, 1);
  pairs.take_rows(scenery, rows);
  CHECK(rows.first == std::vector<std::int32_t>{2, 3});
  CHECK(rows.second == std::vector<std::int32_t>{0, 2});
  CHECK(rows.gap[0] == doctest::Approx(0.2));
  CHECK(rows.gap[1] == doctest::Approx(0.2));
  // Bodies 1 and 2 may go through each other; 0 and 1 may not.
  u[2] = 2.15;
  CHECK(!pairs.add_missed(scenery, rows, {u, 1}));
  u[2] = -2.15;
  CHECK(pairs.add_missed(scenery, rows, {u, 1}));
  u[2] = 0;
  u[6] = -0.5;
  CHECK(pairs.geometry().worst_overlap(scenery, rows, {u, 1}) == doctest::Approx(0.3));

  Cones cones;
  CHECK(rows.size() == 3);  // with the contact of 0 and 1
  std::fill(rows.memory.begin(), rows.memory.end(), -1.0);
  bonds.bind(rows, cones);
  bonds.forget(rows);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(cones.lower == std::vector<double>{0, -infinity, -infinity});
  CHECK(rows.memory == std::vector<double>{-1, 0, 0});
}

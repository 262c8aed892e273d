#include "contact/close_pairs.hpp"

#include <doctest/doctest.h>

#include <random>
#include <set>

#include "support/setups.hpp"

using namespace floc;

namespace {

struct Fixture {
  explicit Fixture(double always = 0) : pairs(1.0, bonds, always) {}

  Executor executor{1};
  Bodies bodies;
  Domain domain;
  Obstacles obstacles;
  Neighbours neighbours{1.0, 0.3};
  Bonds bonds;
  ClosePairs pairs;
  Contacts rows;

  Scenery scenery() { return {bodies, domain, obstacles, neighbours, executor}; }
  void begin(const std::vector<double>& free, double h) {
    obstacles.place(0, h);
    neighbours.update(bodies, domain, obstacles, executor);
    pairs.begin_step(scenery(), free, h);
    pairs.take_rows(scenery(), rows);
  }
};

}  // namespace

TEST_CASE("rows are the pairs within reach, sorted by pair, with exact gaps and normals") {
  Fixture f;
  f.bodies = test::empty(2);
  test::add(f.bodies, {{0, 0, 0}});
  test::add(f.bodies, {{2.015, 0, 0}});
  test::add(f.bodies, {{0, 2.3, 0}});  // outside the reach of resting bodies
  f.obstacles = Obstacles({test::obstacle({half_space({{0, -1.01, 0}}, {{0, 1, 0}}), half_space({{0, -9, 0}}, {{0, 1, 0}})})});
  f.begin(std::vector<double>(6, 0.0), 1);
  REQUIRE(f.rows.size() == 3);
  CHECK(f.rows.first == std::vector<std::int32_t>{0, 1, 1});
  CHECK(f.rows.second == std::vector<std::int32_t>{-1, -1, 0});
  CHECK(f.rows.gap[0] == doctest::Approx(0.01));
  CHECK(f.rows.gap[2] == doctest::Approx(0.015));
  CHECK(f.rows.normal[4] == doctest::Approx(1));  // from 0 to 1
}

TEST_CASE("where displacements are uncertain, resting bodies reach twice as far at most") {
  for (const auto& [uncertain, within] : {std::pair(1e-4, 0.039), {1.5e-3, 0.059}, {1e-2, 0.079}})
    for (const double gap : {within, within + 0.002}) {
      Fixture f;
      ClosePairs pairs(1.0, f.bonds, 0, uncertain);
      f.bodies = test::empty(2);
      test::add(f.bodies, {{0, 0, 0}});
      test::add(f.bodies, {{2 + gap, 0, 0}});
      const std::vector<double> at_rest(4, 0.0);
      f.neighbours.update(f.bodies, f.domain, f.obstacles, f.executor);
      pairs.begin_step(f.scenery(), at_rest, 1);
      pairs.take_rows(f.scenery(), f.rows);
      CHECK(f.rows.size() == (gap == within ? 1 : 0));
    }
}

TEST_CASE("a grain that would fly through a distant grain or wall gets the missing row") {
  Fixture f;
  f.bodies = test::empty(2);
  test::add(f.bodies, {{0, 0, 0}});
  test::add(f.bodies, {{20, 0.3, 0}});
  test::add(f.bodies, {{0, 30, 0}});
  f.obstacles = Obstacles({test::obstacle({segment({{40, -5, 0}}, {{40, 5, 0}})})});
  f.begin(std::vector<double>(6, 0.0), 1);
  CHECK(f.rows.size() == 0);
  const std::vector<double> u{100, 0, 0, 0, 0, 0};  // past the grain and past the wall
  REQUIRE(f.pairs.add_missed(f.scenery(), f.rows, {u, 1}));
  REQUIRE(f.rows.size() == 2);
  CHECK(f.rows.first == std::vector<std::int32_t>{0, 1});
  CHECK(f.rows.second == std::vector<std::int32_t>{-1, 0});
  CHECK(f.rows.gap[1] == doctest::Approx(std::sqrt(400.09) - 2));
  CHECK_FALSE(f.pairs.add_missed(f.scenery(), f.rows, {u, 1}));  // nothing more
}

TEST_CASE("missed pairs are all pairs whose linearised gap is negative, as brute force finds them") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(-1, 1);
  Fixture f;
  f.bodies = test::empty(3);
  for (int i = 0; i < 300; ++i) test::add(f.bodies, 40 * Vec3{{unit(random), unit(random), unit(random)}}, {}, 1 + 0.5 * unit(random));
  f.begin(std::vector<double>(900, 0.0), 1);
  std::vector<double> u(900);
  for (double& c : u) c = std::pow(unit(random), 5) * 60;  // most go nowhere, some far
  while (f.pairs.add_missed(f.scenery(), f.rows, {u, 1})) {
  }
  std::set<std::pair<int, int>> have;
  for (std::size_t c = 0; c < f.rows.size(); ++c) have.emplace(f.rows.first[c], f.rows.second[c]);
  int closing = 0;
  for (std::size_t i = 0; i < 300; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 d = Vec3::load(f.bodies.x(i)) - Vec3::load(f.bodies.x(j));
      const double gap = norm(d) - f.bodies.radius[i] - f.bodies.radius[j];
      if (gap + dot(d, Vec3::load(&u[3 * i]) - Vec3::load(&u[3 * j])) / norm(d) >= 0) continue;
      ++closing;
      REQUIRE(have.count({static_cast<int>(i), static_cast<int>(j)}) == 1);
    }
  CHECK(closing > 100);
}

TEST_CASE("where nearly all pairs are missed, bodies get their nearest few and the floor, and more only if still missed") {
  Fixture f;
  f.bodies = test::empty(2);
  std::vector<double> u;
  for (int i = 0; i < 144; ++i) {
    test::add(f.bodies, {{6.0 * (i % 12), 6.0 * (i / 12), 0}});
    u.insert(u.end(), {-f.bodies.x(static_cast<std::size_t>(i))[0], -100 - f.bodies.x(static_cast<std::size_t>(i))[1]});
  }
  f.obstacles = Obstacles({test::obstacle({half_space({{0, -5, 0}}, {{0, 1, 0}})})});
  f.begin(std::vector<double>(288, 0.0), 1);
  REQUIRE(f.rows.size() == 0);
  REQUIRE(f.pairs.add_missed(f.scenery(), f.rows, {u, 1}));  // all fall on one point below the floor
  CHECK(f.rows.size() <= 4 * 144);
  std::size_t floor = 0;
  double widest = 0;
  for (std::size_t c = 0; c < f.rows.size(); ++c)
    if (f.rows.second[c] < 0) ++floor;
    else widest = std::max(widest, f.rows.gap[c]);
  CHECK(floor == 144);
  CHECK(widest < 13);
  int rounds = 1;
  while (f.pairs.add_missed(f.scenery(), f.rows, {u, 1})) ++rounds;
  CHECK(rounds > 10);
  CHECK(f.rows.size() == 144 + 144 * 143 / 2);  // nothing is left out in the end
}

TEST_CASE("every pair and surface within the range asked for is a row, also of bodies at rest") {
  Fixture f(0.8);
  f.bodies = test::empty(2);
  for (const double x : {0.0, 2.79, 5.60}) test::add(f.bodies, {{x, 1.75, 0}});  // gaps 0.79 and 0.81
  f.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  f.begin(std::vector<double>(6, 0.0), 1);
  CHECK(f.rows.first == std::vector<std::int32_t>{0, 1, 1, 2});
  CHECK(f.rows.second == std::vector<std::int32_t>{-1, -1, 0, -1});
}

TEST_CASE("the row of a drum is relinearised at the arrival until the true gap is met") {
  Fixture f;
  f.bodies = test::empty(2);
  test::add(f.bodies, {{9, 0, 0}});
  f.obstacles = Obstacles({test::obstacle({ball_inside({}, 10, 2)})});
  f.begin({0, 1}, 1);
  REQUIRE(f.rows.size() == 1);
  f.rows.multiplier[0] = 3;
  f.rows.memory[0] = -5;
  const std::vector<double> u{0, 1};  // along the tangent: feasible for the row, not for the drum
  CHECK(f.pairs.geometry().worst_overlap(f.scenery(), f.rows, {u, 1}) == doctest::Approx(std::sqrt(82.0) - 9));
  REQUIRE(f.pairs.relinearise(f.scenery(), f.rows, {u, 1}, 1e-6));
  REQUIRE(f.rows.size() == 2);  // beside the first one
  const double after = f.rows.gap[1] + f.rows.normal[2] * u[0] + f.rows.normal[3] * u[1];
  CHECK(after == doctest::Approx(9 - std::sqrt(82.0)));
  CHECK(f.rows.gap[0] == doctest::Approx(0));
  CHECK(f.rows.multiplier == std::vector<double>{3, 0});
  CHECK(f.rows.memory == std::vector<double>{0, -5});
  f.rows.multiplier = {3, 4};
  f.pairs.merge_relinearised(f.rows);
  REQUIRE(f.rows.size() == 1);
  CHECK(f.rows.multiplier[0] == doctest::Approx(7).epsilon(0.01));
}

TEST_CASE("rows that a huge step opens leave when there are many, and come back when they are missed") {
  Fixture f;
  f.bodies = test::empty(3);
  for (int k = 0; k < 125; ++k)
    test::add(f.bodies, {{2.01 * (k % 5), 2.01 * (k / 5 % 5), 2.01 * (k / 25)}});
  f.begin(std::vector<double>(375, 0.0), 1);
  std::vector<double> u(375);  // all fall on the middle
  for (std::size_t k = 0; k < u.size(); ++k) u[k] = 4.02 - f.bodies.position[k];
  while (f.pairs.add_missed(f.scenery(), f.rows, {u, 1})) {}
  const std::size_t all = f.rows.size();
  REQUIRE(all > 4 * 125);
  f.pairs.drop_open(f.rows, {u, 1}, 1);
  CHECK(f.rows.size() == all);  // nothing opens

  std::vector<double> apart(375);  // and now away from it, twice as far as they are
  for (std::size_t k = 0; k < u.size(); ++k) apart[k] = f.bodies.position[k] - 4.02;
  f.pairs.drop_open(f.rows, {apart, 1}, 2.1);
  const std::size_t left = f.rows.size();
  CHECK(left < all);
  CHECK(left > 0);
  for (std::size_t c = 0; c < left; ++c) {
    if (c > 0) CHECK(std::pair(f.rows.first[c - 1], f.rows.second[c - 1]) < std::pair(f.rows.first[c], f.rows.second[c]));
    const auto i = static_cast<std::size_t>(f.rows.first[c]), j = static_cast<std::size_t>(f.rows.second[c]);
    CHECK(2 * norm(Vec3::load(f.bodies.x(i)) - Vec3::load(f.bodies.x(j))) - 2 <= 2.1 + 1e-9);  // where they would be
  }
  CHECK_FALSE(f.pairs.add_missed(f.scenery(), f.rows, {apart, 1}));
  while (f.pairs.add_missed(f.scenery(), f.rows, {u, 1})) {}
  CHECK(f.rows.size() == all);
}

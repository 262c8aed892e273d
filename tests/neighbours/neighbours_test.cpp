#include "neighbours/neighbours.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <utility>

#include "neighbours/cloud.hpp"
#include "neighbours/search.hpp"

using namespace floc;

namespace {

using Pairs = std::set<std::pair<std::size_t, std::int32_t>>;

// Pairs and fixed surfaces with a gap below the cutoff, by brute force.
template <int D>
Pairs close(const Bodies& b, const Domain& domain, const Obstacles& o, double cutoff) {
  Pairs pairs;
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (norm(domain.nearest_image(Vec<D>::load(b.x(i)) - Vec<D>::load(b.x(j)))) - b.radius[i] - b.radius[j] < cutoff)
        pairs.emplace(i, static_cast<std::int32_t>(j));
    for (std::size_t s = 0; s < o.surfaces(); ++s)
      if (o.gap_at_begin(s, embed(b.x(i), D), b.radius[i]) < cutoff) pairs.emplace(i, Contacts::second_of_surface(s));
  }
  return pairs;
}

Pairs listed(const Neighbours& neighbours, std::size_t n) {
  Pairs pairs;
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::int32_t j : neighbours.bodies_near(i)) pairs.emplace(i, j);
    for (const std::int32_t s : neighbours.surfaces_near(i)) pairs.emplace(i, s);
  }
  return pairs;
}

}  // namespace

TEST_CASE("lists with a skin hold every close pair while bodies move and enter, across periodic faces and corners") {
  Executor executor(2);
  Obstacles obstacles({test::obstacle({half_space({}, Vec3{{1, 0, 0}})})});
  obstacles.place(0, 0);
  for (int dimension = 1; dimension <= 3; ++dimension)
    with_dimension(dimension, [&]<int D>() {
      test::Cloud<D> cloud(150);
      const Bodies& bodies = cloud.bodies;
      const Domain& domain = cloud.domain;
      const double cutoff = 0.3;
      Neighbours neighbours(cutoff, 0.4);
      for (int step = 0; step < 60; ++step) {
        neighbours.update(bodies, domain, obstacles, executor);
        const Pairs have = listed(neighbours, bodies.size()), want = close<D>(bodies, domain, obstacles, cutoff);
        REQUIRE(std::includes(have.begin(), have.end(), want.begin(), want.end()));
        cloud.stir(step);
      }
      CHECK(neighbours.rebuilds() < 40);  // the skin is of use
      CHECK(neighbours.rebuilds() > 1);   // and the motion wears it out
    });
}

TEST_CASE("few bodies that go far are listed anew by themselves, and are found where they are") {
  Executor executor(2);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  Domain domain;
  domain.period = {20, 20, 0};
  Obstacles obstacles({test::obstacle({half_space({}, Vec3{{0, 0, 1}})})});
  obstacles.place(0, 0);
  Bodies bodies = test::empty(3);
  const auto enter = [&] {
    test::add(bodies, Vec3{{20 * unit(random), 20 * unit(random), 10 * unit(random)}}, {}, 0.3 + 0.2 * unit(random));
  };
  for (int i = 0; i < 1500; ++i) enter();
  const double cutoff = 0.3, skin = 0.2;
  Neighbours neighbours(cutoff, skin);
  for (int step = 0; step < 40; ++step) {
    neighbours.update(bodies, domain, obstacles, executor);
    const Pairs have = listed(neighbours, bodies.size()), want = close<3>(bodies, domain, obstacles, cutoff);
    REQUIRE(std::includes(have.begin(), have.end(), want.begin(), want.end()));
    const std::size_t i = static_cast<std::size_t>(step) * 31 % bodies.size();
    std::multiset<std::size_t> found;
    neighbours.for_near(Vec3::load(bodies.x(i)), 1.5, [](std::size_t, double) { return true; },
                        [&](std::size_t j) { found.insert(j); });
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      REQUIRE(found.count(j) <= 1);
      if (norm(domain.nearest_image(Vec3::load(bodies.x(i)) - Vec3::load(bodies.x(j)))) < 1.5) REQUIRE(found.count(j) == 1);
    }
    for (std::size_t k = 0; k < bodies.position.size(); ++k)
      bodies.position[k] += (k / 3 % 100 == 0 ? 0.5 : 0.005) * (unit(random) - 0.5);
    if (step % 10 == 0) enter();
  }
  CHECK(neighbours.rebuilds() == 1);
}

TEST_CASE("among bodies a thousand times smaller than others every close pair is listed, of those that go far, too") {
  Executor executor(2);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(0, 1);
  for (const bool periodic : {false, true}) {
    Domain domain;
    if (periodic) domain.period = {400, 400, 0};
    Bodies bodies = test::empty(3);
    const auto enter = [&](double radius) {
      test::add(bodies, Vec3{{400 * unit(random), 400 * unit(random), 40 * unit(random)}}, {}, radius);
    };
    // The smallest crowd in two places; the largest reach across everything.
    for (int i = 0; i < 1200; ++i) {
      enter(0.1 + 0.1 * unit(random));
      double* const x = bodies.position.data() + 3 * static_cast<std::size_t>(i);
      for (int k = 0; k < 3; ++k) x[k] = (i % 2 == 0 ? 3 : 300) + 8 * unit(random);
    }
    for (int i = 0; i < 200; ++i) enter(std::pow(10, 2 * unit(random)) * 0.2);
    enter(100);
    const double cutoff = 0.05;
    Neighbours neighbours(cutoff, 0.1);
    for (int step = 0; step < 12; ++step) {
      neighbours.update(bodies, domain, {}, executor);
      const Pairs have = listed(neighbours, bodies.size()), want = close<3>(bodies, domain, {}, cutoff);
      REQUIRE(std::includes(have.begin(), have.end(), want.begin(), want.end()));
      CHECK(have.size() < want.size() + 4000);
      for (std::size_t k = 0; k < bodies.position.size(); ++k)
        bodies.position[k] += (k / 3 % 150 == 0 ? 5 : 0.004) * (unit(random) - 0.5);
      if (step % 3 == 0) enter(0.2 + 10 * unit(random));
    }
    CHECK(neighbours.rebuilds() < 4);
  }
}

TEST_CASE("two bodies in opposite corners of a periodic box are neighbours") {
  Executor executor(1);
  Domain domain;
  domain.period = {10, 10, 10};
  Bodies bodies = test::empty(3);
  test::add(bodies, {{0.1, 0.1, 0.1}}, {}, 0.5);
  test::add(bodies, {{9.9, 9.9, 9.9}}, {}, 0.5);
  Neighbours neighbours(0.1, 0.1);
  neighbours.update(bodies, domain, {}, executor);
  CHECK(neighbours.bodies_near(1).size() == 1);
}

TEST_CASE("surfaces are listed as far as forces reach, bodies as far as contacts") {
  Executor executor(1);
  Obstacles obstacles({test::obstacle({half_space({}, Vec3{{0, 0, 1}})})});
  obstacles.place(0, 0);
  Bodies bodies = test::empty(3);
  test::add(bodies, {{0, 0, 1.7}}, {}, 1);
  test::add(bodies, {{2.7, 0, 1.7}}, {}, 1);
  Neighbours neighbours(0.1, 0.1, 0.8);
  neighbours.update(bodies, {}, obstacles, executor);
  CHECK(neighbours.surfaces_near(0).size() == 1);
  CHECK(neighbours.bodies_near(1).empty());
  CHECK(neighbours.bodies_around(0).size() == 1);
}

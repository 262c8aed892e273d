// What users of other engines complain of again and again: jitter, creep, drift, tunnelling, failing thin ellipsoids,
// and points of contact that flicker between features. One test each.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "forces/gravity.hpp"
#include "support/shapes.hpp"

using namespace floc;
using test::advance;

namespace {

constexpr double g = 9.81;

Setup on_a_floor(int dimension, double mu, double h) {
  Setup setup;
  setup.bodies = test::empty(dimension);
  Vec3 up, down;
  up[dimension - 1] = 1;
  down[dimension - 1] = -g;
  setup.obstacles = Obstacles({test::obstacle({half_space({}, up)})});
  setup.forces = {gravity(down)};
  setup.friction = std::make_shared<Friction>(mu);
  setup.h = h;
  return setup;
}

double furthest(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

// A pyramid of boxes, 4 + 3 + 2 + 1.
Setup pyramid() {
  Setup setup = on_a_floor(2, 0.5, 5e-3);
  for (int row = 0; row < 4; ++row)
    for (int k = 0; k < 4 - row; ++k)
      test::add_shape(setup, make_rectangle(1, 1), {{1.1 * k + 0.55 * row, row + 0.5, 0}});
  return setup;
}

}  // namespace

TEST_CASE("jitter: what moves in a pyramid of boxes at rest is the tolerance's share of gh") {
  for (const double tolerance : {1e-4, 1e-6}) {
    CAPTURE(tolerance);
    Setup setup = pyramid();
    setup.tolerance = tolerance;
    Simulation s(std::move(setup), 1);
    advance(s, 200);
    double speed = 0;
    for (int k = 0; k < 200; ++k) {
      advance(s, 1);
      for (const double v : s.bodies().velocity) speed = std::max(speed, std::abs(v));
      for (const double w : s.bodies().spin) speed = std::max(speed, std::abs(w));
    }
    CHECK(speed < 500 * tolerance * g * 5e-3);
  }
}

TEST_CASE("creep: a block on an incline below the angle of friction stays for a minute") {
  for (const double angle : {0.2, 0.4}) {
    Setup setup = on_a_floor(3, 0.5, 5e-3);
    test::add_shape(setup, make_box({{0.6, 0.4, 0.2}}), {{0, 0, 0.1}});
    setup.forces = {gravity({{g * std::sin(angle), 0, -g * std::cos(angle)}})};
    for (const double tolerance : {1e-4, 1e-6}) {
      CAPTURE(tolerance);
      setup.tolerance = tolerance;
      Simulation s(setup, 1);
      advance(s, 12000);
      CHECK(furthest(s.bodies().position, setup.bodies.position) < 10 * tolerance);
    }
  }
}

TEST_CASE("drift: a pyramid is after ten seconds where it was after one") {
  Simulation s(pyramid(), 1);
  advance(s, 200);
  const std::vector<double> early = s.bodies().position;
  advance(s, 1800);
  CHECK(furthest(s.bodies().position, early) < 1e-3);
}

TEST_CASE("tunnelling: a ball that goes a hundred times its size in a step does not pass a thin plate") {
  for (const int dimension : {2, 3})
    for (const double speed : {10.0, 100.0, 1000.0}) {
      CAPTURE(dimension);
      CAPTURE(speed);
      Setup setup;
      setup.bodies = test::empty(dimension);
      test::add_shape(setup, dimension == 3 ? make_box({{1e-3, 4, 4}}) : make_rectangle(1e-3, 4), {}, {}, 1e4);
      test::add_shape(setup, make_sphere(0.1, dimension), {{-3, 0, 0}}, {{speed, 0, 0}});
      // And as thin a card, edge on.
      test::add_shape(setup, dimension == 3 ? make_box({{1, 1e-3, 1}}) : make_rectangle(1, 1e-3), {{8, 0, 0}},
                      {{-speed, 0, 0}});
      setup.friction = std::make_shared<Friction>(0.3);
      setup.h = 0.01;
      Simulation s(std::move(setup), 1);
      for (int k = 0; k < 100; ++k) {
        advance(s, 1);
        REQUIRE(s.bodies().x(1)[0] < s.bodies().x(0)[0]);
        REQUIRE(s.bodies().x(2)[0] > s.bodies().x(0)[0]);
      }
      CHECK(s.bodies().v(1)[0] < 0.5 * speed);  // it was stopped
    }
}

TEST_CASE("thin ellipsoids, needles 20:1:1 and plates 10:10:1, do not overlap at any step") {
  for (const Vec3& axes : {Vec3{{1, 0.05, 0.05}}, Vec3{{1, 1, 0.1}}, Vec3{{1, 0.3, 0.03}}}) {
    CAPTURE(axes[1]);
    CAPTURE(axes[2]);
    Setup setup = on_a_floor(3, 0.3, 5e-3);
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    for (int k = 0; k < 27; ++k) {
      const Vec3 x{{2.1 * (k % 3), 2.1 * (k / 3 % 3), 2.1 * (k / 9) + 1.1}};
      const std::size_t i = test::add_shape(setup, make_ellipsoid(axes), x, {{1.0 - k % 3, 1.0 - k / 3 % 3, -2}});
      Quaternion q;
      q.w = normal(random);
      for (int m = 0; m < 3; ++m) q.v[m] = normal(random);
      turned(q, {}).store(&setup.bodies.orientation[4 * i]);
    }
    Simulation s(std::move(setup), 1);
    advance(s, 150);
  }
}

TEST_CASE(
    "flicker: faces at rest on faces keep four points a pair, and the force of each pair is the weight above it") {
  Setup setup = on_a_floor(3, 0.5, 5e-3);
  for (int k = 0; k < 4; ++k) {
    const std::size_t i = test::add_shape(setup, make_box({{1, 1, 0.5}}), {{0.1 * k, 0.05 * k, 0.5 * k + 0.25}});
    rotation({{0, 0, 0.3 * k}}).store(&setup.bodies.orientation[4 * i]);
  }
  Simulation s(std::move(setup), 1);
  advance(s, 200);
  // Of the corners where two faces meet four are taken; which ones may change, what the pairs do may not.
  const auto pairs = [&] {
    const Contacts& c = s.contacts();
    std::map<std::pair<int, int>, std::pair<int, double>> all;
    for (std::size_t r = 0; r < c.size(); ++r) {
      auto& [points, force] = all[{c.first[r], c.second[r]}];
      ++points;
      force += c.multiplier[r];
    }
    return all;
  };
  const double weight = 0.5 * g;
  for (int k = 0; k < 200; ++k) {
    advance(s, 1);
    const auto now = pairs();
    REQUIRE(now.size() == 4);
    for (const auto& [pair, what] : now) {
      CHECK(what.first == 4);
      CHECK(what.second == doctest::Approx((4 - pair.first) * weight).epsilon(0.03));
    }
  }
  for (const double v : s.bodies().velocity) CHECK(std::abs(v) < 0.05 * g * 5e-3);
}

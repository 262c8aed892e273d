// Restitution e (GRAN 5) against the bouncing ball's geometric series and exact two-body impacts.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "support/setups.hpp"

using namespace floc;

namespace {

// Height of a ball that starts at rest at height 1 over the floor with g = 1 and loses 1 − e of its
// speed at each bounce.
double bouncing_height(double e, double t) {
  double fall = std::sqrt(2.0);
  if (t < fall) return 1 - 0.5 * t * t;
  t -= fall;
  double v = e * fall;
  while (v > 1e-9 && t > 2 * v) {
    t -= 2 * v;
    v *= e;
  }
  return v > 1e-9 ? std::max(0.0, v * t - 0.5 * t * t) : 0;
}

double largest_error(double e, double h) {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{0, 2, 0}}, {}, 1, 1);
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  setup.forces = {gravity({{0, -1, 0}})};
  setup.law = restitution(e);
  setup.h = h;
  setup.tolerance = 1e-8;
  Simulation simulation(std::move(setup), 1);
  double worst = 0;
  while (simulation.time() < 6) {
    REQUIRE(simulation.advance().converged);
    worst = std::max(worst, std::abs(simulation.bodies().x(0)[1] - 1 - bouncing_height(e, simulation.time())));
  }
  return worst;
}

}  // namespace

TEST_CASE("a ball with restitution follows the geometric series of bounces at first order in h") {
  for (const double e : {0.0, 0.5, 0.8}) {
    const double coarse = largest_error(e, 0.02), fine = largest_error(e, 0.0025);
    const double order = std::log2(coarse / fine) / 3;
    MESSAGE("e = " << e << ": error " << fine << ", order " << order);
    CHECK(order > 0.8);
    CHECK(fine < 0.02);
  }
}

TEST_CASE("an elastic impact of two bodies conserves energy and exchanges equal masses' velocities") {
  Setup setup;
  setup.bodies = test::empty(1);
  test::add(setup.bodies, {{-1.5, 0, 0}}, {{1, 0, 0}}, 1, 2);
  test::add(setup.bodies, {{1.5, 0, 0}}, {{-3, 0, 0}}, 1, 2);
  setup.law = restitution(1);
  setup.h = 1e-2;
  setup.tolerance = 1e-9;
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 100; ++s) simulation.advance();
  CHECK(simulation.bodies().v(0)[0] == doctest::Approx(-3).epsilon(1e-6));
  CHECK(simulation.bodies().v(1)[0] == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("the relative normal velocity of a pair is turned round and multiplied by e, momentum kept") {
  for (const double e : {0.3, 0.7}) {
    Setup setup;
    setup.bodies = test::empty(2);
    test::add(setup.bodies, {}, {}, 1, 1);
    test::add(setup.bodies, {{2.5, 0, 0}}, {{-2, 0.5, 0}}, 1, 3);
    setup.law = restitution(e);
    setup.h = 1e-2;
    setup.tolerance = 1e-9;
    Simulation simulation(std::move(setup), 1);
    while (simulation.time() < 0.3) simulation.advance();
    const Bodies& b = simulation.bodies();
    const double nx = b.x(1)[0] - b.x(0)[0], ny = b.x(1)[1] - b.x(0)[1];
    CHECK(b.v(0)[0] + 3 * b.v(1)[0] == doctest::Approx(-6));
    CHECK(b.v(0)[1] + 3 * b.v(1)[1] == doctest::Approx(1.5));
    // Direct hit at x up to the small slide in y before contact.
    CHECK(((b.v(1)[0] - b.v(0)[0]) * nx + (b.v(1)[1] - b.v(0)[1]) * ny) / std::hypot(nx, ny) ==
          doctest::Approx(2 * e).epsilon(0.15));
  }
}

TEST_CASE("a moving piston hands its own speed on: a ball at rest leaves at (1 + e) times it") {
  Setup setup;
  setup.bodies = test::empty(1);
  test::add(setup.bodies, {{2, 0, 0}}, {}, 1, 1);
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{1, 0, 0}})}, translation({{1, 0, 0}}, 0, 1e9))});
  setup.law = restitution(0.5);
  setup.h = 0.013;
  setup.tolerance = 1e-8;
  Simulation simulation(std::move(setup), 1);
  while (simulation.time() < 2) simulation.advance();
  CHECK(simulation.bodies().v(0)[0] == doctest::Approx(1.5).epsilon(1e-6));
}

#include "step/servo.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

// Balls in a row on a line between a fixed wall at 0 and one at 10 that is driven towards it.
Setup column(int count, const std::string& force, double mass) {
  Setup setup;
  setup.bodies = test::empty(1);
  for (int i = 0; i < count; ++i) test::add(setup.bodies, {{1.0 + 2.5 * i, 0, 0}}, {}, 0.5, 1 + i);
  setup.obstacles = Obstacles({test::obstacle({half_space({{10, 0, 0}}, {{-1, 0, 0}})}, driven()),
                               test::obstacle({half_space({{0, 0, 0}}, {{1, 0, 0}})})});
  setup.servos = {{.normal = {{-1, 0, 0}}, .mass = mass, .force = Expression(force, Servo::variables())}};
  setup.h = 0.01;
  return setup;
}

void advance(Simulation& s, int steps) {
  for (int k = 0; k < steps; ++k) REQUIRE(s.advance().converged);
}

}  // namespace

TEST_CASE("a wall without contacts moves as its force and mass say") {
  Simulation s(column(1, "6", 3), 1);
  advance(s, 50);
  CHECK(s.state().walls.velocity[0] == doctest::Approx(6.0 / 3 * 0.5));
  CHECK(s.state().walls.position[0] == doctest::Approx(0.5 * 2 * 0.25 * (1 + 1.0 / 50)));  // v first, then x
  CHECK(s.state().walls.force[0] == 0);
  CHECK(s.obstacles().poses()[0].position[0] == -s.state().walls.position[0]);
}

TEST_CASE("a column pressed by a wall is at rest in the end, with the force asked for in every contact") {
  for (const double mass : {0.01, 10.0, 1000.0}) {
    CAPTURE(mass);
    Simulation s(column(4, "100", mass), 1);
    advance(s, 3000);
    CHECK(s.state().walls.force[0] == doctest::Approx(100).epsilon(1e-6));
    CHECK(s.state().walls.position[0] == doctest::Approx(6).epsilon(1e-4));  // four balls take 4 of 10
    REQUIRE(s.contacts().size() == 5);
    for (const double f : s.contacts().multiplier) CHECK(f == doctest::Approx(100).epsilon(1e-6));
  }
}

TEST_CASE("the force is an expression of time, displacement, velocity and the force of the contacts") {
  Simulation spring(column(2, "8*(3 - position) - 6*velocity", 1), 1);  // it comes to rest before it meets anybody
  advance(spring, 1500);
  CHECK(spring.state().walls.position[0] == doctest::Approx(3));
  Simulation follows(column(2, "t < 10 ? 50 : 20", 5), 1);
  advance(follows, 999);
  CHECK(follows.state().walls.force[0] == doctest::Approx(50).epsilon(1e-6));
  advance(follows, 20);
  CHECK(follows.state().walls.force[0] == doctest::Approx(20).epsilon(1e-6));
  Simulation broken(column(1, "1/t", 1), 1);
  CHECK_THROWS_AS(broken.advance(), Error);
}

TEST_CASE("an unhindered wall keeps to the limit of its speed") {
  Setup setup = column(1, "1000", 1);
  setup.servos[0].speed_limit = 0.25;
  Simulation s(std::move(setup), 1);
  advance(s, 100);
  CHECK(s.state().walls.velocity[0] == 0.25);
  CHECK(s.state().walls.position[0] == doctest::Approx(0.25));
}

TEST_CASE("walls and bodies share their momentum, with the force as the only source") {
  Setup setup = column(3, "0", 4);
  setup.bodies.velocity = {1, 2, 3};
  Simulation s(std::move(setup), 1);
  for (int k = 0; k < 400; ++k) {
    const double before = s.state().walls.velocity[0] * -4;
    const StepReport r = s.advance();
    REQUIRE(r.converged);
    if (s.contacts().size() > 0 && s.contacts().second[0] != -2)  // nobody at the fixed wall
      CHECK(r.contact_impulse[0] + s.state().walls.velocity[0] * -4 - before == doctest::Approx(0).epsilon(1e-9));
  }
  CHECK(s.state().walls.velocity[0] < 0);  // it was pushed away
}

TEST_CASE("a state with walls goes on with the same bits, also after a step that was undone") {
  Setup setup = column(4, "100 - 3*velocity", 2);
  setup.adaptive = AdaptiveSettings{.halvings = 4, .travel = 0.02};
  Simulation whole(setup, 1), begun(setup, 3);
  int refused = 0;
  for (int k = 0; k < 200; ++k) refused += whole.advance().refused;
  CHECK(refused > 0);
  for (int k = 0; k < 80; ++k) begun.advance();
  Simulation resumed(setup, 1);
  resumed.restore(begun.state());
  for (int k = 0; k < 120; ++k) resumed.advance();
  CHECK(resumed.hash() == whole.hash());
  CHECK(resumed.state().walls.position == whole.state().walls.position);
  CHECK_THROWS_AS(Simulation(column(1, "0", 0), 1), Error);
  setup.servos.push_back(setup.servos[0]);  // the second obstacle is fixed
  CHECK_THROWS_AS(Simulation(setup, 1), Error);
}

TEST_CASE("a wall that holds a force rubs: a ball between it and the ground slows by 2μF/m, without turning") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Setup setup;
    setup.bodies = test::empty(dimension);
    Vec3 x, up, down;
    x[dimension - 1] = 0.5;
    up[dimension - 1] = 1;
    down[dimension - 1] = -1;
    test::add(setup.bodies, x, {{3, 0, 0}}, 0.5, 2);
    setup.obstacles =
        Obstacles({test::obstacle({half_space(up, down)}, driven()), test::obstacle({half_space({}, up)})});
    setup.servos = {{.normal = down, .mass = 1, .force = Expression("5", Servo::variables())}};
    setup.friction = std::make_shared<Friction>(0.2, FrictionScheme::exact);
    setup.h = 1e-3;
    setup.tolerance = 1e-8;
    Simulation s(std::move(setup), 1);
    advance(s, 500);
    CHECK(3 - s.bodies().velocity[0] == doctest::Approx(0.5 * 2 * 0.2 * 5 / 2).epsilon(1e-3));
    CHECK(std::abs(s.bodies().spin[dimension == 3 ? 1 : 0]) < 1e-3);
    CHECK(s.state().walls.force[0] == doctest::Approx(5).epsilon(3e-2));
  }
}

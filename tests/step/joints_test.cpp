#include "step/joints.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "forces/gravity.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

// Five balls in space: hinges, a slider with a motor, a spring, a weld that breaks when they hit the ground.
Setup mobile(double h) {
  Setup setup;
  setup.bodies = test::empty(3);
  for (int k = 0; k < 5; ++k) test::add(setup.bodies, {{0.25 * k, 0.02 * k, 1}}, {{0, 0.3 * k, 0}}, 0.1, 1 + 0.2 * k);
  setup.bodies.let_turn();
  const auto at = [&](int k) { return Vec3{{0.25 * k - 0.125, 0.02 * k, 1}}; };
  setup.joints = {Joint::of(setup.bodies, JointKind::hinge, 1, 0, at(1), at(1), {{0, 1, 0.2}}, {.low = -1, .high = 1}),
                  Joint::of(setup.bodies, JointKind::slider, 2, 1, at(2), at(2), {{1, 0, 0}},
                            {.speed = Expression("sin(3*t)", {"t"}), .strongest = 4}),
                  Joint::of(setup.bodies, JointKind::distance, 3, 2, at(3), at(3) + Vec3{{-0.1, 0, 0}}, {},
                            {.stiffness = 200, .damping = 1, .rest = 0.1}),
                  Joint::of(setup.bodies, JointKind::weld, 4, 3, at(4), at(4))};
  setup.joints[3].break_force = 60;
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 0, 1}})})});
  setup.forces = {gravity({{0, 0, -9.81}})};
  setup.friction = std::make_shared<Friction>(0.4);
  setup.h = h;
  return setup;
}

// A ball of mass 2 and moment .03 at rest at x, and a joint of its point with one of the world.
Setup held_ball(int dimension, JointKind kind, const Vec3& x, const Vec3& of_ball, const Vec3& of_world,
                const Vec3& axis, JointDrive drive) {
  Setup setup;
  setup.bodies = test::empty(dimension);
  test::add(setup.bodies, x, {}, 0.1, 2);
  setup.bodies.let_turn();
  for (double& moment : setup.bodies.inertia) moment = 0.03;
  setup.joints = {Joint::of(setup.bodies, kind, 0, Joint::world, of_ball, of_world, axis, std::move(drive))};
  setup.h = 1e-3;
  setup.tolerance = 1e-9;
  return setup;
}

void run_steps(Simulation& s, int steps) {
  for (int k = 0; k < steps; ++k) {
    const StepReport report = s.advance();
    REQUIRE_MESSAGE(report.converged, report.message);
  }
}

}  // namespace

TEST_CASE("a run with joints goes on from a state with the same bits, on any number of threads") {
  Simulation whole(mobile(2e-3), 1), part(mobile(2e-3), 1), other(mobile(2e-3), 3);
  for (int k = 0; k < 150; ++k) part.advance();
  State state = part.state();
  for (int k = 0; k < 400; ++k) {
    const StepReport report = whole.advance();
    REQUIRE_MESSAGE(report.converged, report.message);
    CHECK(report.overlap <= 1e-4);
    other.advance();
  }
  part.restore(std::move(state));
  for (int k = 150; k < 400; ++k) part.advance();
  CHECK(whole.state().joints.broken[3] == 1);
  CHECK(part.hash() == whole.hash());
  CHECK(other.hash() == whole.hash());
}

TEST_CASE("a step that is given up leaves joints as they were") {
  Setup setup = mobile(2e-3);
  setup.max_iterations = 1;
  setup.on_unconverged = OnUnconverged::stop;
  Simulation s(std::move(setup), 1);
  for (int k = 0; k < 500; ++k) {
    const JointStates before = s.state().joints;
    if (s.advance().moved) continue;
    CHECK(s.state().joints.coordinate == before.coordinate);
    CHECK(s.state().joints.multiplier == before.multiplier);
    return;
  }
  FAIL("one sweep was enough for every step");
}

TEST_CASE("bodies that are joined have no contact, until their joint is broken") {
  const std::vector<Joint> joints{{.first = 1, .second = 0}, {.first = 2, .second = 1, .collide = true}, {.first = 3}};
  const Bonds bonds({{5, 4, 1.5}});
  CHECK(Joints::with_filter(bonds, joints).list().size() == 2);
  const std::vector<std::int32_t> broken{1, 0, 0};
  const Bonds after = Joints::with_filter(bonds, joints, broken);
  REQUIRE(after.list().size() == 1);
  CHECK(after.list()[0].length == 1.5);
}

TEST_CASE("a joint that cannot be is an Error") {
  Bodies bodies = test::empty(2);
  test::add(bodies, {}, {}, 1, 1);
  test::add(bodies, {{3, 0, 0}}, {}, 1, 1);
  CHECK_THROWS_AS(Joint::of(bodies, JointKind::ball, 0, 7, {}, {}), Error);
  CHECK_THROWS_AS(Joint::of(bodies, JointKind::ball, 1, 1, {}, {}), Error);
  CHECK_THROWS_AS(Joint::of(bodies, JointKind::slider, 1, 0, {}, {}, {}), Error);
  CHECK_THROWS_AS(Joints({Joint::of(bodies, JointKind::weld, 1, 0, {}, {}, {}, {.low = 0, .high = 1})}, 2), Error);
  CHECK_THROWS_AS(Joints({Joint::of(bodies, JointKind::hinge, 1, 0, {}, {}, {}, {.low = 1, .high = 0})}, 2), Error);
}

TEST_CASE("a rope is free until it is taut: what is across it stays, and it pulls with mv²/L") {
  const double length = 1, mass = 2, across = 0.6, along = 0.8;
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    // It comes to the rope's end at (1, 0), after one second.
    const Vec3 x{{0.2, -0.6, 0}};
    Setup setup = held_ball(dimension, JointKind::distance, x, x, {}, {}, {.high = length});
    setup.bodies.velocity[0] = along;
    setup.bodies.velocity[1] = across;
    Simulation s(std::move(setup), 1);
    run_steps(s, 999);
    CHECK(s.bodies().x(0)[0] == doctest::Approx(0.2 + 0.999 * along).epsilon(1e-12));
    CHECK(s.state().joints.multiplier[0] == 0);
    run_steps(s, 501);
    // Half a second on the circle, with what the speed is across the rope.
    const double* const there = s.bodies().x(0);
    CHECK(std::hypot(there[0], there[1]) == doctest::Approx(length).epsilon(1e-9));
    CHECK(std::atan2(there[1], there[0]) == doctest::Approx(0.5 * across / length).epsilon(2e-3));
    CHECK(std::hypot(s.bodies().v(0)[0], s.bodies().v(0)[1]) == doctest::Approx(across).epsilon(1e-3));
    CHECK(s.state().joints.multiplier[0] == doctest::Approx(mass * across * across / length).epsilon(2e-3));
  }
}

TEST_CASE("two balls that may not come closer than a strut go on together, with the momentum that they had") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Setup setup;
    setup.bodies = test::empty(dimension);
    test::add(setup.bodies, {}, {{1, 0, 0}}, 0.1, 1);
    test::add(setup.bodies, {{1, 0, 0}}, {{-1, 0, 0}}, 0.1, 3);
    setup.bodies.let_turn();
    setup.joints = {Joint::of(setup.bodies, JointKind::distance, 1, 0, {{1, 0, 0}}, {}, {}, {.low = 0.5})};
    setup.h = 1e-3;
    setup.tolerance = 1e-9;
    Simulation s(std::move(setup), 1);
    run_steps(s, 249);
    CHECK(s.bodies().v(0)[0] == 1);
    CHECK(s.bodies().v(1)[0] == -1);
    run_steps(s, 251);
    CHECK(s.bodies().v(0)[0] == doctest::Approx(-0.5).epsilon(1e-8));
    CHECK(s.bodies().v(1)[0] == doctest::Approx(-0.5).epsilon(1e-8));
    CHECK(s.state().joints.coordinate[0] == doctest::Approx(0.5).epsilon(1e-8));
  }
}

TEST_CASE("a motor along a distance or a slider accelerates with its force, and then has its speed") {
  const double strongest = 0.8, mass = 2, speed = 0.3;
  for (const int dimension : {2, 3})
    for (const JointKind kind : {JointKind::distance, JointKind::slider}) {
      CAPTURE(dimension);
      CAPTURE(static_cast<int>(kind));
      const Vec3 way = dimension == 3 ? Vec3{{0.6, 0, 0.8}} : Vec3{{0.6, 0.8, 0}};
      const auto along = [&](const Simulation& s) { return dot(embed(s.bodies().v(0), dimension), way); };
      const JointDrive drive{.speed = Expression("0.3", {"t"}), .strongest = strongest};
      Simulation s(held_ball(dimension, kind, way, way, {}, way, drive), 1);
      run_steps(s, 500);
      CHECK(along(s) == doctest::Approx(0.5 * strongest / mass).epsilon(1e-7));
      CHECK(s.state().joints.multiplier.back() == doctest::Approx(strongest).epsilon(1e-7));
      run_steps(s, 500);
      CHECK(along(s) == doctest::Approx(speed).epsilon(1e-7));
      // A load of twice its force goes down with half of what it would fall with.
      Setup loaded =
          held_ball(dimension, kind, way, way, {}, way, {.speed = Expression("0.3", {"t"}), .strongest = strongest});
      loaded.forces = {gravity(-2 * strongest / mass * way)};
      Simulation weak(std::move(loaded), 1);
      run_steps(weak, 500);
      CHECK(along(weak) == doctest::Approx(-0.5 * strongest / mass).epsilon(1e-7));
    }
}

TEST_CASE("lower limits stop a hinge and a slider where they are") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Vec3 axis = dimension == 3 ? Vec3{{0, 0, 1}} : Vec3{{1, 0, 0}};
    for (const JointKind kind : {JointKind::hinge, JointKind::slider}) {
      CAPTURE(static_cast<int>(kind));
      Setup setup = held_ball(dimension, kind, {}, {}, {}, axis, {.low = -0.4, .high = 1});
      std::vector<double>& moves = kind == JointKind::hinge ? setup.bodies.spin : setup.bodies.velocity;
      moves[dimension == 3 ? 2 : 0] = -2;
      Simulation s(std::move(setup), 1);
      run_steps(s, 199);
      CHECK(s.state().joints.coordinate[0] == doctest::Approx(-0.398).epsilon(1e-9));
      run_steps(s, 301);
      CHECK(s.state().joints.coordinate[0] == doctest::Approx(-0.4).epsilon(1e-8));
    }
  }
}

// The weight of a ball, and its lever where it has one, against strengths a hundred-thousandth above and below.
TEST_CASE("every kind of joint holds up to its strength, force and torque, and no further") {
  constexpr double mass = 2, g = 9.81, off = 0.3;
  struct Case {
    JointKind kind;
    Vec3 axis;
    JointDrive drive;
    bool torque;  // the load that counts; the ball is `off` beside the joint for it
    bool plane;
  };
  const std::vector<Case> cases{
      {JointKind::ball, {}, {}, false, true},
      {JointKind::hinge, {{0, 1, 0}}, {}, false, true},
      {JointKind::hinge, {{1, 0, 0}}, {}, false, false},
      {JointKind::hinge, {{1, 0, 0}}, {}, true, false},          // across its axis
      {JointKind::hinge, {{0, -1, 0}}, {.low = 0}, true, true},  // about its axis, at a limit
      {JointKind::hinge, {{0, 1, 0}}, {.speed = Expression("0", {"t"})}, true, true},
      {JointKind::slider, {{1, 0, 0}}, {}, false, true},
      {JointKind::slider, {{1, 0, 0}}, {}, true, true},
      {JointKind::slider, {{0, 0, 1}}, {.low = 0}, false, false},
      {JointKind::slider, {{0, 0, 1}}, {.speed = Expression("0", {"t"})}, false, false},
      {JointKind::distance, {}, {}, false, true},
      {JointKind::distance, {}, {.high = 0.5}, false, true},
      {JointKind::weld, {}, {}, false, true},
      {JointKind::weld, {}, {}, true, true},
  };
  for (std::size_t k = 0; k < cases.size(); ++k)
    for (const int dimension : {2, 3})
      for (const double strength : {1 + 1e-5, 1 - 1e-5}) {
        const Case& c = cases[k];
        if (dimension == 2 && !c.plane) continue;
        CAPTURE(k);
        CAPTURE(dimension);
        CAPTURE(strength);
        const Vec3 up = dimension == 3 ? Vec3{{0, 0, 1}} : Vec3{{0, 1, 0}};
        // A distance hangs from above, a torque from the side.
        const Vec3 x = c.torque ? Vec3{{off, 0, 0}} : Vec3{};
        const Vec3 point = c.kind == JointKind::distance ? 0.5 * up : Vec3{};
        Setup setup = held_ball(dimension, c.kind, x, {}, point, c.axis, c.drive);
        (c.torque ? setup.joints[0].break_torque : setup.joints[0].break_force) =
            strength * mass * g * (c.torque ? off : 1);
        setup.forces = {gravity(-g * up)};
        Simulation s(std::move(setup), 1);
        run_steps(s, 50);
        CHECK(s.state().joints.broken[0] == (strength > 1 ? 0 : 1));
      }
}

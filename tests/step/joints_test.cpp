#include "step/joints.hpp"

#include <doctest/doctest.h>

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

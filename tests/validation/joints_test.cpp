// Joints with exact answers: pendulums, frameworks, springs, motors, limits, and what breaks.
#include "step/joints.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <tuple>
#include <vector>

#include "forces/gravity.hpp"
#include "geometry/frame.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

constexpr double g = 9.81, pi = std::numbers::pi;

Vec3 down(int dimension) { return dimension == 3 ? Vec3{{0, 0, -g}} : Vec3{{0, -g, 0}}; }
Vec3 lift(int dimension, double x, double up) { return dimension == 3 ? Vec3{{x, 0, up}} : Vec3{{x, up, 0}}; }

Expression of_time(const char* text) { return Expression(text, {"t"}); }

// Bodies with the moments of uniform rods of length 1 and mass 1, at rest, in a chain from the origin, at an angle from
// the downward vertical, joined by hinges.
Setup pendulum(int dimension, int rods, double angle, double h) {
  Setup setup;
  setup.bodies = test::empty(dimension);
  const double across = std::sin(angle), up = -std::cos(angle);
  for (int k = 0; k < rods; ++k)
    test::add(setup.bodies, lift(dimension, (k + 0.5) * across, (k + 0.5) * up), {}, 0.05, 1);
  setup.bodies.let_turn();
  for (double& moment : setup.bodies.inertia) moment = 1.0 / 12;
  for (int k = 0; k < rods; ++k) {
    const Vec3 point = lift(dimension, k * across, k * up);
    setup.joints.push_back(
        Joint::of(setup.bodies, JointKind::hinge, k, k == 0 ? Joint::world : k - 1, point, point, {{0, 1, 0}}));
  }
  setup.forces = {gravity(down(dimension))};
  setup.h = h;
  return setup;
}

// Of rod k, from the downward vertical.
double angle_of(const Bodies& b, std::size_t k) {
  double across = b.x(k)[0], up = b.x(k)[b.dimension - 1];
  for (std::size_t j = 0; j < k; ++j) {  // the end of the rod before
    const double a = angle_of(b, j);
    across -= std::sin(a);
    up += std::cos(a);
  }
  return std::atan2(across, -up);
}

void run_until(Simulation& s, double t) {
  while (s.time() < t - 1e-9) {
    const StepReport report = s.advance();
    REQUIRE_MESSAGE(report.converged, report.message);
  }
}

double energy(const Simulation& s) {
  const Bodies& b = s.bodies();
  double e = sum_motion(b, b.velocity, b.spin).energy;
  for (std::size_t i = 0; i < b.size(); ++i) e += b.mass[i] * g * b.x(i)[b.dimension - 1];
  return e;
}

}  // namespace

// Angles from the downward vertical, of an integration of high order.
TEST_CASE("hinges: the double pendulum comes to its reference with the order of the scheme") {
  struct Swing {
    double from, t, first, second, most;  // error at h = 5e-4
  };
  for (const auto& [from, t, first, second, most] :
       {Swing{pi / 4, 1, -0.6125616956, -0.8106216336, 4e-4}, Swing{pi / 4, 2, 0.2426066052, 0.6424943184, 7e-4},
        Swing{pi / 4, 3, 0.0218985095, 0.0804793042, 1.2e-3}, Swing{pi / 2, 0.5, 0.448142626, 1.041962887, 1.7e-3},
        Swing{pi / 2, 1, -1.207716238, -0.814391023, 9e-4}, Swing{pi / 2, 1.5, -1.15032568, -2.099126132, 9e-4},
        Swing{pi / 2, 2, -0.082758307, 0.407362075, 3.1e-3}, Swing{pi / 2, 3, 1.025086012, 0.495734648, 1.3e-3}})
    for (const int dimension : {2, 3}) {
      CAPTURE(dimension);
      CAPTURE(from);
      CAPTURE(t);
      std::array<double, 3> error{};
      for (std::size_t k = 0; k < error.size(); ++k) {
        Simulation s(pendulum(dimension, 2, from, 2e-3 / (1 << k)), 1);
        run_until(s, t);
        error[k] = std::hypot(angle_of(s.bodies(), 0) - first, angle_of(s.bodies(), 1) - second);
      }
      CHECK(error[2] < most);
      CHECK(std::log2(error[0] / error[1]) == doctest::Approx(1).epsilon(0.1));
      CHECK(std::log2(error[1] / error[2]) == doctest::Approx(1).epsilon(0.1));
    }
}

TEST_CASE("a chain of a hundred links swings without losing or gaining energy, and takes a few sweeps a step") {
  Simulation s(pendulum(2, 100, 1.2, 2e-3), 1);
  const double before = energy(s);
  int sweeps = 0;
  for (int k = 0; k < 500; ++k) {
    const StepReport report = s.advance();
    REQUIRE_MESSAGE(report.converged, report.message);
    CHECK(report.overlap <= 1e-4);
    sweeps = std::max(sweeps, report.iterations / report.projections);
  }
  CHECK(sweeps <= 10);
  // Of what falls: 100 links by some 20 m.
  CHECK(std::abs(energy(s) - before) < 0.01 * 100 * g * 20);
}

TEST_CASE("a top on a ball joint precesses with m g l/(I₃ω)") {
  Setup setup;
  setup.bodies = test::empty(3);
  const double tilt = 0.5, length = 0.2, fast = 200, third = 0.02, across = 0.01;
  test::add(setup.bodies, length * Vec3{{std::sin(tilt), 0, std::cos(tilt)}}, {}, 0.05, 1);
  setup.bodies.let_turn();
  const Vec3 axis{{std::sin(tilt), 0, std::cos(tilt)}};
  rotation({{0, tilt, 0}}).store(setup.bodies.orientation.data());
  setup.bodies.inertia = {across, across, third};
  // Steady precession from the beginning: ω along the axis, and Ω about the vertical.
  const double slow = g * length / (third * fast);
  const Vec3 spin = fast * axis + slow * Vec3{{0, 0, 1}}, speed = cross(slow * Vec3{{0, 0, 1}}, length * axis);
  spin.store(setup.bodies.spin.data());
  speed.store(setup.bodies.velocity.data());
  setup.joints = {Joint::of(setup.bodies, JointKind::ball, 0, Joint::world, {}, {})};
  setup.forces = {gravity(down(3))};
  setup.h = 2e-4;
  Simulation s(std::move(setup), 1);
  run_until(s, 1);
  const double* x = s.bodies().x(0);
  CHECK(std::atan2(x[1], x[0]) == doctest::Approx(slow * 1).epsilon(0.03));
  CHECK(std::acos(x[2] / length) == doctest::Approx(tilt).epsilon(0.02));
}

TEST_CASE("more joints than degrees of freedom: a square of welds with its diagonals falls, turns, and stays itself") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Setup setup;
    setup.bodies = test::empty(dimension);
    for (const auto& [x, y] : {std::array{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}})
      test::add(setup.bodies, {{x, y, 0}}, {{-5 * (y - 0.5), 5 * (x - 0.5), 0}}, 0.2, 1 + x);
    setup.bodies.let_turn();
    for (std::size_t i = 0; i < 4; ++i) setup.bodies.spin[dimension == 3 ? 3 * i + 2 : i] = 5;
    const auto middle = [&](int i, int j) {
      return 0.5 * (embed(setup.bodies.x(static_cast<std::size_t>(i)), dimension) +
                    embed(setup.bodies.x(static_cast<std::size_t>(j)), dimension));
    };
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j)
        for (const JointKind kind : {JointKind::weld, JointKind::distance, JointKind::weld})
          setup.joints.push_back(
              Joint::of(setup.bodies, kind, i, j, middle(i, j),
                        kind == JointKind::distance ? middle(j, i) + Vec3{{0.1, 0, 0}} : middle(i, j)));
    setup.forces = {gravity(down(dimension))};
    setup.h = 2.5e-3;
    Simulation s(std::move(setup), 1);
    const double before = energy(s);
    run_until(s, 2);
    const Bodies& b = s.bodies();
    for (const auto& [i, j, length] :
         {std::tuple{0u, 1u, 1.0}, {1u, 2u, 1.0}, {0u, 2u, std::sqrt(2.0)}, {1u, 3u, std::sqrt(2.0)}})
      CHECK(norm(embed(b.x(i), dimension) - embed(b.x(j), dimension)) == doctest::Approx(length).epsilon(1e-4));
    // What falls is of first order in h: 6 kg by ½ g t (t + h).
    CHECK(energy(s) == doctest::Approx(before - 6 * g * g * 0.5 * 2 * 2.5e-3).epsilon(0.02));
    CHECK((dimension == 3 ? b.spin[2] : b.spin[0]) == doctest::Approx(5).epsilon(1e-3));
  }
}

TEST_CASE("a spring along a distance swings with 2π√(m/k), and a stiff one is stable at any step") {
  const auto setup_of = [](double stiffness, double damping, double h) {
    Setup setup;
    setup.bodies = test::empty(2);
    test::add(setup.bodies, {{1.1, 0, 0}}, {}, 0.1, 2);
    setup.joints = {Joint::of(setup.bodies, JointKind::distance, 0, Joint::world, {{1.1, 0, 0}}, {}, {},
                              {.stiffness = stiffness, .damping = damping, .rest = 1})};
    setup.h = h;
    return setup;
  };
  std::array<double, 2> error{};
  for (std::size_t k = 0; k < 2; ++k) {
    Simulation s(setup_of(50, 0, 2e-3 / (1 << k)), 1);
    run_until(s, 0.8);
    error[k] = s.bodies().x(0)[0] - (1 + 0.1 * std::cos(5 * 0.8));
  }
  CHECK(std::abs(error[1]) < 1e-3);
  CHECK(error[0] / error[1] == doctest::Approx(2).epsilon(0.1));
  Simulation damped(setup_of(50, 3, 1e-4), 1);
  run_until(damped, 0.8);
  const double decay = 3.0 / 4, swing = std::sqrt(25 - decay * decay);
  const double exact = 0.1 * std::exp(-decay * 0.8) * (std::cos(swing * 0.8) + decay / swing * std::sin(swing * 0.8));
  CHECK(damped.bodies().x(0)[0] - 1 == doctest::Approx(exact).epsilon(0.005));
  Simulation stiff(setup_of(1e12, 0, 0.1), 1);
  run_until(stiff, 1);
  CHECK(stiff.bodies().x(0)[0] == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("a motor turns a wheel with its torque until it has its speed; limits stop a hinge and a slider") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const auto wheel = [&](JointKind kind, JointDrive drive) {
      Setup setup;
      setup.bodies = test::empty(dimension);
      test::add(setup.bodies, {}, {}, 0.1, 1);
      setup.bodies.let_turn();
      for (double& moment : setup.bodies.inertia) moment = 0.01;
      const Vec3 axis = dimension == 3 ? Vec3{{0, 0, 1}} : Vec3{{1, 0, 0}};
      setup.joints = {Joint::of(setup.bodies, kind, 0, Joint::world, {}, {}, axis, std::move(drive))};
      setup.h = 1e-3;
      return setup;
    };
    const auto spin_of = [&](const Simulation& s) { return dimension == 3 ? s.bodies().spin[2] : s.bodies().spin[0]; };
    Simulation motor(wheel(JointKind::hinge, {.speed = of_time("3"), .strongest = 0.05}), 1);
    run_until(motor, 0.4);
    CHECK(spin_of(motor) == doctest::Approx(0.4 * 0.05 / 0.01).epsilon(1e-6));
    run_until(motor, 1);
    CHECK(spin_of(motor) == doctest::Approx(3).epsilon(1e-6));
    run_until(motor, 5);  // beyond half a turn, and counted on
    CHECK(motor.state().joints.coordinate[0] == doctest::Approx(0.5 * 5 * 0.36 + 3 * 4.4).epsilon(1e-3));

    Setup stopped = wheel(JointKind::hinge, {.low = -0.5, .high = 0.7});
    (dimension == 3 ? stopped.bodies.spin[2] : stopped.bodies.spin[0]) = 2;
    Simulation hinge(std::move(stopped), 1);
    run_until(hinge, 1);
    CHECK(hinge.state().joints.coordinate[0] == doctest::Approx(0.7).epsilon(1e-4));
    CHECK(std::abs(spin_of(hinge)) < 1e-2);

    Setup slid = wheel(JointKind::slider, {.high = 0.3});
    slid.bodies.velocity[dimension == 3 ? 2 : 0] = 1;
    slid.bodies.velocity[1] = 1;
    Simulation slider(std::move(slid), 1);
    run_until(slider, 1);
    CHECK(slider.bodies().x(0)[dimension == 3 ? 2 : 0] == doctest::Approx(0.3).epsilon(1e-4));
    CHECK(std::abs(slider.bodies().x(0)[1]) < 1e-5);
  }
}

TEST_CASE("arms of prescribed length: three balls swim on the spot, and their momentum stays zero") {
  Setup setup;
  setup.bodies = test::empty(3);
  for (const double x : {-1.0, 0.0, 1.0}) test::add(setup.bodies, {{x, 0, 0}}, {}, 0.1, 1 + x * x);
  setup.bodies.let_turn();
  const auto arm = [&](std::int64_t i, std::int64_t j, const char* length) {
    return Joint::of(setup.bodies, JointKind::distance, i, j, embed(setup.bodies.x(static_cast<std::size_t>(i)), 3),
                     embed(setup.bodies.x(static_cast<std::size_t>(j)), 3), {}, {.prescribed = of_time(length)});
  };
  setup.joints = {arm(1, 0, "1 + 0.2*sin(2*t)"), arm(2, 1, "1 + 0.2*sin(2*t + 1.5) - 0.2*sin(1.5)")};
  setup.h = 1e-2;
  Simulation s(std::move(setup), 1);
  run_until(s, 3);
  const Bodies& b = s.bodies();
  CHECK(b.x(1)[0] - b.x(0)[0] == doctest::Approx(1 + 0.2 * std::sin(6)).epsilon(1e-5));
  CHECK(b.x(2)[0] - b.x(1)[0] == doctest::Approx(1 + 0.2 * std::sin(7.5) - 0.2 * std::sin(1.5)).epsilon(1e-5));
  CHECK(std::abs(sum_motion(b, b.velocity, b.spin).momentum[0]) < 1e-12);
}

TEST_CASE("a weld breaks when its force is more than its strength, for good, and then the bodies meet as others do") {
  for (const double strength : {2 * g * 1.01, 2 * g * 0.99}) {
    CAPTURE(strength);
    Setup setup;
    setup.bodies = test::empty(2);
    test::add(setup.bodies, {{0, 0, 0}}, {}, 0.5, 1);
    test::add(setup.bodies, {{0, -1, 0}}, {}, 0.5, 2);
    setup.bodies.let_turn();
    setup.joints = {Joint::of(setup.bodies, JointKind::weld, 0, Joint::world, {}, {}),
                    Joint::of(setup.bodies, JointKind::weld, 1, 0, {{0, -0.5, 0}}, {{0, -0.5, 0}})};
    setup.joints[1].break_force = strength;
    setup.obstacles = Obstacles({test::obstacle({half_space({{0, -2, 0}}, {{0, 1, 0}})})});
    setup.forces = {gravity(down(2))};
    setup.h = 1e-3;
    Simulation s(std::move(setup), 1);
    run_until(s, 1.5);
    const bool holds = strength > 2 * g;
    CHECK(s.state().joints.broken[1] == (holds ? 0 : 1));
    CHECK(s.advance().broken == (holds ? 0 : 1));
    CHECK(s.bodies().x(1)[1] == doctest::Approx(holds ? -1 : -1.5).epsilon(1e-4));
  }
}

TEST_CASE("a prescribed angle and a prescribed way are kept to the tolerance, in the plane and in space") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const bool space = dimension == 3;
    const Vec3 axis = space ? direction({{1, 2, 2}}, {}).unit : Vec3{{0, 0, 1}}, pivot{{0.1, 0.2, 0}};
    Setup setup;
    setup.bodies = test::empty(dimension);
    test::add(setup.bodies, {{0.4, 0.3, 0}}, {}, 0.1, 2);
    setup.bodies.let_turn();
    for (double& moment : setup.bodies.inertia) moment = 0.02;
    setup.joints = {Joint::of(setup.bodies, JointKind::hinge, 0, Joint::world, pivot, pivot, axis,
                              {.prescribed = of_time("4*sin(t)")})};
    setup.forces = {gravity(down(dimension))};
    setup.h = 5e-3;
    setup.tolerance = 1e-8;
    Simulation hinge(setup, 1);
    // Beyond half a turn, and back.
    for (const double t : {0.5, 1.5, 3.0}) {
      run_until(hinge, t);
      const Bodies& b = hinge.bodies();
      const double angle = 4 * std::sin(t);
      CHECK(hinge.state().joints.coordinate[0] == doctest::Approx(angle).epsilon(1e-7));
      const Quaternion q = rotation(angle * axis);
      const Vec3 there = pivot + to_world(q, Vec3{{0.3, 0.1, 0}});
      for (int c = 0; c < dimension; ++c) CHECK(std::abs(b.x(0)[c] - there[c]) < 1e-7);
      const Vec3 a = direction({{1, -1, 3}}, {}).unit;  // any direction of the body
      const Quaternion now = space ? Quaternion::load(b.orientation.data()) : rotation({{0, 0, b.orientation[0]}});
      CHECK(norm(to_world(now, a) - to_world(q, a)) < 1e-6);
    }

    const Vec3 way = space ? axis : Vec3{{0.6, 0.8, 0}}, start{{0.4, 0.3, 0}};
    setup.joints = {Joint::of(setup.bodies, JointKind::slider, 0, Joint::world, start, start, way,
                              {.prescribed = of_time("0.3*sin(2*t)")})};
    Simulation slider(std::move(setup), 1);
    for (const double t : {0.5, 1.5, 3.0}) {
      run_until(slider, t);
      const Bodies& b = slider.bodies();
      const Vec3 there = start + 0.3 * std::sin(2 * t) * way;
      for (int c = 0; c < dimension; ++c) CHECK(std::abs(b.x(0)[c] - there[c]) < 1e-7);
      CHECK(slider.state().joints.coordinate[0] == doctest::Approx(0.3 * std::sin(2 * t)).epsilon(1e-6));
      if (space)
        CHECK(std::abs(b.orientation[0]) == doctest::Approx(1).epsilon(1e-12));
      else
        CHECK(std::abs(b.orientation[0]) < 1e-6);
    }
  }
}

TEST_CASE("a prescribed angle between two free bodies: momentum and angular momentum stay zero") {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{-0.3, 0, 0}}, {}, 0.1, 1);
  test::add(setup.bodies, {{0.4, 0, 0}}, {}, 0.1, 3);
  setup.bodies.let_turn();
  setup.bodies.inertia = {0.03, 0.05};
  setup.joints = {Joint::of(setup.bodies, JointKind::hinge, 1, 0, {}, {}, {}, {.prescribed = of_time("sin(3*t)")})};
  setup.h = 2e-3;
  setup.tolerance = 1e-9;
  Simulation s(std::move(setup), 1);
  run_until(s, 1.4);
  const Bodies& b = s.bodies();
  CHECK(b.orientation[1] - b.orientation[0] == doctest::Approx(std::sin(4.2)).epsilon(1e-7));
  double turning = 0, largest = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const double orbit = b.mass[i] * (b.x(i)[0] * b.v(i)[1] - b.x(i)[1] * b.v(i)[0]);
    turning += orbit + b.inertia[i] * b.spin[i];
    largest = std::max({largest, std::abs(orbit), std::abs(b.inertia[i] * b.spin[i])});
  }
  CHECK(std::abs(sum_motion(b, b.velocity, b.spin).momentum[0]) < 1e-12);
  CHECK(std::abs(sum_motion(b, b.velocity, b.spin).momentum[1]) < 1e-12);
  // Levers are those of the beginning of a step: of first order in h.
  CHECK(std::abs(turning) < 0.01 * largest);
}

// A spring is implicit: q⁺ = q + hq̇⁺, q̇⁺ = q̇ − hω²q⁺. So it swings with the period 2πh/atan(ωh), which is
// 2π/ω·(1 + (ωh)²/3), and from one period to the next loses the part πωh of its swing.
TEST_CASE("springs of a hinge and of a slider swing with 2π√(I/k) and 2π√(m/k), and lose what the scheme takes") {
  const double mass = 2, moment = 0.03, swing = 0.4, omega = 5;
  for (const int dimension : {2, 3})
    for (const JointKind kind : {JointKind::hinge, JointKind::slider}) {
      CAPTURE(dimension);
      CAPTURE(static_cast<int>(kind));
      const double inertia = kind == JointKind::hinge ? moment : mass;
      std::array<double, 3> late{}, lost{};
      for (std::size_t level = 0; level < late.size(); ++level) {
        const double h = 8e-3 / (1 << level);
        Setup setup;
        setup.bodies = test::empty(dimension);
        test::add(setup.bodies, {}, {}, 0.1, mass);
        setup.bodies.let_turn();
        for (double& m : setup.bodies.inertia) m = moment;
        const Vec3 axis = dimension == 3 ? Vec3{{0.6, 0, 0.8}} : Vec3{{0.6, 0.8, 0}};
        setup.joints = {Joint::of(setup.bodies, kind, 0, Joint::world, {}, {}, axis,
                                  {.stiffness = inertia * omega * omega, .rest = swing})};
        setup.h = h;
        setup.tolerance = 1e-8;
        Simulation s(std::move(setup), 1);
        const double period = 2 * pi / omega;
        // It passes its rest upwards at a quarter of the period, and so again one later; its swing back to the start
        // is half of one.
        std::vector<double> passed;
        double last = -swing, least = 0;
        while (passed.size() < 2) {
          const StepReport report = s.advance();
          REQUIRE_MESSAGE(report.converged, report.message);
          const double q = s.state().joints.coordinate[0] - swing;
          if (last < 0 && q >= 0) passed.push_back(s.time() - h * q / (q - last));
          if (!passed.empty()) least = std::min(least, q);
          last = q;
        }
        late[level] = (passed[1] - passed[0]) / period - 1;
        lost[level] = 1 + least / swing;
        CHECK(late[level] == doctest::Approx(omega * h * omega * h / 3).epsilon(0.1));
        CHECK(lost[level] == doctest::Approx(pi * omega * h).epsilon(0.15));
      }
      CHECK(late[2] < 2e-4);
      for (std::size_t k = 1; k < late.size(); ++k) {
        CHECK(std::log2(late[k - 1] / late[k]) == doctest::Approx(2).epsilon(0.1));
        CHECK(std::log2(lost[k - 1] / lost[k]) == doctest::Approx(1).epsilon(0.1));
      }
    }
}

TEST_CASE("a cantilever of welded pieces bears its moment, and with a hundredth less strength breaks at its root") {
  constexpr int pieces = 3;
  const double mass = 2, length = 0.4;
  const double at_root = mass * g * length * (0.5 + 1.5 + 2.5);
  for (const int dimension : {2, 3})
    for (const double load : {0.99, 1.01}) {
      CAPTURE(dimension);
      CAPTURE(load);
      Setup setup;
      setup.bodies = test::empty(dimension);
      for (int k = 0; k < pieces; ++k)
        test::add(setup.bodies, lift(dimension, (k + 0.5) * length, 0), {}, length / 2, mass);
      setup.bodies.let_turn();
      for (double& moment : setup.bodies.inertia) moment = mass * length * length / 12;
      for (int k = 0; k < pieces; ++k) {
        const Vec3 point = lift(dimension, k * length, 0);
        setup.joints.push_back(
            Joint::of(setup.bodies, JointKind::weld, k, k == 0 ? Joint::world : k - 1, point, point));
        setup.joints.back().break_torque = at_root / load;
      }
      setup.forces = {gravity(down(dimension))};
      setup.h = 1e-3;
      setup.tolerance = 1e-7;
      Simulation s(std::move(setup), 1);
      const Joints joints(s.setup().joints, dimension);
      for (int k = 0; k < 300; ++k) {
        const StepReport report = s.advance();
        REQUIRE_MESSAGE(report.converged, report.message);
        if (load > 1) continue;
        double bears = 0;
        for (int p = 0; p < pieces; ++p) {
          bears = mass * g * length * 0.5 * (pieces - p) * (pieces - p);
          CHECK(joints.load(static_cast<std::size_t>(p), s.state().joints.multiplier).torque ==
                doctest::Approx(bears).epsilon(2e-3));
        }
      }
      const std::vector<std::int32_t> whole{0, 0, 0}, root{1, 0, 0};
      CHECK(s.state().joints.broken == (load < 1 ? whole : root));
      // What is off falls as one piece, and does not turn.
      const double fallen = load < 1 ? 0 : -0.5 * g * 0.3 * 0.3;
      for (std::size_t k = 0; k < pieces; ++k)
        CHECK(s.bodies().x(k)[dimension - 1] == doctest::Approx(fallen).epsilon(0.02).scale(1e-3));
    }
}

TEST_CASE("joints hold at huge steps: a triple pendulum whole up to 5 s a step, and at 100 s in parts") {
  for (const double h : {0.05, 0.1, 0.2, 0.5, 1.0, 5.0, 100.0}) {
    CAPTURE(h);
    Setup setup = pendulum(3, 3, 1.5, h);
    if (h > 5) setup.on_unconverged = OnUnconverged::halve_step;
    Simulation s(std::move(setup), 1);
    for (int k = 0; k < 10; ++k) {
      const StepReport report = s.advance();
      REQUIRE_MESSAGE(report.converged, report.message);
      CHECK(report.overlap <= 1e-4);
    }
  }
}

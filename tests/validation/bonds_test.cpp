// Bonds against what is known exactly: weights in a hanging chain, the pendulum, clusters with more bonds
// than they need.
#include "contact/bonds.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "forces/field.hpp"
#include "projection/solver.hpp"
#include "support/setups.hpp"

using namespace floc;
using std::numbers::pi;

namespace {

Expression constant(double value) { return Expression(std::to_string(value), field_variables()); }
Expression zero() { return constant(0); }

double distance(const Bodies& b, std::size_t i, std::size_t j) {
  return norm(embed(b.x(i), b.dimension) - embed(b.x(j), b.dimension));
}

// Bonds between all bodies that are nearer than `within`, at the distance they have.
Bonds framework(const Bodies& b, double within) {
  std::vector<Bond> bonds;
  for (std::size_t i = 0; i < b.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (const double d = distance(b, i, j); d < within) bonds.push_back({b.id[i], b.id[j], d});
  return Bonds(bonds);
}

// A hexagon with its centre: 12 bonds, and 11 would do.
Bodies hexagon() {
  Bodies bodies = test::empty(2);
  test::add(bodies, {}, {}, 1, 1);
  for (int k = 0; k < 6; ++k) test::add(bodies, {{2 * std::cos(pi * k / 3), 2 * std::sin(pi * k / 3), 0}});
  return bodies;
}

void spin(Bodies& b, double rate, Vec3 drift) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Vec3 v = drift + cross({{0, 0, rate}}, embed(b.x(i), b.dimension));
    std::copy_n(v.c.begin(), b.dimension, b.v(i));
  }
}

}  // namespace

TEST_CASE("the bonds of a chain that hangs from the ceiling carry the weights below") {
  constexpr int n = 8;
  Setup setup;
  setup.bodies = test::empty(2);
  for (int j = 0; j < n; ++j) test::add(setup.bodies, {{0, -1.5 * j, 0}}, {}, 1, 1 + 0.1 * j);
  test::add(setup.bodies, {{0, 1.5, 0}}, {}, 1, 1e9);  // the ceiling: the force on it is nothing to it
  setup.bonds = framework(setup.bodies, 1.6);          // beads overlap: bonds take the place of contacts
  setup.forces = {field({zero(), constant(-10)}, true, GroupSet({0}))};
  setup.bodies.group[n] = 1;
  setup.h = 1e-3;
  setup.tolerance = 1e-9;
  Simulation simulation(std::move(setup), 1);
  StepReport report;
  for (int s = 0; s < 20; ++s) report = simulation.advance();
  CHECK(report.converged);
  REQUIRE(report.contacts == n);
  double weight = 0;
  for (int j = n - 1; j > 0; --j) {
    weight += 10 * (1 + 0.1 * j);
    CHECK(simulation.contacts().multiplier[static_cast<std::size_t>(j - 1)] == doctest::Approx(-weight).epsilon(1e-4));
  }
  CHECK(simulation.contacts().multiplier[n - 1] == doctest::Approx(-weight - 10).epsilon(1e-4));
}

TEST_CASE("a pendulum on a bond converges to the exact motion at first order") {
  // θ'' = −g/ℓ sin θ from rest at 1 rad, by Runge–Kutta.
  const double g = 10, l = 2, end = 1.5;
  double theta = 1, omega = 0;
  const int fine = 20000;
  for (int s = 0; s < fine; ++s) {
    const double h = end / fine;
    const auto f = [&](double a) { return -g / l * std::sin(a); };
    const double k1 = omega, l1 = f(theta), k2 = omega + 0.5 * h * l1, l2 = f(theta + 0.5 * h * k1);
    const double k3 = omega + 0.5 * h * l2, l3 = f(theta + 0.5 * h * k2), k4 = omega + h * l3, l4 = f(theta + h * k3);
    theta += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    omega += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  std::vector<double> errors;
  for (const double h : {0.02, 0.01, 0.005, 0.0025}) {
    Setup setup;
    setup.bodies = test::empty(2);
    test::add(setup.bodies, {}, {}, 0.1, 1e15);
    test::add(setup.bodies, {{l * std::sin(1.0), -l * std::cos(1.0), 0}}, {}, 0.1, 1);
    setup.bonds = Bonds({{0, 1, l}});
    setup.bodies.group[0] = 1;
    setup.forces = {field({zero(), constant(-g)}, true, GroupSet({0}))};
    setup.h = h;
    setup.tolerance = 1e-9;
    Simulation simulation(std::move(setup), 1);
    for (int s = 0; s < std::lround(end / h); ++s) REQUIRE(simulation.advance().converged);
    const Bodies& b = simulation.bodies();
    errors.push_back(std::abs(std::atan2(b.x(1)[0], -b.x(1)[1]) - theta));
    CHECK(distance(b, 0, 1) == doctest::Approx(l).epsilon(h * h * 20));
  }
  MESSAGE("pendulum errors ", errors[0], " ", errors[1], " ", errors[2], " ", errors[3]);
  for (std::size_t e = 1; e < errors.size(); ++e) CHECK(std::log2(errors[e - 1] / errors[e]) > 0.95);
}

// The first turn by θ = hω is a loss of ¾θ²: the row takes the outward θ of the speed, and gives θ/2 inward for
// the length. From then on the speed comes in θ/2 outward and leaves θ/2 inward, as from a mirror.
TEST_CASE("a bond that turns loses the energy of one turn and no more, and gains at fourth order or by its tolerance") {
  const double omega = 3, length = 2, end = 2;
  for (const double h : {0.02, 0.01, 0.005})
    for (const double tolerance : {1e-4, 1e-10}) {
      CAPTURE(h);
      CAPTURE(tolerance);
      Setup setup;
      setup.bodies = test::empty(2);
      for (const double x : {-0.5 * length, 0.5 * length})
        test::add(setup.bodies, {{x, 0, 0}}, {{0, omega * x, 0}}, 0.5);
      setup.bonds = Bonds({{0, 1, length}});
      setup.h = h;
      setup.tolerance = tolerance;
      Simulation simulation(std::move(setup), 1);
      const double energy = kinetic_energy(simulation.bodies());
      double work = 0, gain = 0;
      for (int s = 0; s < std::lround(end / h); ++s) {
        const StepReport report = simulation.advance();
        REQUIRE(report.converged);
        work += report.contact_work;
        gain = std::max(gain, report.contact_work);
      }
      CHECK(std::abs(kinetic_energy(simulation.bodies()) - energy - work) < 1e-12 * energy);
      // The mirror is one to θ²; a length that is off by the tolerance is a speed that is off by it in a step, along
      // an inward θ/2.
      const double off = tolerance * simulation.length() / (h * omega * length), turn = h * omega;
      CHECK(gain <= energy * (0.6 * std::pow(turn, 4) + off * (2 * turn + off)));
      if (tolerance < 1e-9) CHECK(work == doctest::Approx(-0.75 * turn * turn * energy).epsilon(0.02));
    }
}

TEST_CASE("a cluster with more bonds than it needs turns and drifts without losing its shape, with every solver") {
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    Setup setup;
    setup.bodies = hexagon();
    const Bodies start = setup.bodies;
    spin(setup.bodies, 2, {{1, 0.5, 0}});
    setup.bonds = framework(setup.bodies, 2.1);
    REQUIRE(setup.bonds.list().size() == 12);
    setup.h = 0.01;
    setup.tolerance = 1e-6;
    setup.solver = entry.name;
    Simulation simulation(std::move(setup), 1);
    const double energy = kinetic_energy(simulation.bodies());
    StepReport report;
    double strongest = 0;
    for (int s = 0; s < 300; ++s) {
      report = simulation.advance();
      REQUIRE(report.converged);
      for (const double force : simulation.contacts().multiplier) strongest = std::max(strongest, std::abs(force));
    }
    // Longer by (hω)²/2 in rotation, and no more than the tolerance beside.
    const double longer = 1 + 0.5 * std::pow(0.01 * 2, 2);
    for (std::size_t i = 0; i < 7; ++i)
      for (std::size_t j = 0; j < i; ++j)
        CHECK(distance(simulation.bodies(), i, j) == doctest::Approx(longer * distance(start, i, j)).epsilon(1e-5));
    CHECK(strongest < 20);  // ½mω²R = 4 on each bond, where the solver resolves multipliers
    CHECK(report.kinetic_energy == doctest::Approx(energy).epsilon(1e-3));
    CHECK(report.momentum[0] == doctest::Approx(7));
  }
}

TEST_CASE("a bonded tetrahedron hits a wall, comes off whole, and never overlaps") {
  Setup setup;
  setup.bodies = test::empty(3);
  for (const Vec3 x : {Vec3{{1, 1, 1}}, Vec3{{1, -1, -1}}, Vec3{{-1, 1, -1}}, Vec3{{-1, -1, 1}}})
    test::add(setup.bodies, x + Vec3{{0, 0, 4}}, {{0.3, 0.1, -2}}, 1);
  const Bodies start = setup.bodies;
  setup.bonds = framework(setup.bodies, 3);
  REQUIRE(setup.bonds.list().size() == 6);
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 0, 1}})})});
  setup.forces = {gravity({{0, 0, -1}})};
  setup.h = 0.01;
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 500; ++s) {
    const StepReport report = simulation.advance();
    REQUIRE(report.converged);
    REQUIRE(report.overlap <= 1e-4);
  }
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < i; ++j)
      CHECK(distance(simulation.bodies(), i, j) == doctest::Approx(distance(start, i, j)).epsilon(1e-3));
}

TEST_CASE("a bond resists no turn of its bodies, whatever contacts of theirs resist") {
  Setup setup;
  setup.bodies = test::empty(3);
  test::add(setup.bodies, {});
  test::add(setup.bodies, {{2.5, 0, 0}});
  setup.bodies.let_turn();
  const Vec3 spin{{1, 2, 3}};
  spin.store(setup.bodies.spin.data());
  setup.bonds = Bonds({{1, 0, 2.5}});
  setup.friction = std::make_shared<Friction>(FrictionParameters{.rolling = 0.3, .twisting = 0.3},
                                              std::vector<std::string>{}, setup.obstacles);
  setup.h = 0.01;
  Simulation s(std::move(setup), 1);
  for (int k = 0; k < 100; ++k) REQUIRE(s.advance().converged);
  CHECK(norm(Vec3::load(s.bodies().spin.data()) - spin) < 1e-12);
  CHECK(norm(Vec3::load(&s.bodies().spin[3])) < 1e-12);
}

// Rigid assemblies, bodies made of balls, against what is known exactly: impulses of rigid bodies, Euler's equations, rest
// on a floor.
#include <doctest/doctest.h>

#include <cmath>

#include "contact/restitution.hpp"
#include "forces/gravity.hpp"
#include "geometry/frame.hpp"
#include "support/shapes.hpp"

using namespace floc;
using test::add_beads;
using test::bead;

namespace {

std::vector<Vec3> rod(int n, double spacing, Vec3 along = {{1, 0, 0}}) {
  std::vector<Vec3> shape;
  for (int k = 0; k < n; ++k) shape.push_back(spacing * (k - 0.5 * (n - 1)) * along);
  return shape;
}

// Moments of inertia of body i about an axis of the world, as its principal ones are at the start.
Matrix3 inertia_of(const Bodies& b, std::size_t i) {
  Matrix3 sum{};
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = pose_of(b, i).turn(axis_vector(k));
    const double moment = b.dimension == 3 ? b.inertia[3 * i + static_cast<std::size_t>(k)] : k == 2 ? b.inertia[i] : 0;
    for (std::size_t row = 0; row < 3; ++row) sum[row] += moment * axis.c[row] * axis;
  }
  return sum;
}
Vec3 times(const Matrix3& m, const Vec3& v) { return {{dot(m[0], v), dot(m[1], v), dot(m[2], v)}}; }

Vec3 spin_of(const Bodies& b, std::size_t i) {
  return b.dimension == 3 ? Vec3::load(&b.spin[3 * i]) : Vec3{{0, 0, b.spin[i]}};
}

Vec3 angular_momentum(const Bodies& b) {
  Vec3 sum;
  for (std::size_t i = 0; i < b.size(); ++i)
    sum += b.mass[i] * cross(embed(b.x(i), b.dimension), embed(b.v(i), b.dimension)) + times(inertia_of(b, i), spin_of(b, i));
  return sum;
}

}  // namespace

TEST_CASE("a ball that hits the end of a free rod leaves both with the velocities of rigid bodies") {
  // Masses M, m and the rod's I: the impulse J along y stops the approach where they touch, J (1/m + 1/M + r²/I) = v.
  Setup setup;
  setup.bodies = test::empty(2);
  add_beads(setup, rod(5, 1.5), 1);  // beads overlap
  add_beads(setup, {{}}, 1, {{3, -3, 0}}, {{0, 4, 0}});
  setup.h = 1e-4;
  setup.tolerance = 1e-9;
  Simulation simulation(std::move(setup), 1);
  while (simulation.advance().active == 0) REQUIRE(simulation.time() < 1);
  simulation.advance();  // the first step left them the rest of the gap
  const Bodies& b = simulation.bodies();
  const double M = b.mass[0], m = b.mass[1], I = b.inertia[0], J = 4 / (1 / m + 1 / M + 9 / I);
  CHECK(m == doctest::Approx(M_PI));
  CHECK(b.v(1)[1] == doctest::Approx(4 - J / m).epsilon(1e-5));
  CHECK(b.v(0)[1] == doctest::Approx(J / M).epsilon(1e-5));
  CHECK(b.spin[0] == doctest::Approx(3 * J / I).epsilon(1e-5));
}

TEST_CASE("two rods that collide crosswise exchange the impulse of rigid bodies") {
  // Rods along x and along y in space; their ends touch at the point of contact along z.
  Setup setup;
  setup.bodies = test::empty(3);
  add_beads(setup, rod(3, 1.5), 1);
  add_beads(setup, rod(3, 1.5, {{0, 1, 0}}), 1, {{1.5, 1.5, 2.5}}, {{0, 0, -1}}, 1.5);
  setup.h = 1e-2;
  setup.tolerance = 1e-9;
  Simulation simulation(std::move(setup), 1);
  const Bodies& b = simulation.bodies();
  const Vec3 before = angular_momentum(b);
  const Matrix3 first = inertia_of(b, 0), second = inertia_of(b, 1);
  for (int s = 0; s < 51; ++s) REQUIRE(simulation.advance().converged);
  // End of rod 1 at (1.5, 0, 0), end of rod 2 at (1.5, 0, 2.5 − t): levers ±1.5 about y and about x.
  const double J = 1 / (1 / b.mass[0] + 2.25 / first[1][1] + 1 / b.mass[1] + 2.25 / second[0][0]);
  CHECK(b.v(0)[2] == doctest::Approx(-J / b.mass[0]).epsilon(1e-6));
  CHECK(b.v(1)[2] == doctest::Approx(-1 + J / b.mass[1]).epsilon(1e-6));
  CHECK(b.spin[1] == doctest::Approx(1.5 * J / first[1][1]).epsilon(1e-6));
  CHECK(norm(angular_momentum(b) - before) < 1e-9);
}

TEST_CASE("a free body turns by Euler's equations at second order, and keeps its momenta to rounding") {
  // An asymmetric body in space; reference: L is constant, R' = [I(R)⁻¹L]× R, by Runge–Kutta.
  const std::vector<Vec3> shape{{{1.2, 0, 0}}, {{-0.8, 0.7, 0}}, {{-0.4, -0.9, 0.3}}, {{0, 0.2, 0.9}}};
  const Vec3 spin{{0.4, 1.5, 0.3}};
  const double end = 2;
  const auto made = [&](double h) {
    Setup setup;
    setup.bodies = test::empty(3);
    add_beads(setup, shape, 0.8);
    spin.store(setup.bodies.spin.data());
    setup.h = h;
    return Simulation(std::move(setup), 1);
  };
  Simulation start = made(end);
  const Bodies& b = start.bodies();
  const Vec3 L = times(inertia_of(b, 0), spin);
  std::array<Vec3, 3> axes;  // principal
  for (int k = 0; k < 3; ++k) axes[static_cast<std::size_t>(k)] = pose_of(b, 0).turn(axis_vector(k));
  const auto rate = [&](const std::array<Vec3, 3>& e) {
    Vec3 omega;
    for (std::size_t k = 0; k < 3; ++k) omega += dot(e[k], L) / b.inertia[k] * e[k];
    return std::array<Vec3, 3>{cross(omega, e[0]), cross(omega, e[1]), cross(omega, e[2])};
  };
  const int fine = 4000;
  for (int s = 0; s < fine; ++s) {
    const double h = end / fine;
    const auto moved = [&](const std::array<Vec3, 3>& v, double by) {
      return std::array<Vec3, 3>{axes[0] + by * v[0], axes[1] + by * v[1], axes[2] + by * v[2]};
    };
    const auto k1 = rate(axes), k2 = rate(moved(k1, 0.5 * h)), k3 = rate(moved(k2, 0.5 * h)), k4 = rate(moved(k3, h));
    for (std::size_t k = 0; k < 3; ++k) axes[k] += h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
  }
  std::vector<double> errors, energies;
  for (const double h : {0.04, 0.02, 0.01, 0.005, 0.0025}) {
    Simulation simulation = made(h);
    const double energy = kinetic_energy(simulation.bodies());
    for (int s = 0; s < std::lround(end / h); ++s) simulation.advance();
    CHECK(norm(angular_momentum(simulation.bodies()) - L) < 1e-11 * norm(L));
    double worst = 0;
    for (int k = 0; k < 3; ++k)
      worst = std::max(worst, norm(pose_of(simulation.bodies(), 0).turn(axis_vector(k)) - axes[static_cast<std::size_t>(k)]));
    errors.push_back(worst);
    energies.push_back(std::abs(kinetic_energy(simulation.bodies()) - energy) / energy);
  }
  MESSAGE("axes ", errors[0], " ", errors[1], " ", errors[2], " ", errors[3], " ", errors[4]);
  MESSAGE("energies ", energies[0], " ", energies[1], " ", energies[2], " ", energies[3], " ", energies[4]);
  for (std::size_t e = 1; e < errors.size(); ++e) CHECK(std::log2(errors[e - 1] / errors[e]) > 1.95);
}

TEST_CASE("a rod that turns freely in the plane keeps its pace and its shape to rounding") {
  Setup setup;
  setup.bodies = test::empty(2);
  add_beads(setup, rod(4, 1), 0.7, {{5, 3, 0}}, {{0.1, 0, 0}});
  setup.bodies.spin[0] = 1;
  setup.h = 0.1;
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 20000; ++s) simulation.advance();
  CHECK(simulation.bodies().orientation[0] == doctest::Approx(2000).epsilon(1e-12));
  const Vec3 along = bead(simulation, 0, 3) - bead(simulation, 0, 0);
  CHECK(norm(along) == doctest::Approx(3).epsilon(1e-14));
  CHECK(along[0] == doctest::Approx(3 * std::cos(2000)).epsilon(1e-9));
}

TEST_CASE("a rod falls on a floor, lies down and carries its weight, without overlap") {
  for (const int d : {2, 3}) {
    Setup setup;
    setup.bodies = test::empty(d);
    const Vec3 up = d == 2 ? Vec3{{0, 1, 0}} : Vec3{{0, 0, 1}};
    const Vec3 along = d == 2 ? Vec3{{0.6, 0.8, 0}} : Vec3{{0.6, 0.2, std::sqrt(0.6)}};
    add_beads(setup, rod(5, 1.5, along), 1, 6 * up);
    setup.obstacles = Obstacles({test::obstacle({half_space({}, up)})});
    setup.forces = {gravity(-10 * up)};
    setup.h = 5e-3;
    setup.tolerance = 1e-7;
    Simulation simulation(std::move(setup), 1);
    test::advance(simulation, 2000);
    double weight = 0;
    for (const double force : simulation.contacts().multiplier) weight += force;
    CHECK(weight == doctest::Approx(10 * simulation.bodies().mass[0]).epsilon(1e-3));
    for (std::size_t k = 0; k < 5; ++k) CHECK(dot(bead(simulation, 0, k), up) == doctest::Approx(1).epsilon(1e-3));
  }
}

TEST_CASE("a bouncing rod combines with restitution: the point that hits leaves with e times its speed") {
  Setup setup;
  setup.bodies = test::empty(2);
  add_beads(setup, rod(3, 2, {{0.8, 0.6, 0}}), 1.2, {{0, 4, 0}}, {{0, -2, 0}});
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  setup.law = restitution(0.5);
  setup.h = 1e-3;
  setup.tolerance = 1e-8;
  Simulation simulation(std::move(setup), 1);
  const Bodies& b = simulation.bodies();
  int hits = 0;
  Vec3 lever;  // where the step began
  for (int s = 0; s < 1000 && hits == 0; ++s) {
    lever = bead(simulation, 0, 0) - embed(b.x(0), 2);
    hits += simulation.advance().active > 0;
  }
  REQUIRE(hits == 1);
  CHECK(b.v(0)[1] + b.spin[0] * lever[0] == doctest::Approx(1).epsilon(1e-5));
}

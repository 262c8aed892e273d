// Rigid assemblies against what is known exactly: impulses of rigid bodies, Euler's equations, rest on a
// floor.
#include "step/assemblies.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "support/setups.hpp"

using namespace floc;

namespace {

Vec3 velocity(const Bodies& b, std::size_t i) { return embed(b.v(i), b.dimension); }
Vec3 place(const Bodies& b, std::size_t i) { return embed(b.x(i), b.dimension); }

Vec3 angular_momentum(const Bodies& b) {
  Vec3 sum;
  for (std::size_t i = 0; i < b.size(); ++i) sum += b.mass[i] * cross(place(b, i), velocity(b, i));
  return sum;
}

// A rigid body of these beads (point masses), at `centre`, with velocities drift + spin × r.
void add_assembly(Setup& setup, const std::vector<Vec3>& shape, Vec3 centre, Vec3 drift, Vec3 spin,
                  const std::vector<double>& mass, double radius) {
  Assembly a{{}, shape};
  for (std::size_t k = 0; k < shape.size(); ++k) {
    a.beads.push_back(static_cast<std::int64_t>(setup.bodies.size()));
    test::add(setup.bodies, centre + shape[k], drift + cross(spin, shape[k]), radius, mass[k % mass.size()]);
  }
  setup.assemblies.push_back(a);
}

std::vector<Vec3> rod(int n, double spacing, Vec3 along = {{1, 0, 0}}) {
  std::vector<Vec3> shape;
  for (int k = 0; k < n; ++k) shape.push_back(spacing * (k - 0.5 * (n - 1)) * along);
  return shape;
}

double worst_off_shape(const Bodies& b, const std::vector<Vec3>& shape) {
  double worst = 0;
  for (std::size_t i = 0; i < shape.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      worst = std::max(worst, std::abs(norm(place(b, i) - place(b, j)) - norm(shape[i] - shape[j])));
  return worst;
}

}  // namespace

TEST_CASE("a ball that hits the end of a free rod leaves both with the velocities of rigid bodies") {
  // Masses M (rod of five beads), I = Σ m r², and m: the impulse J along y stops the approach where they
  // touch, J (1/m + 1/M + r²/I) = v.
  for (const std::string solver : {"auto", "uzawa", "apgd"}) {
    Setup setup;
    setup.bodies = test::empty(2);
    setup.solver = solver;
    add_assembly(setup, rod(5, 1.5), {}, {}, {}, {2}, 1);  // beads overlap: no rows within an assembly
    test::add(setup.bodies, {{3, -3, 0}}, {{0, 4, 0}}, 1, 3);
    setup.h = 1e-4;
    setup.tolerance = 1e-9;
    Simulation simulation(std::move(setup), 1);
    while (simulation.advance().active == 0) REQUIRE(simulation.time() < 1);
    simulation.advance();  // the first step left them the rest of the gap
    const double M = 10, I = 2 * (2 * 9 + 2 * 2.25), J = 4 / (1 / 3.0 + 1 / M + 9 / I);
    const Bodies& b = simulation.bodies();
    CHECK(b.v(5)[1] == doctest::Approx(4 - J / 3).epsilon(1e-5));
    const Vec3 spin = 1 / (norm(place(b, 4) - place(b, 0)) * norm(place(b, 4) - place(b, 0))) *
                      cross(place(b, 4) - place(b, 0), velocity(b, 4) - velocity(b, 0));
    CHECK(spin[2] == doctest::Approx(3 * J / I).epsilon(1e-5));
    CHECK(b.v(2)[1] == doctest::Approx(J / M).epsilon(1e-5));
  }
}

TEST_CASE("two rods that collide crosswise exchange the impulse of rigid bodies") {
  // Rods along x and along y in space; their ends touch at the point of contact along z.
  Setup setup;
  setup.bodies = test::empty(3);
  setup.solver = "apgd";
  add_assembly(setup, rod(3, 2), {}, {}, {}, {1}, 0.5);
  add_assembly(setup, rod(3, 2, {{0, 1, 0}}), {{2, 2, 1.5}}, {{0, 0, -1}}, {}, {1.5}, 0.5);
  setup.h = 1e-2;
  setup.tolerance = 1e-9;
  Simulation simulation(std::move(setup), 1);
  const Vec3 before = angular_momentum(simulation.bodies());
  StepReport report;
  for (int s = 0; s < 51; ++s) report = simulation.advance();
  // End of rod 1 at (2, 0, 0), end of rod 2 at (2, 0, 1.5 − t): J (1/3 + 4/8 + 1/4.5 + 4/12) = 1.
  const double J = 1 / (1 / 3.0 + 4 / 8.0 + 1 / 4.5 + 4 / 12.0);
  const Bodies& b = simulation.bodies();
  CHECK(b.v(1)[2] == doctest::Approx(-J / 3).epsilon(1e-6));
  CHECK(b.v(4)[2] == doctest::Approx(-1 + J / 4.5).epsilon(1e-6));
  CHECK(b.v(2)[2] == doctest::Approx(b.v(3)[2]).epsilon(1e-6));  // together where they touch
  CHECK(norm(angular_momentum(b) - before) < 1e-12);
  CHECK(report.momentum[2] == doctest::Approx(-4.5));
}

TEST_CASE("a free body turns by Euler's equations at second order, and keeps its momenta to rounding") {
  // An asymmetric body in space; reference: L is constant, R' = [I(R)⁻¹L]× R, by Runge–Kutta.
  const std::vector<Vec3> shape{{{2, 0, 0}}, {{-1, 1, 0}}, {{-0.5, -1.2, 0.3}}, {{0, 0.2, 1.1}}};
  const std::vector<double> mass{1, 2, 1.5, 0.7};
  const Vec3 spin{{0.4, 1.5, 0.3}};
  double total = 0;
  Vec3 centre;
  for (std::size_t k = 0; k < 4; ++k) total += mass[k], centre += mass[k] * shape[k];
  centre *= 1 / total;
  // The reference moves the points themselves: x' = ω(x) × x, ω from L and the inertia of the points.
  std::vector<Vec3> x;
  Vec3 L;
  for (std::size_t k = 0; k < 4; ++k) {
    x.push_back(shape[k] - centre);
    L += mass[k] * cross(x[k], cross(spin, x[k]));
  }
  const auto rate = [&](const std::vector<Vec3>& at) {
    Vec3 rows[3];
    for (std::size_t k = 0; k < 4; ++k)
      for (int i = 0; i < 3; ++i) {
        rows[i][i] += mass[k] * dot(at[k], at[k]);
        rows[i] -= mass[k] * at[k][i] * at[k];
      }
    const double det = dot(rows[0], cross(rows[1], rows[2]));  // Cramer
    const Vec3 omega = 1 / det * (L[0] * cross(rows[1], rows[2]) + L[1] * cross(rows[2], rows[0]) +
                                  L[2] * cross(rows[0], rows[1]));
    std::vector<Vec3> v;
    for (const Vec3& p : at) v.push_back(cross(omega, p));
    return v;
  };
  const double end = 2;
  const int fine = 4000;
  for (int s = 0; s < fine; ++s) {
    const double h = end / fine;
    const auto moved = [&](const std::vector<Vec3>& v, double by) {
      std::vector<Vec3> y = x;
      for (std::size_t k = 0; k < 4; ++k) y[k] += by * v[k];
      return y;
    };
    const auto k1 = rate(x), k2 = rate(moved(k1, 0.5 * h)), k3 = rate(moved(k2, 0.5 * h)), k4 = rate(moved(k3, h));
    for (std::size_t k = 0; k < 4; ++k) x[k] += h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
  }
  std::vector<double> errors, energies;
  for (const double h : {0.04, 0.02, 0.01, 0.005, 0.0025}) {
    Setup setup;
    setup.bodies = test::empty(3);
    add_assembly(setup, shape, {}, {}, {}, mass, 0.1);
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec3 v = cross(spin, shape[k] - centre);
      std::copy_n(v.c.begin(), 3, setup.bodies.v(k));
    }
    setup.h = h;
    Simulation simulation(std::move(setup), 1);
    const Vec3 before = angular_momentum(simulation.bodies());
    const double energy = kinetic_energy(simulation.bodies());
    StepReport report;
    for (int s = 0; s < std::lround(end / h); ++s) report = simulation.advance();
    CHECK(norm(angular_momentum(simulation.bodies()) - before) < 1e-12);
    CHECK(worst_off_shape(simulation.bodies(), shape) < 2 * std::pow(1.6 * h, 2));
    double worst = 0;
    for (std::size_t k = 0; k < 4; ++k) worst = std::max(worst, norm(place(simulation.bodies(), k) - centre - x[k]));
    errors.push_back(worst);
    energies.push_back(std::abs(report.kinetic_energy - energy) / energy);
  }
  MESSAGE("places ", errors[0], " ", errors[1], " ", errors[2], " ", errors[3], " ", errors[4]);
  MESSAGE("energies ", energies[0], " ", energies[1], " ", energies[2], " ", energies[3], " ", energies[4]);
  for (std::size_t e = 1; e < errors.size(); ++e) CHECK(std::log2(errors[e - 1] / errors[e]) > 1.95);
}

TEST_CASE("a rod that turns freely in the plane keeps its pace to second order, and its shape for any time") {
  std::vector<double> errors;
  for (const double h : {0.1, 0.05, 0.025}) {
    Setup setup;
    setup.bodies = test::empty(2);
    add_assembly(setup, rod(4, 1), {{5, 3, 0}}, {{0.1, 0, 0}}, {{0, 0, 1}}, {1}, 0.5);
    setup.h = h;
    Simulation simulation(std::move(setup), 1);
    for (int s = 0; s < std::lround(20 / h); ++s) simulation.advance();
    const Vec3 along = place(simulation.bodies(), 3) - place(simulation.bodies(), 0);
    const double angle = std::atan2(along[1], along[0]);
    errors.push_back(std::abs(std::remainder(angle - 20, 2 * M_PI)));
    for (int s = 0; s < 20000; ++s) simulation.advance();
    CHECK(worst_off_shape(simulation.bodies(), rod(4, 1)) < 3 * 0.51 * h * h);
  }
  MESSAGE("angles ", errors[0], " ", errors[1], " ", errors[2]);
  for (std::size_t e = 1; e < errors.size(); ++e) CHECK(std::log2(errors[e - 1] / errors[e]) > 1.9);
}

TEST_CASE("a rod falls on a floor, lies down and carries its weight, without overlap or loss of shape") {
  for (const int d : {2, 3}) {
    Setup setup;
    setup.bodies = test::empty(d);
    const Vec3 up = d == 2 ? Vec3{{0, 1, 0}} : Vec3{{0, 0, 1}};
    const Vec3 along = d == 2 ? Vec3{{0.6, 0.8, 0}} : Vec3{{0.6, 0.2, std::sqrt(0.6)}};
    add_assembly(setup, rod(5, 1.5, along), 6 * up, {}, {}, {1}, 1);
    setup.obstacles = Obstacles({test::obstacle({half_space({}, up)})});
    setup.forces = {gravity(-10 * up)};
    setup.h = 5e-3;
    setup.tolerance = 1e-7;
    Simulation simulation(std::move(setup), 1);
    StepReport report;
    double worst = 0;
    for (int s = 0; s < 2000; ++s) {
      report = simulation.advance();
      REQUIRE(report.converged);
      worst = std::max(worst, report.overlap);
    }
    CHECK(worst <= 1e-7);
    CHECK(worst_off_shape(simulation.bodies(), rod(5, 1.5, along)) < 1e-6);
    double weight = 0;
    for (const double force : simulation.contacts().multiplier) weight += force;
    CHECK(weight == doctest::Approx(50).epsilon(1e-3));
    for (std::size_t i = 0; i < 5; ++i) CHECK(dot(place(simulation.bodies(), i), up) == doctest::Approx(1).epsilon(1e-3));
  }
}

TEST_CASE("a bouncing rod combines with restitution: the point that hits leaves with e times its speed") {
  Setup setup;
  setup.bodies = test::empty(2);
  add_assembly(setup, rod(3, 2, {{0.8, 0.6, 0}}), {{0, 3, 0}}, {{0, -2, 0}}, {}, {1}, 0.5);
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  setup.law = restitution(0.5);
  setup.h = 1e-3;
  setup.tolerance = 1e-8;
  Simulation simulation(std::move(setup), 1);
  int hits = 0;
  for (int s = 0; s < 1000 && hits == 0; ++s) hits += simulation.advance().active > 0;
  REQUIRE(hits == 1);
  CHECK(simulation.bodies().v(0)[1] == doctest::Approx(1).epsilon(1e-5));
}

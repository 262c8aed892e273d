// Collisions with exact answers, invariants and symmetries.
#include <doctest/doctest.h>

#include <cmath>

#include "support/setups.hpp"

using namespace floc;

namespace {

Vec3 total_momentum(const Bodies& b) {
  Vec3 p;
  momentum(b, p.c.data());
  return p;
}

}  // namespace

TEST_CASE("two bodies that meet head on go on together with the mean velocity") {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{-3, 0, 0}}, {{2, 0, 0}}, 1, 3);
  test::add(setup.bodies, {{3, 0, 0}}, {{-1, 0, 0}}, 0.5, 1);
  setup.h = 1e-2;
  setup.tolerance = 1e-9;
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < 300; ++s) simulation.advance();
  const Bodies& b = simulation.bodies();
  CHECK(b.v(0)[0] == doctest::Approx(1.25).epsilon(1e-6));
  CHECK(b.v(1)[0] == doctest::Approx(1.25).epsilon(1e-6));
  CHECK(b.x(1)[0] - b.x(0)[0] == doctest::Approx(1.5).epsilon(1e-6));
}

TEST_CASE("an oblique collision takes the normal part of the relative velocity and leaves the tangent one") {
  Setup setup;
  setup.bodies = test::empty(3);
  const Vec3 n{{0.6, 0.8, 0}}, t{{-0.8, 0.6, 0}};
  test::add(setup.bodies, {}, {}, 1, 2);
  test::add(setup.bodies, 2.0 * n, -3.0 * n + 0.5 * t + Vec3{{0, 0, 0.25}}, 1, 1);
  setup.h = 1e-6;
  setup.tolerance = 1e-10;
  Simulation simulation(std::move(setup), 1);
  simulation.advance();
  const Vec3 v0 = Vec3::load(simulation.bodies().v(0)), v1 = Vec3::load(simulation.bodies().v(1));
  CHECK(norm(v0 - (-1.0) * n) < 1e-4);
  CHECK(norm(v1 - (-1.0 * n + 0.5 * t + Vec3{{0, 0, 0.25}})) < 1e-4);
}

TEST_CASE("momentum is conserved to rounding and energy never grows in a cloud of colliding grains") {
  for (int dimension = 1; dimension <= 3; ++dimension) {
    Setup setup = test::grains_in_a_box(dimension, 300, dimension == 1 ? 0.7 : 0.4, 20, 7);
    setup.obstacles = Obstacles();  // free, so that nothing takes momentum
    setup.h = 0.01;
    Simulation simulation(std::move(setup), 2);
    const Vec3 p0 = total_momentum(simulation.bodies());
    double scale = 0;
    for (std::size_t i = 0; i < 300; ++i) scale += simulation.bodies().mass[i] * std::abs(simulation.bodies().v(i)[0]);
    double energy = kinetic_energy(simulation.bodies());
    for (int s = 0; s < 50; ++s) {
      const StepReport report = simulation.advance();
      REQUIRE(report.converged);
      REQUIRE(report.kinetic_energy <= energy * (1 + 1e-12));
      energy = report.kinetic_energy;
    }
    CHECK(norm(total_momentum(simulation.bodies()) - p0) < 1e-13 * scale);
  }
}

TEST_CASE("the motion is the same seen from a moving frame and in a mirror") {
  const auto run = [](const Vec3& drift, double mirror) {
    Setup setup = test::grains_in_a_box(2, 150, 0.5, 10, 3);
    setup.obstacles = Obstacles();
    setup.tolerance = 1e-9;
    for (std::size_t i = 0; i < setup.bodies.size(); ++i) {
      setup.bodies.x(i)[0] *= mirror;
      setup.bodies.v(i)[0] *= mirror;
      for (int k = 0; k < 2; ++k) setup.bodies.v(i)[k] += drift[k];
    }
    setup.h = 0.01;
    Simulation simulation(std::move(setup), 1);
    for (int s = 0; s < 40; ++s) REQUIRE(simulation.advance().converged);
    return simulation.bodies();
  };
  const Bodies rest = run({}, 1), moving = run({{5, -2, 0}}, 1), mirrored = run({}, -1);
  double galilean = 0, mirror = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    galilean = std::max({galilean, std::abs(moving.x(i)[0] - rest.x(i)[0] - 5 * 0.4),
                         std::abs(moving.x(i)[1] - rest.x(i)[1] + 2 * 0.4)});
    mirror = std::max({mirror, std::abs(mirrored.x(i)[0] + rest.x(i)[0]), std::abs(mirrored.x(i)[1] - rest.x(i)[1])});
  }
  CHECK(galilean < 1e-6);
  CHECK(mirror < 1e-6);
}

TEST_CASE("dimension 1 embedded in 2 and 3 gives the same motion") {
  const auto run = [](int dimension, int axis) {
    Setup line = test::grains_in_a_box(1, 40, 0.6, 5, 12), setup;
    setup.bodies = test::empty(dimension);
    for (std::size_t i = 0; i < 40; ++i) {
      Vec3 x, v;
      x[axis] = line.bodies.x(i)[0];
      v[axis] = line.bodies.v(i)[0];
      test::add(setup.bodies, x, v, line.bodies.radius[i], line.bodies.mass[i]);
    }
    setup.h = 0.05;
    setup.tolerance = 1e-9;
    Simulation simulation(std::move(setup), 1);
    for (int s = 0; s < 40; ++s) REQUIRE(simulation.advance().converged);
    std::vector<double> x;
    for (std::size_t i = 0; i < 40; ++i) x.push_back(simulation.bodies().x(i)[axis]);
    return x;
  };
  const std::vector<double> one = run(1, 0), two = run(2, 1), three = run(3, 2);
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(two[i] == doctest::Approx(one[i]).epsilon(1e-6));
    CHECK(three[i] == doctest::Approx(one[i]).epsilon(1e-6));
  }
}

TEST_CASE("a column of n spheres carries the weights above in its multipliers") {
  for (const int n : {1, 2, 10, 100}) {
    Setup setup;
    setup.bodies = test::empty(2);
    for (int i = 0; i < n; ++i) test::add(setup.bodies, {{0, 1.0 + 2 * i, 0}}, {}, 1, 1 + i % 3);
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
    setup.forces = {gravity({{0, -9.81, 0}})};
    setup.h = 1e-2;
    setup.tolerance = 1e-10;
    Simulation simulation(std::move(setup), 1);
    for (int s = 0; s < 3; ++s) REQUIRE(simulation.advance().converged);
    const Contacts& c = simulation.contacts();
    REQUIRE(c.size() == static_cast<std::size_t>(n));
    double above = 0;
    for (int i = n - 1; i >= 0; --i) {
      above += 9.81 * simulation.bodies().mass[static_cast<std::size_t>(i)];
      CHECK(c.multiplier[static_cast<std::size_t>(i)] == doctest::Approx(above).epsilon(1e-4));
    }
  }
}

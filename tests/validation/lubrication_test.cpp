// Lubrication (scheme I) against the first integral of a sphere and a plane, its gluey limit, and what
// has to hold for any number of spheres.
#include "contact/lubricated.hpp"
#include "validation/first_integral.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("sphere and plane: never a contact, and first order in h against the first integral, for five viscosities") {
  check_first_order(3, 20);
}

TEST_CASE("the gluey particle is the limit of vanishing viscosity, in the gap and in gamma") {
  double last_gap = 1, last_gamma = 1;
  const double h = 1e-3;
  for (const double viscosity : {1.0, 0.1, 0.01, 1e-3}) {
    Simulation simulation(ball_over_plane(viscosity, h), 1);
    double gap = 0, gamma = 0;
    for (int k = 0; k < 5000; ++k) {
      simulation.advance();
      const double t = simulation.time(), q = simulation.bodies().position[0] - radius;
      // γ = κ ln(q/q⁰): the same limit as κ ln q, without the unit of length.
      const double level = simulation.contacts().memory[0] / strength(viscosity) - film_level(height, range);
      gap = std::max(gap, std::abs(q - gluey_gap(t)));
      gamma += h * std::abs(strength(viscosity) / mass * level - gluey_gamma(t));
    }
    CAPTURE(viscosity);
    CHECK(gap < std::max(0.3 * last_gap, 2 * h));  // the scheme's own error is h/2
    CHECK(gamma < std::max(0.3 * last_gamma, 2 * h));
    last_gap = gap;
    last_gamma = gamma;
  }
}

TEST_CASE("with next to no viscosity a step is one of algorithm 2.6 for the gluey particle, at any h") {
  for (const double h : {0.01, 0.1, 1.0}) {
    Simulation simulation(ball_over_plane(1e-12, h), 1);
    double q = height, v = 0, gamma = 0;
    for (double t = 0; t < end - 0.5 * h; t += h) {
      const double free = v + h * push(t + 0.5 * h) + gamma;
      v = std::max(free, -q / h);
      gamma = free - v;
      q += h * v;
      REQUIRE(simulation.advance().converged);
      CAPTURE(t);
      CHECK(std::abs(simulation.bodies().position[0] - radius - q) < 1e-7 * radius);
      CHECK(std::abs(simulation.contacts().memory[0] / mass - gamma) < 1e-7);
    }
  }
}

TEST_CASE("two spheres of unlike size and mass meet as one sphere of their reduced mass meets a plane") {
  const double r1 = 0.02, r2 = 0.01, m1 = 3, m2 = 0.5, gap = 0.03, viscosity = 1000, h = 1e-4;
  const Vec3 e = (1 / std::sqrt(14.0)) * Vec3{{1, -2, 3}};
  Setup setup;
  setup.bodies = empty(3);
  add(setup.bodies, {{0.3, 0.2, 0.1}}, 0.4 * e, r1, m1);
  add(setup.bodies, Vec3{{0.3, 0.2, 0.1}} + (r1 + r2 + gap) * e, -0.6 * e, r2, m2);
  setup.h = h;
  setup.law = lubricated({viscosity, 1e5});
  double before[3], after[3];
  momentum(setup.bodies, before);
  Simulation simulation(std::move(setup), 1);

  const double reduced = m1 * m2 / (m1 + m2), kappa = 6 * pi * viscosity * std::pow(r1 * r2 / (r1 + r2), 2);
  double q = gap;  // q̇ = u⁰ − κ/m ln(q/q⁰), by the midpoint rule
  const auto speed = [&](double at) { return -1 - kappa / reduced * std::log(at / gap); };
  double worst = 0;
  for (int k = 0; k < 3000; ++k) {
    REQUIRE(simulation.advance().converged);
    for (int s = 0; s < 10; ++s) q += h / 10 * speed(q + h / 20 * speed(q));
    const Vec3 x = Vec3::load(simulation.bodies().x(1)) - Vec3::load(simulation.bodies().x(0));
    worst = std::max(worst, std::abs(norm(x) - r1 - r2 - q));
    REQUIRE(std::abs(dot(x, e) - norm(x)) < 1e-12);
  }
  momentum(simulation.bodies(), after);
  for (int k = 0; k < 3; ++k) CHECK(std::abs(after[k] - before[k]) < 1e-13);
  CHECK(worst < 0.5 * h);
  CHECK(q < 0.8 * gap);
}

TEST_CASE("dense spheres: momentum to rounding, energy only down, never an overlap, up to huge steps") {
  for (const int dimension : {1, 2, 3})
    for (const double viscosity : {1e-3, 1.0})
      for (const double h : {1e-3, 0.1, 1.0, 10.0}) {
        CAPTURE(dimension);
        CAPTURE(viscosity);
        CAPTURE(h);
        Setup setup = grains_in_a_box(dimension, 100, dimension == 1 ? 0.8 : dimension == 2 ? 0.7 : 0.45, 5, 8);
        setup.obstacles = Obstacles();
        setup.h = h;
        setup.law = lubricated({viscosity, 0.5});
        double before[3] = {}, after[3] = {}, size = 0, energy = kinetic_energy(setup.bodies);
        momentum(setup.bodies, before);
        for (std::size_t i = 0; i < setup.bodies.size(); ++i)
          size += setup.bodies.mass[i] * std::abs(setup.bodies.v(i)[0]);
        Simulation simulation(std::move(setup), 1);
        for (int s = 0; s < 8; ++s) {
          const StepReport report = simulation.advance();
          CAPTURE(report.message);
          REQUIRE(report.converged);
          // At h = 10 bodies cross the whole heap in a step, and the guard stops at its tolerance.
          CHECK(report.kinetic_energy <= energy * (1 + 1e-12));
          energy = report.kinetic_energy;
          const double worst = worst_overlap(simulation.bodies(), {}, simulation.obstacles()) / simulation.length();
          REQUIRE(worst <= 1.0001e-4);
          REQUIRE(worst <= report.overlap + 1e-12);
          for (const double gamma : simulation.contacts().memory) REQUIRE((std::isfinite(gamma) && gamma <= 0));
        }
        momentum(simulation.bodies(), after);
        for (int k = 0; k < dimension; ++k) CHECK(std::abs(after[k] - before[k]) <= 1e-12 * size);
      }
}

TEST_CASE("a plate that comes to a sphere is a sphere that comes to a plate, and one that goes along does nothing") {
  const auto run = [](double plate, double ball) {
    Setup setup;
    setup.bodies = empty(2);
    add(setup.bodies, {{0, 1.2, 0}}, {{0.3, ball, 0}});
    setup.obstacles = Obstacles({obstacle({half_space({}, {{0, 1, 0}})}, translation({{0, plate, 0}}, 0, 1e9))});
    setup.h = 0.01;
    setup.law = lubricated({0.02, 1.0});
    Simulation simulation(std::move(setup), 1);
    std::vector<double> gaps;
    for (int s = 0; s < 200; ++s) {
      REQUIRE(simulation.advance().converged);
      gaps.push_back(simulation.bodies().position[1] - 1 - plate * simulation.time());
    }
    return gaps;
  };
  const std::vector<double> still = run(0, -1), comes = run(1, 0), along = run(1, 1);
  for (std::size_t k = 0; k < still.size(); ++k) {
    CHECK(std::abs(comes[k] - still[k]) < 1e-9);
    CHECK(std::abs(along[k] - 0.2) < 1e-12);
  }
  CHECK(still.back() < 0.1);
  CHECK(still.back() > 0);
}

TEST_CASE("films in a drum and in a ball hold no grain back for good, and let none out") {
  for (const bool ball : {false, true})
    for (const double h : {1e-2, 0.1}) {
      Setup setup;
      setup.bodies = empty(3);
      for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j)
          for (int k = -1; k <= 1; ++k)
            add(setup.bodies, 1.1 * Vec3{{1.0 * i, 1.0 * j, 1.0 * k}}, {{3.0 * j, -2.0 * k, 1.0 * i}}, 0.5, 1);
      setup.obstacles = Obstacles({ball ? obstacle({ball_inside({}, 4, 3)})
                                        : obstacle({cylinder_inside({{-4, 0, 0}}, {{4, 0, 0}}, 3),
                                                          half_space({{-4, 0, 0}}, {{1, 0, 0}}),
                                                          half_space({{4, 0, 0}}, {{-1, 0, 0}})},
                                                         rotation({}, {{1, 0, 0}}, 3.0, 0, 1e9))});
      setup.forces = {gravity({{0, -9.81, 0}})};
      setup.h = h;
      setup.law = lubricated({0.1, 0.5});
      Simulation simulation(std::move(setup), 1);
      for (int s = 0; s < 40; ++s) {
        const StepReport report = simulation.advance();
        CAPTURE(ball);
        CAPTURE(h);
        CAPTURE(report.message);
        REQUIRE(report.converged);
        REQUIRE(worst_overlap(simulation.bodies(), {}, simulation.obstacles()) <= 1.0001e-4 * simulation.length());
      }
      double lowest = 0;
      for (std::size_t i = 0; i < 27; ++i) lowest = std::min(lowest, simulation.bodies().x(i)[1]);
      CHECK(lowest < -2);
    }
}

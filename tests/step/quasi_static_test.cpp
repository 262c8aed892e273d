#include "step/quasi_static.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "forces/gravity.hpp"
#include "step/medium.hpp"
#include "step/simulation.hpp"

using namespace floc;

namespace {

constexpr double pi = std::numbers::pi;

// Discs of radius 1 in a box of 40 × 16 with walls all round, eight cells across.
struct Tank {
  Setup setup;
  FluidSettings fluid;

  explicit Tank(bool steady, const std::vector<double>& places) {
    fluid.grid.cells = {160, 64, 1};
    fluid.grid.h = 0.25;
    fluid.grid.origin = {{-20, -8, 0}};
    fluid.viscosity = 1;
    fluid.steady = steady;
    setup.h = steady ? 0.125 : 0.0625;  // in less than a cell
    setup.bodies.dimension = 2;
    const double still[2]{};
    for (const double x : places) {
      const double at[]{x, 0};
      setup.bodies.add(at, still, 1, 2 * pi, 0);
    }
  }
  // Two arms whose lengths go from 5 to 3 and back, one after the other.
  void swim() {
    setup.bodies.let_turn();
    const char* const lengths[]{"5-2*(min(1,t)-max(0,min(1,t-2)))", "5-2*(max(0,min(1,t-1))-max(0,min(1,t-3)))"};
    for (std::int64_t k = 0; k < 2; ++k) {
      const auto centre = [&](std::int64_t i) { return embed(setup.bodies.x(static_cast<std::size_t>(i)), 2); };
      JointDrive drive;
      drive.prescribed = Expression(lengths[k], {"t"});
      setup.joints.push_back(
          Joint::of(setup.bodies, JointKind::distance, k, k + 1, centre(k), centre(k + 1), {}, drive));
    }
  }
  Simulation simulation() {
    setup.bodies.let_turn();
    setup.fluid = std::make_shared<const FluidSettings>(fluid);
    return Simulation(setup, 1);
  }
};

double centre_of(const Simulation& s) {
  double sum = 0;
  for (std::size_t i = 0; i < s.bodies().size(); ++i) sum += s.bodies().x(i)[0];
  return sum / static_cast<double>(s.bodies().size());
}

}  // namespace

TEST_CASE("in steady Stokes flow a body goes at the speed of the force on it, from the first step, and stops with it") {
  Tank tank(true, {0.0});
  tank.fluid.gravity = {{0.3, 0, 0}};
  tank.setup.forces = {gravity({{0.3, 0, 0}})};
  Simulation s = tank.simulation();
  CHECK(s.advance().converged);
  const double first = s.bodies().velocity[0];
  CHECK(first > 0);
  const StepReport report = s.advance();
  CHECK(s.bodies().velocity[0] == doctest::Approx(first).epsilon(0.02));
  CHECK(report.fluid->divergence < 1e-9);
  // Twice the density: it weighs 2π − π·1.
  CHECK(s.state().flow.force[0] == doctest::Approx(-2 * pi * 0.3).epsilon(1e-6));
}

TEST_CASE("a swimmer of three discs swims, without any force from outside, with and without inertia") {
  for (const bool steady : {true, false}) {
    Tank tank(steady, {-5, 0, 5});
    tank.swim();
    Simulation s = tank.simulation();
    const double begin = centre_of(s);
    const int steps = steady ? 32 : 64;
    for (int k = 0; k < steps; ++k) {
      const StepReport report = s.advance();
      CHECK_MESSAGE(report.converged, report.message);
      const std::vector<double>& x = s.bodies().position;
      const double t = s.state().time, left = 5 - 2 * (std::min(1.0, t) - std::max(0.0, std::min(1.0, t - 2)));
      CHECK(x[2] - x[0] == doctest::Approx(left).epsilon(1e-4));
      if (!steady) continue;
      double sum = 0, size = 0;
      for (std::size_t b = 0; b < 3; ++b) {
        sum += s.state().flow.force[3 * b];
        size += std::abs(s.state().flow.force[3 * b]);
      }
      CHECK(std::abs(sum) < 1e-5 * size);
      CHECK(std::abs(s.state().joints.multiplier[0]) > 1e-3 * size);
    }
    const double way = centre_of(s) - begin;
    CHECK(way > 0.1);
    CHECK(way < 0.2);
  }
}

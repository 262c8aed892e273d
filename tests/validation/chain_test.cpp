// Chains against what is known exactly: buckling load, rest shape of a loop, conservation, order.
#include "forces/chain.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "forces/drag.hpp"
#include "support/setups.hpp"

using namespace floc;
using std::numbers::pi;

namespace {

std::vector<std::int64_t> names(std::int64_t n) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

constexpr double k = 400, bending = 3, length = 1;
constexpr int links = 10;

// A straight chain of ten links, of length `link` each, with the first buckling mode on it; its ends are
// too heavy to move.
Setup column(double link, double amplitude) {
  Setup setup;
  setup.bodies = test::empty(2);
  for (int j = 0; j <= links; ++j)
    test::add(setup.bodies, {{link * j, amplitude * std::sin(pi * j / links), 0}}, {}, 0.1, j % links == 0 ? 1e12 : 1);
  setup.forces = {chains({{names(links + 1), false, length, k, bending}})};
  setup.h = 0.01;
  return setup;
}

// The length of a link at which a chain with ends a distance apart loses its straight shape. At the load
// P a straight link has the length ℓ' = ℓ − P/k, and the mode sin(πj/n) goes soft where the bending
// rigidity k_a/4 (4s²/ℓ')² equals the work P·4s²/(2ℓ') of the ends, s = sin(π/2n): P ℓ' = 2 k_a s².
double critical_length() {
  const double s = std::sin(pi / (2 * links));
  return 0.5 * (length + std::sqrt(length * length - 8 * bending * s * s / k));
}

// The force along the mode, over its amplitude: minus its stiffness.
double push_along_mode(double link) {
  constexpr double amplitude = 1e-6;
  Setup setup = column(link, amplitude);
  setup.h = 1;
  Simulation simulation(std::move(setup), 1);
  simulation.advance();  // from rest: v = f/m
  double push = 0, mode = 0;
  for (int j = 1; j < links; ++j) {
    push += simulation.bodies().v(static_cast<std::size_t>(j))[1] * std::sin(pi * j / links);
    mode += amplitude * std::pow(std::sin(pi * j / links), 2);
  }
  return push / mode;
}

Vec3 angular_momentum(const Bodies& b) {
  Vec3 sum;
  for (std::size_t i = 0; i < b.size(); ++i)
    sum += b.mass[i] * cross(embed(b.x(i), b.dimension), embed(b.v(i), b.dimension));
  return sum;
}

// A bent chain of six beads of different masses, turning and swinging.
Setup swinging(int dimension, double h) {
  Setup setup;
  setup.bodies = test::empty(dimension);
  for (int j = 0; j < 6; ++j)
    test::add(setup.bodies, {{1.0 * j, 0.2 * j * j, dimension == 3 ? 0.1 * j * j * j : 0}},
              {{0.3 * j, -0.2 * j * j, dimension == 3 ? 0.5 : 0}}, 0.05, 1 + 0.3 * j);
  setup.forces = {chains({{names(6), false, 1, 30, 20}})};
  setup.h = h;
  return setup;
}

}  // namespace

TEST_CASE("a straight chain loses its stiffness exactly at the discrete Euler load") {
  double stable = length, buckled = 0.9 * length;
  CHECK(push_along_mode(stable) < 0);
  CHECK(push_along_mode(buckled) > 0);
  for (int step = 0; step < 40; ++step) {
    const double middle = 0.5 * (stable + buckled);
    (push_along_mode(middle) < 0 ? stable : buckled) = middle;
  }
  CHECK(stable == doctest::Approx(critical_length()).epsilon(1e-9));
  // The load is within 1 % of Euler's π²EI/L², with EI = k_a ℓ/2.
  const double load = k * (length - stable), euler = pi * pi * 0.5 * bending * length / std::pow(links * stable, 2);
  CHECK(load == doctest::Approx(euler).epsilon(0.01));
}

TEST_CASE("a column pressed a little less than its buckling load straightens, a little more it buckles") {
  for (const double share : {0.9, 1.1}) {  // of the critical shortening
    Setup setup = column(length - share * (length - critical_length()), 1e-3);
    setup.forces.push_back(drag({.tau = 20, .viscosity = {}, .flow = {}}));
    setup.h = 0.04;
    Simulation simulation(std::move(setup), 1);
    for (int s = 0; s < 12500; ++s) simulation.advance();
    const double bend = std::abs(simulation.bodies().x(links / 2)[1]);
    // The load stays critical; what is shortened beyond goes into the arc of the mode, (πa/2L)² of the length.
    const double beyond = (share - 1) * (length - critical_length());
    if (share < 1)
      CHECK(bend < 1e-4);
    else
      CHECK(bend == doctest::Approx(2 * links / pi * std::sqrt(beyond)).epsilon(0.02));
  }
}

TEST_CASE("a loop comes to rest as a regular polygon with sides of its rest length") {
  constexpr int n = 12;
  Setup setup;
  setup.bodies = test::empty(2);
  for (int j = 0; j < n; ++j)
    test::add(setup.bodies, {{3 * std::cos(2 * pi * j / n), 1.1 * std::sin(2 * pi * j / n) + 0.1 * (j % 3), 0}}, {}, 0.05);
  const ForcePtr loop = chains({{names(n), true, 1, 40, 10}});
  setup.forces = {loop, drag({.tau = 0.5, .viscosity = {}, .flow = {}})};
  setup.h = 0.02;
  Simulation simulation(std::move(setup), 1);
  StepReport report;
  for (int s = 0; s < 5000; ++s) report = simulation.advance();
  CHECK(report.potential_energy == doctest::Approx(0.5 * 10 * n * -std::cos(2 * pi / n)).epsilon(1e-12));
  Vec3 centre;
  for (std::size_t j = 0; j < n; ++j) centre += 1.0 / n * embed(simulation.bodies().x(j), 2);
  for (std::size_t j = 0; j < n; ++j)
    CHECK(norm(embed(simulation.bodies().x(j), 2) - centre) == doctest::Approx(0.5 / std::sin(pi / n)).epsilon(1e-8));
}

TEST_CASE("a free chain keeps its momentum and its angular momentum to rounding") {
  for (const int d : {2, 3}) {
    Simulation simulation(swinging(d, 0.01), 1);
    const Vec3 before = angular_momentum(simulation.bodies());
    std::array<double, 3> p{};
    momentum(simulation.bodies(), p.data());
    StepReport report;
    for (int s = 0; s < 2000; ++s) report = simulation.advance();
    CHECK(norm(angular_momentum(simulation.bodies()) - before) < 1e-11 * norm(before));
    for (std::size_t c = 0; c < 3; ++c) CHECK(std::abs(report.momentum[c] - p[c]) < 1e-11);
  }
}

TEST_CASE("a free chain keeps its energy to first order in h") {
  std::vector<double> errors;
  for (const double h : {4e-3, 2e-3, 1e-3, 5e-4}) {
    Setup setup = swinging(2, h);
    const double kinetic = kinetic_energy(setup.bodies);
    Setup still = swinging(2, 1e-9);
    std::fill(still.bodies.velocity.begin(), still.bodies.velocity.end(), 0.0);
    const double start = kinetic + Simulation(std::move(still), 1).advance().potential_energy;
    Simulation simulation(std::move(setup), 1);
    double worst = 0;
    for (int s = 0; s < 4 / h; ++s) {
      const StepReport report = simulation.advance();
      worst = std::max(worst, std::abs(report.kinetic_energy + report.potential_energy - start));
    }
    errors.push_back(worst / std::abs(start));
  }
  MESSAGE("energy errors ", errors[0], " ", errors[1], " ", errors[2], " ", errors[3]);
  for (std::size_t e = 1; e < errors.size(); ++e) CHECK(std::log2(errors[e - 1] / errors[e]) > 0.95);
}

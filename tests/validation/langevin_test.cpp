// Noise against exact answers: Langevin's equation, with and without inertia, free and at a wall.
//
// With a = h/τ the velocity of the scheme is an AR(1) process of correlation ρ = 1/(1 + a) (implicit
// drag) or 1 − a (explicit), whose stationary variance per component, for mass 1, is σ²τ/(2 ± a), + for
// the implicit one; after n steps, ⟨Δx²⟩ = h² s² (n (1 + ρ)/(1 − ρ) − 2ρ(1 − ρⁿ)/(1 − ρ)²).
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random.hpp"
#include "forces/drag.hpp"
#include "forces/noise.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

constexpr double sigma = 0.5, tau = 0.2;
#ifdef FLOC_SANITIZED
constexpr std::size_t bodies_a_side = 6;
#else
constexpr std::size_t bodies_a_side = 16;
#endif

// Bodies far from each other, of mass m, with velocities of the given variance in each component.
Bodies cloud(double variance, double m = 1) {
  Bodies bodies = test::empty(3);
  std::uint64_t n = 0;
  for (std::size_t i = 0; i < bodies_a_side; ++i)
    for (std::size_t j = 0; j < bodies_a_side; ++j)
      for (std::size_t k = 0; k < bodies_a_side; ++k, ++n) {
        Vec3 v;
        for (int c = 0; c < 3; ++c) v[c] = std::sqrt(variance) * normal({11, n, 0, static_cast<std::uint32_t>(c)});
        test::add(bodies, 100.0 * Vec3{{double(i), double(j), double(k)}}, v, 1, m);
      }
  return bodies;
}

struct Moment {
  double mean = 0, error = 0;  // of a sample mean, and its standard error
};
template <class F>
Moment mean_of(std::size_t n, F&& value) {
  double sum = 0, squares = 0;
  for (std::size_t k = 0; k < n; ++k) sum += value(k), squares += value(k) * value(k);
  const double count = static_cast<double>(n), mean = sum / count;
  return {mean, std::sqrt((squares / count - mean * mean) / count)};
}
void check(const Moment& m, double exact) {
  CAPTURE(m.mean);
  CAPTURE(exact);
  CAPTURE(m.error);
  CHECK(std::abs(m.mean - exact) < 3 * m.error);
}

Simulation langevin(Bodies bodies, double h, bool implicit, bool first_order = false, int threads = 1) {
  Setup setup;
  setup.bodies = std::move(bodies);
  setup.h = h;
  setup.seed = 3;
  setup.forces = {noise({.sigma = sigma}), drag({tau, {}, {}, implicit})};
  setup.first_order = first_order;
  return Simulation(std::move(setup), threads);
}

}  // namespace

TEST_CASE("Langevin: variance and autocorrelation of the velocity, and diffusion, are those of the scheme") {
  const double a = 0.2, h = a * tau;
  for (const bool implicit : {true, false}) {
    CAPTURE(implicit);
    const double rho = implicit ? 1 / (1 + a) : 1 - a, variance = sigma * sigma * tau / (implicit ? 2 + a : 2 - a);
    Simulation simulation = langevin(cloud(0), h, implicit);
    for (int s = 0; s < 60; ++s) simulation.advance();  // ρ^120 of the start is left
    const std::vector<double> v0 = simulation.bodies().velocity, x0 = simulation.bodies().position;
    check(mean_of(v0.size(), [&](std::size_t k) { return v0[k]; }), 0);
    check(mean_of(v0.size(), [&](std::size_t k) { return v0[k] * v0[k]; }), variance);
    double power = 1;
    for (int n = 1; n <= 100; ++n) {
      simulation.advance();
      power *= rho;
      const std::vector<double>& v = simulation.bodies().velocity;
      if (n == 1 || n == 3 || n == 5 || n == 10)
        check(mean_of(v.size(), [&](std::size_t k) { return v0[k] * v[k]; }), variance * power);
    }
    const std::vector<double>& x = simulation.bodies().position;
    const double n = 100, spread = n * (1 + rho) / (1 - rho) - 2 * rho * (1 - power) / ((1 - rho) * (1 - rho));
    check(mean_of(x.size(), [&](std::size_t k) { return (x[k] - x0[k]) * (x[k] - x0[k]); }), h * h * variance * spread);
    // The diffusion coefficient of the implicit scheme is σ²τ²/2 for any step: only the ends of the path differ.
    if (implicit) CHECK(h * variance * (1 + rho) / (1 - rho) / 2 == doctest::Approx(sigma * sigma * tau * tau / 2));
  }
}

TEST_CASE("Langevin: a small step gives σ²τ/2 and exp(−t/τ), and a body of mass m the variance σ²τ/2m²") {
  const double h = 0.01 * tau;
  for (const double m : {1.0, 2.0}) {
    const double variance = sigma * sigma * tau / 2 / (m * m);
    Simulation simulation = langevin(cloud(variance, m), h, true);
    const std::vector<double> v0 = simulation.bodies().velocity;
    for (int s = 0; s < 100; ++s) simulation.advance();
    const std::vector<double>& v = simulation.bodies().velocity;
    check(mean_of(v.size(), [&](std::size_t k) { return v[k] * v[k]; }), variance);
    check(mean_of(v.size(), [&](std::size_t k) { return v0[k] * v[k]; }), variance * std::exp(-1.0));
  }
}

TEST_CASE("without inertia the same drag and noise diffuse with σ²τ²/2 from the first step on") {
  const double h = 0.05;
  Simulation simulation = langevin(cloud(0), h, true, true);
  const std::vector<double> x0 = simulation.bodies().position;
  for (int n = 1; n <= 20; ++n) {
    simulation.advance();
    const std::vector<double>& x = simulation.bodies().position;
    if (n == 1 || n == 20)
      check(mean_of(x.size(), [&](std::size_t k) { return (x[k] - x0[k]) * (x[k] - x0[k]); }),
            sigma * sigma * tau * tau * n * h);
  }
}

TEST_CASE("a noisy run has the same bits for any number of threads, and for any order of the bodies") {
  const auto run = [](Bodies bodies, int threads) {
    Simulation simulation = langevin(std::move(bodies), 0.05, true, false, threads);
    for (int s = 0; s < 20; ++s) simulation.advance();
    return simulation.bodies();
  };
  const Bodies bodies = cloud(1), end = run(bodies, 1);
  for (int threads : {2, 3, 7}) CHECK(run(bodies, threads).position == end.position);
  Bodies shuffled = test::empty(3);
  const std::size_t n = bodies.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(4));
  for (std::size_t q = 0; q < n; ++q) {
    test::add(shuffled, Vec3::load(bodies.x(order[q])), Vec3::load(bodies.v(order[q])));
    shuffled.id[q] = bodies.id[order[q]];
  }
  const Bodies other = run(shuffled, 1);
  bool same = true;
  for (std::size_t q = 0; q < n; ++q) same = same && Vec3::load(other.x(q)) == Vec3::load(end.x(order[q]));
  CHECK(same);
}

// GRAN 26–28: du = σ dw + dλ, q = ∫u ≥ 0, u⁺ = P u⁻. The scheme is u ← max(u + σ√h W, −q/h).
TEST_CASE("a particle driven by noise at a wall follows the reflected path, step by step") {
  const double h = 1e-3;
  const auto driven = [&](Obstacles obstacles) {
    Setup setup;
    setup.bodies = test::empty(1);
    test::add(setup.bodies, {{1, 0, 0}});
    setup.obstacles = std::move(obstacles);
    setup.forces = {noise({.sigma = 1})};
    setup.h = h;
    setup.seed = 2;
    setup.tolerance = 1e-10;
    return Simulation(std::move(setup), 1);
  };
  Simulation at_wall = driven(Obstacles({test::obstacle({half_space({}, {{1, 0, 0}})})})), free = driven({});
  double q = 0, u = 0, w = 0, worst = 0;
  int contacts = 0;
  for (int s = 0; s < 20000; ++s) {
    at_wall.advance();
    free.advance();
    u = std::max(u + free.bodies().velocity[0] - w, -q / h);
    q = std::max(0.0, q + h * u);
    w = free.bodies().velocity[0];
    worst = std::max(worst, std::abs(at_wall.bodies().position[0] - 1 - q));
    contacts += q == 0;
  }
  CAPTURE(contacts);
  CHECK(contacts > 10);
  CHECK(worst < contacts * 1e-10 / h * 20);  // each contact may leave tolerance/h in the velocity, for 20 s
}

// Bertoin (2007): the inverse local time at the wall of the reflected path is a stable process of index 1/4.
// Steps scale, so the number of steps between n and 2n that end at the wall grows as n^(1/4).
TEST_CASE("the reflected path comes back to the wall as often as its exact zeros do") {
  constexpr int doublings = 4;
  const std::size_t n = bodies_a_side * bodies_a_side * 6;
  Setup setup;
  setup.bodies = test::empty(2);
  for (std::size_t i = 0; i < n; ++i) test::add(setup.bodies, {{1e6 * static_cast<double>(i), 1, 0}});
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  setup.forces = {noise({.sigma = 1})};
  setup.h = 1;
  setup.tolerance = 1e-6;
  Simulation simulation(std::move(setup), 1);
  std::vector<double> early(n, 0.0), late(n, 0.0);
  for (int s = 1; s <= 32 << doublings; ++s) {
    simulation.advance();
    std::vector<double>* count = s > 16 && s <= 32 ? &early : s > 16 << doublings ? &late : nullptr;
    for (std::size_t i = 0; count && i < n; ++i) (*count)[i] += simulation.bodies().x(i)[1] < 1 + 1e-5;
  }
  const Moment first = mean_of(n, [&](std::size_t i) { return early[i]; });
  const Moment last = mean_of(n, [&](std::size_t i) { return late[i]; });
  check({std::log2(last.mean / first.mean) / doublings,
         std::hypot(last.error / last.mean, first.error / first.mean) / std::log(2.0) / doublings},
        0.25);
}

#include "step/free_rotation.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/quaternion.hpp"

using namespace floc;

namespace {

// One body of unit mass with these moments and this spin, at rest otherwise.
Bodies top(const Vec3& moments, const Vec3& spin) {
  Bodies bodies;
  const double x[3] = {};
  bodies.add(x, x, 1, 1, 0);
  bodies.let_turn();
  for (std::size_t k = 0; k < 3; ++k) bodies.inertia[k] = moments.c[k], bodies.spin[k] = spin.c[k];
  return bodies;
}

Vec3 own_spin(const Bodies& b) { return to_body(Quaternion::load(b.orientation.data()), Vec3::load(b.spin.data())); }

Vec3 angular_momentum(const Bodies& b) {
  const Vec3 own = own_spin(b);
  return to_world(Quaternion::load(b.orientation.data()),
                  {{b.inertia[0] * own[0], b.inertia[1] * own[1], b.inertia[2] * own[2]}});
}

void go(Bodies& b, double h, int steps, FreeRotation& rotation, Executor& executor) {
  std::vector<double> spin, kept;
  for (int k = 0; k < steps; ++k) {
    rotation.take(b, h, spin, executor);
    kept = spin;
    rotation.finish(b, h, spin, kept);
  }
}

}  // namespace

TEST_CASE("a free body keeps its angular momentum to rounding and its energy to second order") {
  Executor executor;
  FreeRotation rotation;
  double before = 0;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    Bodies b = top({{1, 2, 3}}, {{0.7, 1, -0.4}});
    const Vec3 momentum = angular_momentum(b);
    const double energy = kinetic_energy(b);
    double worst = 0;
    for (int k = 0; k < static_cast<int>(10 / h); ++k) {
      go(b, h, 1, rotation, executor);
      worst = std::max(worst, std::abs(kinetic_energy(b) / energy - 1));
    }
    CHECK(norm(angular_momentum(b) - momentum) < 1e-10);
    if (before > 0) CHECK(worst == doctest::Approx(before / 4).epsilon(0.1));
    CHECK(worst < 1e-5);
    before = worst;
  }
}

TEST_CASE("a body thrown about its middle axis turns over with Dzhanibekov's period, to second order") {
  // 4K(m)/p for I = (1, 2, 3) and ω₀ = (.1, 1, .1).
  constexpr double period = 22.9962629441;
  Executor executor;
  FreeRotation rotation;
  double before = 0;
  for (const double h : {0.01, 0.005}) {
    Bodies b = top({{1, 2, 3}}, {{0.1, 1, 0.1}});
    // The spin about the middle axis changes its sign twice a period.
    double crossings[3] = {}, last = 1;
    int found = 0;
    for (int k = 1; found < 3; ++k) {
      go(b, h, 1, rotation, executor);
      const double now = own_spin(b)[1];
      if (now * last < 0) crossings[found++] = h * (k - now / (now - last));
      last = now;
    }
    const double error = std::abs(crossings[2] - crossings[0] - period);
    CHECK(error < 4 * h * h * period);
    if (before > 0) CHECK(error == doctest::Approx(before / 4).epsilon(0.2));
    before = error;
  }
}

TEST_CASE("a step of several radians ends, and gives no energy") {
  Executor executor;
  FreeRotation rotation;
  Bodies b = top({{1, 20, 30}}, {{3, 2, -5}});
  const double energy = kinetic_energy(b);
  for (int k = 0; k < 200; ++k) {
    std::vector<double> spin, kept;
    rotation.take(b, 2.0, spin, executor);
    CHECK(rotation.energy(b, spin) <= energy * (1 + 1e-6) * 1.5);
    kept = spin;
    rotation.finish(b, 2.0, spin, kept);
    for (const double w : b.spin) REQUIRE(std::isfinite(w));
  }
}

TEST_CASE("spheres and discs keep their spin as it is") {
  Executor executor;
  FreeRotation rotation;
  Bodies ball = top({{2, 2, 2}}, {{0.1, 0.2, 0.3}});
  go(ball, 0.1, 100, rotation, executor);
  CHECK(ball.spin == std::vector<double>{0.1, 0.2, 0.3});
}

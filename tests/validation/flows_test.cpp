// Tracers in the flows with a name: without inertia V* = U, and the path is that of the fluid.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "forces/drag.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

constexpr double pi = std::numbers::pi;

// A tracer from x for the time t in n steps; or a particle with inertia that starts with the fluid.
Vec3 trace(const Flow& flow, Vec3 x, double t, int n, double tau = 0, int dimension = 2) {
  Setup setup;
  setup.bodies = test::empty(dimension);
  test::add(setup.bodies, x, tau > 0 ? velocity(flow, x, 0, dimension) : Vec3{}, 0.01);
  setup.h = t / n;
  setup.first_order = tau == 0;
  setup.forces = {drag({tau > 0 ? tau : 1, {}, flow})};
  Simulation simulation(std::move(setup), 1);
  for (int s = 0; s < n; ++s) simulation.advance();
  return embed(simulation.bodies().x(0), dimension);
}

// The order of convergence to the exact end, measured with n and 2n steps.
double order(const Flow& flow, Vec3 x, double t, Vec3 exact, int dimension = 2) {
  const double coarse = norm(trace(flow, x, t, 200, 0, dimension) - exact);
  const double fine = norm(trace(flow, x, t, 400, 0, dimension) - exact);
  return std::log2(coarse / fine);
}

}  // namespace

TEST_CASE("a tracer in a steady parallel flow moves exactly with it") {
  const Vec3 shear = trace(ShearFlow{1.5, {}}, {{1, 2, 0}}, 4, 100);
  CHECK(shear[0] == doctest::Approx(13).epsilon(1e-13));
  CHECK(shear[1] == 2);
  const Vec3 channel = trace(PoiseuilleFlow{2, 0, 1}, {{1, 0.25, 0}}, 4, 100);
  CHECK(channel[0] == doctest::Approx(1 + 4 * 1.5).epsilon(1e-13));
  // with inertia too, when it starts with the fluid
  CHECK(trace(ShearFlow{1.5, {}}, {{1, 2, 0}}, 4, 100, 0.3)[0] == doctest::Approx(13).epsilon(1e-13));
}

TEST_CASE("tracers follow rotation, oscillating shear and stagnation flow at first order in the step") {
  CHECK(order(RotationFlow{2, {{1, 0, 0}}}, {{2, 0, 0}}, 1.2, {{1 + std::cos(2.4), std::sin(2.4), 0}}) ==
        doctest::Approx(1).epsilon(0.05));
  CHECK(order(RotationFlow{3, {}, {{0, 1, 0}}}, {{0, 5, 1}}, 1, {{std::sin(3.0), 5, std::cos(3.0)}}, 3) ==
        doctest::Approx(1).epsilon(0.05));
  const double swing = (1 - std::cos(2 * pi * 0.5 * 0.8)) / (2 * pi * 0.5);
  CHECK(order(OscillatingShearFlow{1, 0.5, 0, {}}, {{0, 3, 0}}, 0.8, {{3 * swing, 3, 0}}) ==
        doctest::Approx(1).epsilon(0.05));
  CHECK(order(StagnationFlow{1, {}}, {{1, 2, 0}}, 1, {{std::exp(1.0), 2 * std::exp(-1.0), 0}}) ==
        doctest::Approx(1).epsilon(0.05));
  CHECK(order(StagnationFlow{1, {}}, {{1, 2, 3}}, 1, {{std::exp(1.0), 2 * std::exp(-0.5), 3 * std::exp(-0.5)}}, 3) ==
        doctest::Approx(1).epsilon(0.05));
}

TEST_CASE("a tracer in a Taylor-Green vortex stays on its streamline as the step goes to zero") {
  const auto stream = [](const Vec3& x) { return std::sin(2 * pi * x[0]) * std::sin(2 * pi * x[1]); };
  const Vec3 start{{0.1, 0.2, 0}};
  const double coarse = std::abs(stream(trace(TaylorGreenFlow{1, 1, {}}, start, 1, 400)) - stream(start));
  const double fine = std::abs(stream(trace(TaylorGreenFlow{1, 1, {}}, start, 1, 800)) - stream(start));
  CHECK(coarse < 0.05);
  CHECK(std::log2(coarse / fine) == doctest::Approx(1).epsilon(0.1));
}

TEST_CASE("an inertial particle in a turning fluid leaves along the exact spiral") {
  // z = x + iy obeys τ z'' + z' = iΩ z; from rest with the fluid, z = A e^{at} + B e^{bt}.
  using C = std::complex<double>;
  const double tau = 0.4, omega = 1.5, t = 3;
  const C root = std::sqrt(C(1, 4 * omega * tau)), a = (-1.0 + root) / (2 * tau), b = (-1.0 - root) / (2 * tau);
  const C v0(0, omega), A = (v0 - b) / (a - b), B = 1.0 - A, exact = A * std::exp(a * t) + B * std::exp(b * t);
  const auto error = [&](int n) {
    const Vec3 x = trace(RotationFlow{omega}, {{1, 0, 0}}, t, n, tau);
    return std::abs(C(x[0], x[1]) - exact);
  };
  const double coarse = error(400), fine = error(800);
  CHECK(fine < 0.05);
  CHECK(std::log2(coarse / fine) == doctest::Approx(1).epsilon(0.05));
}

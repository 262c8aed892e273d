// Exact solutions of the congested gas on a line (measure/congested_gas.hpp), for the solver and for
// runs with many small blocks.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "measure/congested_gas.hpp"

namespace floc::test {

// A function as steps fine enough to be taken for it.
inline StepFunction steps_of(const std::function<double(double)>& f, double low, double high, int n = 20000) {
  StepFunction s{{low}, {}};
  for (int k = 0; k < n; ++k) {
    s.value.push_back(f(low + (high - low) * (k + 0.5) / n));
    s.edge.push_back(low + (high - low) * (k + 1) / n);
  }
  return s;
}

// Values between the cells, over the mass from the middle of one cell to that of the next.
inline StepFunction between_cells(const GasState& gas, const std::vector<double>& values) {
  StepFunction s;
  double left = 0;
  for (std::size_t k = 0; k < gas.size(); ++k) {
    s.edge.push_back(left + 0.5 * gas.mass[k]);
    left += gas.mass[k];
    if (k > 0) s.value.push_back(values[k]);
  }
  return s;
}

// Two halves of density ρ⁰ meet at x = 0 with speed 1. A saturated zone at rest grows to both sides
// with the speed s at which ρ⁰(1 + s) = s, under the pressure ρ⁰(1 + s); holds until it reaches the ends.
struct Meeting {
  double rho = 0.5, half = 1;
  double speed() const { return rho / (1 - rho); }
  double mass() const { return 2 * rho * half; }
  double saturated(double t) const { return speed() * t; }  // half of it: its length and its mass

  GasState start(std::size_t n) const {
    return sample_gas([&](double) { return rho; }, [](double x) { return x < 0 ? 1.0 : -1.0; }, -half, half, n);
  }
  StepFunction density(double t) const {
    const double end = half - t, front = saturated(t);
    return {{-end, -front, front, end}, {rho, 1, rho}};
  }
  StepFunction velocity(double t) const {
    const double middle = 0.5 * mass(), front = saturated(t);
    return {{0, middle - front, middle + front, mass()}, {1, 0, -1}};
  }
  StepFunction pressure(double t) const { return {{-saturated(t), saturated(t)}, {speed()}}; }
  StepFunction impulse(double t) const {  // ∫p dt, of m
    return steps_of([&](double m) { return std::max(0.0, speed() * t - std::abs(m - 0.5 * mass())); }, 0, mass());
  }
};

// A column of density ρ⁰ and height L falls from rest to the floor x = 0 under f = −1. What has come to
// rest has the height F = t²/(2(1/ρ⁰ − 1)); the pressure in it is the weight above, F − m, and what
// the arriving mass brings, F'·t.
struct Falling {
  double rho = 0.5, height = 1;
  double mass() const { return rho * height; }
  double room() const { return 1 / rho - 1; }
  double front(double t) const { return 0.5 * t * t / room(); }

  GasState start(std::size_t n) const {
    return sample_gas([&](double) { return rho; }, [](double) { return 0.0; }, 0, height, n);
  }
  static double force(double, double) { return -1; }
  StepFunction density(double t) const { return {{0, front(t), height - 0.5 * t * t}, {1, rho}}; }
  StepFunction velocity(double t) const { return {{0, front(t), mass()}, {0, -t}}; }
  StepFunction pressure(double t) const {
    return steps_of([&](double x) { return x < front(t) ? front(t) - x + t * t / room() : 0.0; }, 0, height);
  }
  StepFunction impulse(double t) const {  // of m: from s with F(s) = m on
    return steps_of(
        [&](double m) {
          const double s = std::min(t, std::sqrt(2 * room() * m));
          return (t * t * t - s * s * s) / (2 * room()) - m * (t - s);
        },
        0, mass());
  }
};

// A saturated slab of length 1 at rest about x = 0, pressed together by f = −x until t = 1, then pulled
// apart by f = x. Dry it opens at once; lubricated it has to use up its adhesion first, which it has
// done everywhere at t = 2: X = m cosh(t − 2) from then on.
struct Pressed {
  static constexpr double turn = 1;
  static GasState start(std::size_t n) {
    return sample_gas([](double) { return 1.0; }, [](double) { return 0.0; }, -0.5, 0.5, n);
  }
  static double force(double x, double t) { return t < turn - 1e-9 ? -x : x; }
  static constexpr const char* expression = "t < 1 - 1e-9 ? -x : x";  // the same for a scene
  static double stretch(double t, bool lubricated) {
    return std::cosh(std::max(0.0, t - (lubricated ? 2 * turn : turn)));
  }
  static StepFunction density(double t, bool lubricated) {
    const double s = stretch(t, lubricated);
    return {{-0.5 * s, 0.5 * s}, {1 / s}};
  }
  static StepFunction velocity(double t, bool lubricated) {
    const double rate = std::sinh(std::max(0.0, t - (lubricated ? 2 * turn : turn)));
    return steps_of([=](double m) { return rate * (m - 0.5); }, 0, 1);
  }
  // Lubricated, as long as it does not change: not at the turn, and not when it opens.
  static StepFunction mean_pressure(double t) {
    const double push = t < turn ? 1 : t < 2 * turn ? -1 : 0;
    return steps_of([=](double m) { return 0.5 * push * m * (1 - m); }, 0, 1);
  }
  static StepFunction adhesion(double t) {
    const double pressed = std::max(0.0, std::min(t, 2 * turn - t));
    return steps_of([=](double m) { return -0.5 * pressed * m * (1 - m); }, 0, 1);
  }
};

// A cloud with two lumps and uneven velocities, pressed together by f = −4x until t = 1/2, then pulled
// apart by f = 8x. Saturated zones form, grow and merge to one slab; dry it opens when the pull begins,
// lubricated it breaks later, where its adhesion is used up first. No closed form: the solver's fine
// grid is the reference.
struct Tide {
  static GasState start(std::size_t n) {
    return sample_gas([](double x) { return 0.5 + 0.3 * std::cos(4 * x - 0.5); },
                      [](double x) { return -0.5 * std::sin(6 * x) - 0.5 * x; }, -1.2, 1.2, n);
  }
  static double force(double x, double t) { return t < 0.5 - 1e-9 ? -4 * x : 8 * x; }
  static constexpr const char* expression = "t < 0.5 - 1e-9 ? -4*x : 8*x";  // the same for a scene
};

// The order that errors show over a list of sizes, each half of the one before (least squares).
inline double mean_order(const std::vector<double>& errors) {
  const double middle = 0.5 * static_cast<double>(errors.size() - 1);
  double along = 0, square = 0;
  for (std::size_t k = 0; k < errors.size(); ++k) {
    const double at = static_cast<double>(k) - middle;
    along -= at * std::log2(errors[k]);
    square += at * at;
  }
  return along / square;
}

}  // namespace floc::test

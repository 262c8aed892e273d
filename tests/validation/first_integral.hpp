// The first integral of a ball over a plane, computed finely, and how far the scheme is from it.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "support/ball_over_plane.hpp"

namespace floc::test {

// The first integral  m q̇ + κ ln(q/q⁰) = m∫f  at equal times, by the implicit Euler method for ln q with many
// steps between two of them and with twice as many, extrapolated. f is constant on every step.
struct Exact {
  std::vector<double> gap, log;

  Exact(double kappa, int samples, int substeps) {
    const auto integrate = [&](int each) {
      std::vector<double> levels;
      const double h = end / samples / each, c = h * kappa / mass;
      double y = std::log(height), w = 0;
      for (int k = 0; k < samples * each; ++k) {
        w += h * push((k + 0.5) * h);
        const double right = std::exp(y) + h * w + c * std::log(height);
        // e^y + c y = right: convex, so that Newton's method comes down from above.
        y = std::min(std::log(std::max(right, 1e-300)), right / c) + 1;
        for (double change = 1; std::abs(change) > 1e-14 * std::max(1.0, std::abs(y));)
          y -= change = (std::exp(y) + c * y - right) / (std::exp(y) + c);
        if ((k + 1) % each == 0) levels.push_back(y);
      }
      return levels;
    };
    const std::vector<double> one = integrate(substeps), two = integrate(2 * substeps);
    for (std::size_t k = 0; k < one.size(); ++k) {
      gap.push_back(2 * std::exp(two[k]) - std::exp(one[k]));
      log.push_back(2 * two[k] - one[k]);
    }
  }
};

struct Errors {
  double gap = 0;    // max |q_h − q|
  double gamma = 0;  // ∫|γ_h − γ|/m, γ = κ ln q
};

inline Errors errors(const Exact& exact, double viscosity, double h) {
  const int n = static_cast<int>(std::lround(end / h));
  const double kappa = strength(viscosity);
  Simulation simulation(ball_over_plane(viscosity, h), 1);
  Errors found;
  double momentum = 0;
  for (int k = 0; k < n; ++k) {
    const StepReport report = simulation.advance();
    REQUIRE(report.converged);
    REQUIRE(simulation.contacts().size() == 1);
    const double q = simulation.bodies().position[0] - radius, v = simulation.bodies().velocity[0];
    const double level = simulation.contacts().memory[0] / kappa;  // of a gap > 0, however small
    REQUIRE(std::isfinite(level));
    REQUIRE(level < 0);
    REQUIRE(q > -1e-12 * radius);  // its place is rounded, the level is not
    REQUIRE(std::abs(q - film_gap(level, range)) <= 1.01e-8 * radius);
    // The first integral itself holds to rounding, step by step, for any h.
    momentum += h * push((k + 0.5) * h);
    REQUIRE(std::abs(mass * v + kappa * (level - film_level(height, range)) - mass * momentum) <=
            1e-11 * mass * (1 + std::abs(kappa * level / mass)));
    // ln q from the level, without the gap, which underflows where the level does not.
    const double y = level - 1 + std::log(range) + std::max(q, 0.0) / range;
    const std::size_t sample = (static_cast<std::size_t>(k) + 1) * (exact.gap.size() / static_cast<std::size_t>(n)) - 1;
    found.gap = std::max(found.gap, std::abs(q - exact.gap[sample]));
    found.gamma += h * kappa / mass * std::abs(y - exact.log[sample]);
  }
  return found;
}

// Every h a tenth of the one before, from 1 on: errors of first order, with one constant for all viscosities.
inline void check_first_order(int decades, int substeps) {
  for (const double viscosity : {100.0, 10.0, 1.0, 0.1, 0.025}) {
    const Exact exact(strength(viscosity), 5 * static_cast<int>(std::lround(std::pow(10, decades))), substeps);
    std::vector<Errors> found;
    for (int k = 0; k <= decades; ++k) {
      const double h = std::pow(10, -k);
      found.push_back(errors(exact, viscosity, h));
      INFO("viscosity ", viscosity, " h ", h, ": gap ", found.back().gap, " gamma ", found.back().gamma);
      CHECK(found.back().gap <= 0.6 * h);
      if (k > 2)  // below the time that molasses gives the ball, m q/κ
        CHECK(std::log10(found[found.size() - 2].gap / found.back().gap) >= 0.9);
    }
    // Where in a step γ jumps is a matter of luck: its order shows over all of them.
    CHECK(std::log10(found.front().gamma / found.back().gamma) >= 0.9 * decades);
  }
}

}  // namespace floc::test

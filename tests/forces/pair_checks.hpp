// What every force between pairs has to obey.
#pragma once

#include <doctest/doctest.h>

#include <cmath>

#include "forces_fixture.hpp"

namespace floc::test {

// Σ f of the forces on all bodies, component k.
inline double total_force(const Force& force, const Bodies& bodies, int k) {
  const std::vector<double> free = free_velocity(force, bodies, 0, 1);
  double sum = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::size_t at = i * static_cast<std::size_t>(bodies.dimension) + static_cast<std::size_t>(k);
    sum += bodies.mass[i] * (free[at] - bodies.velocity[at]);
  }
  return sum;
}

inline double energy(const Force& force, const Bodies& bodies) {
  Place place(bodies, force.range());
  return force.energy(place.at(0, 0));
}

// The force on each body is minus the gradient of the energy, by central differences.
inline void check_gradient(const Force& force, Bodies bodies, double step, double tolerance) {
  bodies.velocity.assign(bodies.velocity.size(), 0.0);
  const std::vector<double> free = free_velocity(force, bodies, 0, 1);
  const auto d = static_cast<std::size_t>(bodies.dimension);
  for (std::size_t q = 0; q < free.size(); ++q) {
    const double x = bodies.position[q];
    bodies.position[q] = x + step;
    const double after = energy(force, bodies);
    bodies.position[q] = x - step;
    const double before = energy(force, bodies);
    bodies.position[q] = x;
    CAPTURE(q);
    CHECK(std::abs(bodies.mass[q / d] * free[q] + (after - before) / (2 * step)) < tolerance);
  }
}

inline void check_momentum_and_threads(const Force& force, const Bodies& bodies, double scale) {
  for (int k = 0; k < bodies.dimension; ++k) CHECK(std::abs(total_force(force, bodies, k)) < 1e-13 * scale);
  const auto one = free_velocity(force, bodies, 0, 0.1, 1);
  const double w = energy(force, bodies);
  for (int threads : thread_counts) {
    CHECK(free_velocity(force, bodies, 0, 0.1, threads) == one);
    Place place(bodies, force.range(), threads);
    CHECK(force.energy(place.at(0, 0)) == w);
  }
}

}  // namespace floc::test

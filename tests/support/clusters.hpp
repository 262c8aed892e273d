// Clusters of equal spheres with more contacts than degrees of freedom, and clusters held together.
#pragma once

#include <cmath>
#include <vector>

#include "support/setups.hpp"

namespace floc::test {

// The centres of hexagonal rings round the origin: 7, 19, 37, 61 … discs of radius r.
inline std::vector<Vec3> hexagonal(int rings, double r = 1) {
  std::vector<Vec3> all;
  for (int i = -rings; i <= rings; ++i)
    for (int j = -rings; j <= rings; ++j)
      if (std::abs(i + j) <= rings) all.push_back(2 * r * Vec3{{i + 0.5 * j, 0.5 * std::sqrt(3.0) * j, 0}});
  return all;
}

// The face-centred cubic places within `distance` diameters of the origin: 13 for 1, 19, 43, 55 for 2.
inline std::vector<Vec3> face_centred_cubic(double distance, double r = 1) {
  std::vector<Vec3> all;
  const int n = static_cast<int>(std::ceil(2 * distance));
  for (int i = -n; i <= n; ++i)
    for (int j = -n; j <= n; ++j)
      for (int k = -n; k <= n; ++k)
        if ((i + j + k) % 2 == 0 && i * i + j * j + k * k <= 2 * distance * distance + 1e-9)
          all.push_back(std::sqrt(2.0) * r * Vec3{{double(i), double(j), double(k)}});
  return all;
}

// Spheres of radius 1 and mass 1 at these centres, turning about the origin at `omega` (about z).
inline Setup cluster(int dimension, const std::vector<Vec3>& centres, double omega = 0) {
  Setup setup;
  setup.bodies = empty(dimension);
  for (const Vec3& x : centres) add(setup.bodies, x, omega * Vec3{{-x[1], x[0], 0}});
  return setup;
}

// The simulation with `memory` on every pair that touches.
inline Simulation held(Setup setup, double memory, int threads = 1) {
  const double near = 1e-9;
  Simulation simulation(std::move(setup), threads);
  State state = simulation.state();
  const Bodies& b = state.bodies;
  Contacts& c = state.contacts;
  for (std::size_t i = 0; i < b.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 d = embed(b.x(i), b.dimension) - embed(b.x(j), b.dimension);
      if (norm(d) - b.radius[i] - b.radius[j] > near) continue;
      c.resize(c.size() + 1);
      c.first.back() = static_cast<std::int32_t>(i);
      c.second.back() = static_cast<std::int32_t>(j);
      c.memory.back() = memory;
      const Vec3 e = (1 / norm(d)) * d;
      for (int k = 0; k < b.dimension; ++k)
        c.normal[(c.size() - 1) * static_cast<std::size_t>(b.dimension) + static_cast<std::size_t>(k)] = e[k];
    }
  simulation.restore(std::move(state));
  return simulation;
}

// Largest |gap| of the contacts that remember something, at the present place.
inline double worst_gap(const Simulation& simulation) {
  const Bodies& b = simulation.bodies();
  const Contacts& c = simulation.contacts();
  double worst = 0;
  for (std::size_t k = 0; k < c.size(); ++k) {
    if (c.memory[k] == 0 || c.second[k] < 0) continue;
    const auto i = static_cast<std::size_t>(c.first[k]), j = static_cast<std::size_t>(c.second[k]);
    const Vec3 d = embed(b.x(i), b.dimension) - embed(b.x(j), b.dimension);
    worst = std::max(worst, std::abs(norm(d) - b.radius[i] - b.radius[j]));
  }
  return worst;
}

inline double largest_multiplier(const Contacts& contacts) {
  double largest = 0;
  for (const double force : contacts.multiplier) largest = std::max(largest, std::abs(force));
  return largest;
}

}  // namespace floc::test

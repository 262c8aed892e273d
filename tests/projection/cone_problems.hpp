// Problems with bodies that turn and rub, for tests.
#pragma once

#include <algorithm>
#include <random>

#include "projection/cone_certificate.hpp"
#include "projection/problems.hpp"

namespace floc::test {

// A heap of spheres that runs into itself, with friction; `levers`: points of contact off the normals, and any inertia.
inline Problem rubbing(int dimension, std::size_t count, unsigned seed, double mu, bool levers = false) {
  Problem p =
      random_heap(dimension, count, seed,
                  {.heavy = false, .infinite = false, .duplicates = false, .adhesive = false, .equalities = false});
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const auto d = static_cast<std::size_t>(dimension), spins = static_cast<std::size_t>(d == 3 ? 3 : 1);
  for (std::size_t i = 0; i < p.bodies(); ++i) {
    for (std::size_t k = 0; k < spins; ++k) p.free_spin.push_back(normal(random));
    const double inverse = p.inverse_mass[i] / 0.4;
    if (d == 2)
      p.inverse_inertia.push_back(inverse);
    else
      for (const double share : {1.0, levers ? 0.5 : 1.0, levers ? 2.0 : 1.0, levers ? 0.2 : 0.0, 0.0, 0.0})
        p.inverse_inertia.push_back(share * inverse);
  }
  for (std::size_t c = 0; c < p.rows(); ++c)
    for (std::size_t k = 0; k < d; ++k) {
      const double e = p.normal[c * d + k];
      p.lever_first.push_back(-e + (levers ? 0.3 * normal(random) : 0));
      p.lever_second.push_back(p.second[c] < 0 ? 0 : e + (levers ? 0.3 * normal(random) : 0));
    }
  p.friction.assign(p.rows(), mu);
  p.set_relative_compliance(1e-13);
  return p;
}

// h²-free motion of forces, by hand.
inline double motion_error(const Problem& p, const ProjectionResult& r) {
  const auto d = static_cast<std::size_t>(p.dimension);
  std::vector<double> v = p.free_velocity, w = p.free_spin;
  for (std::size_t c = 0; c < p.rows(); ++c) {
    const Vec3 f = r.multiplier[c] * embed(&p.normal[c * d], p.dimension) + embed(&r.tangential[c * d], p.dimension);
    const auto push = [&](std::int32_t i, const Vec3& force, const double* lever) {
      if (i < 0) return;
      const auto b = static_cast<std::size_t>(i);
      for (std::size_t k = 0; k < d; ++k) v[b * d + k] += p.step * p.inverse_mass[b] * force.c[k];
      const Vec3 turn = turn_of(p, b, cross(embed(lever, p.dimension), force));
      if (d == 3)
        for (std::size_t k = 0; k < 3; ++k) w[3 * b + k] += p.step * turn.c[k];
      else
        w[b] += p.step * turn[2];
    };
    push(p.first[c], f, &p.lever_first[c * d]);
    push(p.second[c], -f, &p.lever_second[c * d]);
  }
  return std::max(largest_difference(v, r.velocity), largest_difference(w, r.spin));
}

}  // namespace floc::test

// Bodies with random positions, velocities, radii and masses, the same in every run.
#pragma once

#include <vector>

#include "core/bodies.hpp"
#include "core/random.hpp"
#include "forces/force.hpp"

namespace floc::test {

inline Bodies random_bodies(std::size_t n, int dimension) {
  Bodies bodies;
  bodies.dimension = dimension;
  bodies.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    double x[3], v[3];
    for (std::uint32_t k = 0; k < 3; ++k) {
      x[k] = 10 * uniform({1, i, 0, k}) - 5;
      v[k] = normal({1, i, 1, k});
    }
    bodies.add(x, v, 0.1 + uniform({1, i, 2, 0}), 0.5 + uniform({1, i, 3, 0}), 0);
  }
  return bodies;
}

// Bodies alone in space, with their neighbours: what a force is asked for.
struct Place {
  Place(const Bodies& of, double range, int threads = 1) : bodies(of), executor(threads), neighbours(0, 0, range) {
    if (range > 0) neighbours.update(bodies, domain, obstacles, executor);  // random bodies overlap: long lists
  }
  Surroundings at(double t, double h, std::uint64_t tick = 0) {
    return {{bodies, domain, obstacles, neighbours, executor}, t, h, h, 1e-6, 1, tick};
  }
  const Bodies& bodies;
  Domain domain;
  Obstacles obstacles;
  Executor executor;
  Neighbours neighbours;
};

// V* after one force, from V* = V.
inline std::vector<double> free_velocity(const Force& force, const Bodies& bodies, double t, double h,
                                         int threads = 1) {
  Place place(bodies, force.range(), threads);
  std::vector<double> free = bodies.velocity;
  force.add(place.at(t, h), {free});
  return free;
}

inline const std::vector<int> thread_counts{1, 2, 3, 7};

}  // namespace floc::test

// Small simulations for the tests, and overlaps by brute force.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "contact/restitution.hpp"
#include "forces/gravity.hpp"
#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"
#include "step/packing.hpp"
#include "step/simulation.hpp"

namespace floc::test {

// A body at x with velocity v (missing components are zero).
inline void add(Bodies& bodies, Vec3 x, Vec3 v = {}, double r = 1, double m = 1) {
  bodies.add(x.c.data(), v.c.data(), r, m, 0);
}

inline Bodies empty(int dimension) {
  Bodies bodies;
  bodies.dimension = dimension;
  return bodies;
}

inline Obstacle obstacle(std::vector<SurfacePtr> surfaces, MotionPtr motion = at_rest()) {
  return {"", "#000000", std::move(motion), std::move(surfaces)};
}

// The inside of a box: 2d half-spaces.
inline Obstacle box_inside(int dimension, Vec3 low, Vec3 high) {
  std::vector<SurfacePtr> walls;
  for (int k = 0; k < dimension; ++k) {
    Vec3 normal;
    normal[k] = 1;
    walls.push_back(half_space(low, normal));
    walls.push_back(half_space(high, -normal));
  }
  return obstacle(std::move(walls));
}

// Worst overlap of all pairs and surfaces (≥ 0), each looked at.
inline double worst_overlap(const Bodies& b, const Domain& domain, const Obstacles& obstacles) {
  double worst = 0;
  with_dimension(b.dimension, [&]<int D>() {
    for (std::size_t i = 0; i < b.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto d = domain.nearest_image(Vec<D>::load(b.x(i)) - Vec<D>::load(b.x(j)));
        worst = std::max(worst, b.radius[i] + b.radius[j] - norm(d));
      }
      for (std::size_t s = 0; s < obstacles.surfaces(); ++s)
        worst = std::max(worst, -obstacles.gap_at_begin(s, embed(b.x(i), D), b.radius[i]));
    }
  });
  return worst;
}

// Thirty discs in a column that run into each other: the longer the step, the more iterations.
inline Setup colliding_column(int budget) {
  Setup setup;
  setup.bodies = empty(2);
  for (int i = 0; i < 30; ++i) add(setup.bodies, {{0, 1.1 + 2.1 * i, 0}}, {{0, -10.0 * i, 0}});
  setup.obstacles = Obstacles({obstacle({half_space({}, {{0, 1, 0}})})});
  setup.solver = "apgd";
  setup.h = 0.1;
  setup.max_iterations = budget;
  return setup;
}

// n grains of radius 1 ± spread without overlap in a box, at random, with random velocities.
inline Setup grains_in_a_box(int dimension, std::size_t n, double fraction, double speed, unsigned seed,
                             double spread = 0.3) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  Setup setup;
  setup.bodies = empty(dimension);
  setup.bodies.reserve(n);
  double volume = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double r = 1 + spread * unit(random);
    volume += dimension == 1 ? 2 * r : dimension == 2 ? M_PI * r * r : 4 * M_PI / 3 * r * r * r;
    add(setup.bodies, {}, speed * Vec3{{unit(random), unit(random), unit(random)}}, r, r * r * r);
  }
  const double side = std::pow(volume / fraction, 1.0 / dimension);
  const Vec3 low{}, high{{side, side, side}};
  setup.obstacles = Obstacles({box_inside(dimension, low, high)});
  setup.obstacles.place(0, 0);
  Executor executor(1);
  const PackingReport report = pack(setup.bodies, low, high, {}, setup.obstacles, seed, 1e-8, executor);
  if (!report.done) throw std::runtime_error("no packing");
  setup.h = 1e-2;
  return setup;
}

}  // namespace floc::test

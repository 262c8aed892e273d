// Settled beds of spheres under gravity, made by the program itself: the problems of the benchmarks.
//
// Radii 1 ± 15 %, an open box, g = 1, and a time step with h² g = 0.01 r̄. Grains start from a random
// packing of the box, fall with some drag at a loose tolerance, and rest at last without it.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/random.hpp"
#include "forces/drag.hpp"
#include "forces/gravity.hpp"
#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"
#include "step/packing.hpp"
#include "step/simulation.hpp"

namespace floc::bench {

struct Bed {
  int dimension = 3;
  std::size_t grains = 1000;
  double depth = 0;  // of the box in mean radii; 0: a cube (a square)
};

inline Obstacles open_box(int dimension, const Vec3& high) {
  std::vector<SurfacePtr> walls;
  for (int k = 0; k < dimension; ++k) {
    Vec3 normal;
    normal[k] = 1;
    walls.push_back(half_space({}, normal));
    if (k < dimension - 1) walls.push_back(half_space(high, -normal));
  }
  Obstacles obstacles({{"box", "#000000", at_rest(), std::move(walls)}});
  obstacles.place(0, 0);
  return obstacles;
}

// The setup of a bed at rest, at the given tolerance, with the contacts of its last step.
struct Settled {
  Setup setup;
  Resume resume;
};

// Goes on from a state with other forces than it was reached with; forces of a bed remember nothing.
inline void go_on(Simulation& simulation, Resume resume) {
  resume.memory.assign(simulation.setup().forces.size(), {});
  simulation.restore(std::move(resume));
}

inline Settled settle(const Bed& bed, int threads) {
  Setup setup;
  Bodies& bodies = setup.bodies;
  bodies.dimension = bed.dimension;
  const double zero[3] = {};
  double volume = 0;
  for (std::size_t i = 0; i < bed.grains; ++i) {
    const double r = 0.85 + 0.3 * uniform({3, i, 0, 0});
    const double v = bed.dimension == 2 ? std::numbers::pi * r * r : 4.0 / 3.0 * std::numbers::pi * r * r * r;
    volume += v;
    bodies.add(zero, zero, r, v, 0);
  }
  const double fraction = bed.dimension == 2 ? 0.70 : 0.50;
  const double side = bed.depth > 0 ? std::pow(volume / fraction / bed.depth, 1.0 / (bed.dimension - 1))
                                    : std::pow(volume / fraction, 1.0 / bed.dimension);
  Vec3 high{{side, side, side}};
  if (bed.depth > 0) high[bed.dimension - 1] = bed.depth;
  setup.obstacles = open_box(bed.dimension, high);
  Executor executor(threads);
  if (!pack(bodies, {}, high, {}, setup.obstacles, 5, 1e-3, executor).done) throw std::runtime_error("no packing");

  Vec3 g;
  g[bed.dimension - 1] = -1;
  const auto run = [&](Setup with, double tolerance, int steps, double tau, Resume* from) {
    with.h = 0.1;
    with.tolerance = tolerance;
    with.forces = {gravity(g)};
    if (tau > 0) with.forces.push_back(drag({.tau = tau, .viscosity = {}, .flow = {}, .implicit = true}));
    Simulation simulation(std::move(with), threads);
    if (from) go_on(simulation, std::move(*from));
    for (int s = 0; s < steps; ++s) simulation.advance();
    return simulation.save();
  };
  const Setup rest = setup;
  Resume resume = run(setup, 2e-3, 150, 3.0, nullptr);
  resume = run(rest, 1e-3, 40, 1.0, &resume);
  resume = run(rest, 1e-4, 10, 0, &resume);

  Settled settled{rest, std::move(resume)};
  settled.setup.forces = {gravity(g)};
  settled.setup.h = 0.1;
  return settled;
}

}  // namespace floc::bench

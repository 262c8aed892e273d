// Settled beds of spheres under gravity, made by the program itself: the problems of the benchmarks.
//
// Radii 1 ± 15 %, an open box, g = 1, and a time step with h² g = 0.01 r̄. Grains start from a random
// packing of the box, fall with some drag at a loose tolerance, and rest at last without it. A bed with
// periodic sides can be tiled: many times as many grains without the time that they would take to fall. A bed
// can be kept in a folder, so that another run does not settle it again.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <optional>
#include <string>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/timer.hpp"
#include "forces/drag.hpp"
#include "forces/gravity.hpp"
#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"
#include "output/checkpoint.hpp"
#include "output/files.hpp"
#include "step/packing.hpp"
#include "step/simulation.hpp"

namespace floc::bench {

struct Bed {
  int dimension = 3;
  std::size_t grains = 1000;
  double depth = 0;  // of the box in mean radii; 0: a cube (a square)
  bool periodic = false;  // sides, in the place of walls

  // Beds that are made in another way than those of before have another number in what is kept of them.
  std::string recipe() const { return "recipe 2: " + name(); }
  std::string name() const {
    return fmt::format("{}d-{}-{}{}", dimension, grains, depth > 0 ? fmt::format("depth-{:g}", depth) : "cube",
                       periodic ? "-periodic" : "");
  }
};

inline Obstacles open_box(int dimension, const Vec3& high, bool walled = true) {
  std::vector<SurfacePtr> walls;
  for (int k = walled ? 0 : dimension - 1; k < dimension; ++k) {
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
  State state;
};

// Goes on from a state with other forces than it was reached with; forces of a bed remember nothing.
inline void go_on(Simulation& simulation, State state) {
  state.memory.assign(simulation.setup().forces.size(), {});
  simulation.restore(std::move(state));
}

// `steps` more steps of a bed, with drag where tau > 0. Says how far it is where it takes long.
inline State rest(Setup setup, double tolerance, int steps, double tau, int threads, State* from) {
  setup.h = 0.1;
  setup.tolerance = tolerance;
  Vec3 g;
  g[setup.bodies.dimension - 1] = -1;
  setup.forces = {gravity(g)};
  if (tau > 0) setup.forces.push_back(drag({.tau = tau, .viscosity = {}, .flow = {}, .implicit = true}));
  Simulation simulation(std::move(setup), threads);
  if (from) go_on(simulation, std::move(*from));
  Stopwatch silence;
  for (int s = 0; s < steps; ++s) {
    simulation.advance();
    if (silence.seconds() < 20) continue;
    fmt::print("  settling {} grains to {:g}: step {} of {}\n", simulation.bodies().size(), tolerance, s + 1, steps);
    std::fflush(stdout);
    silence.lap();
  }
  return simulation.state();
}

// How long grains fall: the packing becomes denser by a fifth, at the speed that drag allows (3), and a little more;
// and how long they come to rest, which takes the longer the higher a bed is (a bed of a hundred thousand that has
// only half the time moves a third more, and is solved in a tenth fewer iterations). In steps of 0.1.
inline int falling_steps(double height) { return std::max(150, static_cast<int>(10 * (0.18 * height / 3 + 2))); }
inline int resting_steps(double height) { return std::max(40, static_cast<int>(0.85 * height)); }

// The bed as it was made before; empty where there is none, or one that cannot be read.
inline std::optional<State> kept_bed(const std::string& folder, const Bed& bed) {
  const std::string path = folder + "/" + bed.name() + "/checkpoint.h5";
  if (folder.empty() || !file_exists(path)) return {};
  try {
    Checkpoint kept = read_checkpoint(path);
    if (kept.scene == bed.recipe()) return std::move(kept.state);
    fmt::print("  {} is another bed, and made again\n", path);
  } catch (const Error& error) {
    fmt::print("  made again: {}\n", error.what());
  }
  return {};
}

// `folder`: where beds are kept; empty: nowhere.
inline Settled settle(const Bed& bed, int threads, const std::string& folder = "") {
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
  setup.obstacles = open_box(bed.dimension, high, !bed.periodic);
  for (std::size_t k = 0; bed.periodic && k + 1 < static_cast<std::size_t>(bed.dimension); ++k)
    setup.domain.period[k] = side;

  std::optional<State> state = kept_bed(folder, bed);
  if (!state) {
    Executor executor(threads);
    if (!pack(bodies, {}, high, setup.domain, setup.obstacles, 5, 1e-3, executor).done)
      throw std::runtime_error("no packing");
    const double height = high[bed.dimension - 1];
    // Large beds fall at a looser tolerance: a third less time, and as far at rest in the end.
    state = rest(setup, bed.grains > 50000 ? 1e-2 : 2e-3, falling_steps(height), 3.0, threads, nullptr);
    state = rest(setup, 1e-3, resting_steps(height), 1.0, threads, &*state);
    state = rest(setup, 1e-4, 10, 0, threads, &*state);
    if (!folder.empty()) {
      make_directory(folder + "/" + bed.name());
      Checkpoint kept;
      kept.state = *state;
      kept.scene = bed.recipe();
      save_checkpoint(folder + "/" + bed.name(), kept);
    }
  }
  setup.bodies = state->bodies;

  Settled settled{std::move(setup), std::move(*state)};
  Vec3 g;
  g[bed.dimension - 1] = -1;
  settled.setup.forces = {gravity(g)};
  settled.setup.h = 0.1;
  return settled;
}

// across × along copies of a 3D bed with periodic sides, side by side. Each radius shrinks by up to a percent of
// its own, so that no two copies are alike, and the bed settles on that.
inline Settled tile(const Settled& bed, int across, int along, int threads) {
  Settled tiled{bed.setup, {}};
  Setup& setup = tiled.setup;
  const Bodies& one = bed.state.bodies;
  Bodies all;
  all.reserve(one.size() * static_cast<std::size_t>(across * along));
  const double zero[3] = {};
  for (int a = 0; a < across; ++a)
    for (int b = 0; b < along; ++b)
      for (std::size_t i = 0; i < one.size(); ++i) {
        const Vec3 x = setup.domain.wrap(Vec3::load(one.x(i))) +
                       Vec3{{a * setup.domain.period[0], b * setup.domain.period[1], 0}};
        const double r = one.radius[i] * (1 - 0.01 * uniform({7, all.size(), 0, 0}));
        all.add(x.c.data(), zero, r, 4.0 / 3.0 * std::numbers::pi * r * r * r, 0);
      }
  setup.domain.period[0] *= across;
  setup.domain.period[1] *= along;
  all.reorder(neighbourly_order(all, setup.domain));
  setup.bodies = std::move(all);
  tiled.state = rest(setup, 1e-3, 30, 1.0, threads, nullptr);
  tiled.state = rest(setup, 1e-4, 10, 0, threads, &tiled.state);
  return tiled;
}

}  // namespace floc::bench

// Places for the particles of a scene that are to be found at random: packings, and copies of chains and assemblies.
#pragma once

#include <map>
#include <vector>

#include "geometry/floor_plan.hpp"
#include "geometry/thickened.hpp"
#include "parallel/executor.hpp"
#include "scene/make_particles.hpp"
#include "step/medium.hpp"
#include "step/packing.hpp"
#include "step/simulation.hpp"

namespace floc::scene {

// Half the gap that contacts in a fluid keep.
inline double half_gap(const Setup& setup) { return setup.fluid ? 0.5 * setup.fluid->gap : 0; }

// Calls f(obstacles) with bodies and obstacles as contacts see them: wider by that.
template <class F>
void with_gap(const Setup& setup, Bodies& bodies, F&& f) {
  const double more = half_gap(setup);
  if (more == 0) return f(setup.obstacles);
  std::map<double, double> own;  // by the radius with the gap: a packing may change the order of the bodies
  for (double& r : bodies.radius) own[r + more] = r, r += more;
  Obstacles obstacles = thickened(setup.obstacles, more);
  obstacles.place(setup.start, setup.h);
  f(obstacles);
  for (double& r : bodies.radius) r = own.at(r);
}

// `setup` has settings, domain, obstacles and fluid; `floor` is null where there is none; `mean` is the mean radius of
// all particles. What finds no place goes to `errors`; whoever watches may stop it.
void find_places(const Scene& scene, const Setup& setup, const FloorPlan* floor, double mean,
                 std::vector<Batch>& batches, Executor& executor, const PackingWatch& watch,
                 std::vector<Diagnostic>& errors);

}  // namespace floc::scene

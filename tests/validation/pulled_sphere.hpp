// The sphere of scenes/gluey-stokes: pushed towards a plane through a viscous fluid until t = 2, and pulled off it
// (GLUEY, figures 5 to 7).
#pragma once

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "scene/build.hpp"
#include "step/medium.hpp"
#include "step/simulation.hpp"
#include "validation/stokes_cases.hpp"

namespace floc::test {

struct PulledSphere {
  std::vector<double> t{0}, height{0.5};  // over the plane, after every step
  double comes = 0, leaves = 0;           // to the gap, and off it
};

inline PulledSphere pulled_sphere(const std::string& scenes, const std::vector<std::string>& overrides) {
  const SceneResult read = read_scene(scenes + "/gluey-stokes/scene.toml", overrides);
  if (!read.scene) throw Error(read.errors.front().str());
  BuildResult built = build(*read.scene, 2);
  if (!built.setup) throw Error(built.errors.front().str());
  Simulation s(std::move(*built.setup), 2);
  const double gap = s.setup().fluid->gap, near = 0.01;
  PulledSphere result;
  while (s.time() < read.scene->time.end - 0.5 * s.setup().h) {
    if (const StepReport r = s.advance(); !r.converged) throw Error(r.message);
    result.t.push_back(s.time());
    result.height.push_back(s.bodies().x(0)[2] - 1);
    const double way = result.height.back() - gap, speed = s.bodies().v(0)[2];
    if (s.time() < 2 && way > near) result.comes = s.time() - way / speed;
    if (s.time() > 2 && way > near && result.leaves == 0) result.leaves = s.time() - way / speed;
  }
  return result;
}

// When it comes to a height, exactly; it passes it again as long after t = 2.
inline double pulled_sphere_falls_to(double height) {
  constexpr double force = 100, viscosity = 3;
  constexpr int parts = 400;
  double sum = 0;  // ∫ dq 6πμκ/F, by Simpson's rule
  for (int k = 0; k <= parts; ++k)
    sum += (k == 0 || k == parts ? 1 : k % 2 ? 4 : 2) * brenner(height + (0.5 - height) * k / parts);
  return sum * (0.5 - height) / (3 * parts) * 6 * std::numbers::pi * viscosity / force;
}

}  // namespace floc::test

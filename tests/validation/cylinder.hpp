// The flow past a cylinder of the DFG (Schäfer and Turek 1996), from a scene file.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "scene/build.hpp"
#include "step/simulation.hpp"

namespace floc::test {

// Coefficients of drag and lift: of the last half of the run, and their frequency there.
struct CylinderForces {
  double drag = 0, lift = 0;        // at the end
  double most_drag = 0, swing = 0;  // largest; of lift, from peak to peak
  double strouhal = 0, divergence = 0;
};

inline CylinderForces cylinder(int cells_across, double mean_velocity, double step, double end, int threads) {
  constexpr double d = 0.1, high = 0.41;
  const std::string scene = fmt::format(
      R"toml([scene]
dimension = 2
[time]
step = {0:.17g}
end = {1}
[fluid]
low = [0, 0]
high = [2.2, {2}]
cell = {3:.17g}
density = 1
viscosity = 1e-3
velocity = ["{4:.17g}*y*({2}-y)", "0"]
[[fluid.sides]]
side = "-x"
velocity = ["{4:.17g}*y*({2}-y)", "0"]
[[fluid.sides]]
side = "+x"
kind = "open"
[[obstacles]]
kind = "sphere"
centre = [0.2, 0.2]
radius = {5}
)toml",
      step, end, high, d / cells_across, 6 * mean_velocity / (high * high), 0.5 * d);
  const SceneResult read = read_scene_text(scene, "scene.toml", ".");
  for (const Diagnostic& e : read.errors) FAIL(e.str());
  BuildResult built = build(*read.scene);
  for (const Diagnostic& e : built.errors) FAIL(e.str());
  Simulation simulation(std::move(*built.setup), threads);
  CylinderForces result;
  std::vector<double> lifts;
  const double scale = 2 / (mean_velocity * mean_velocity * d);
  double least = INFINITY, most = -INFINITY;
  while (simulation.time() < end * (1 - 1e-9)) {
    const StepReport report = simulation.advance();
    REQUIRE(report.moved);
    result.divergence = std::max(result.divergence, report.fluid->divergence);
    result.drag = scale * report.fluid->standing[0];
    result.lift = scale * report.fluid->standing[1];
    if (simulation.time() < 0.5 * end) continue;
    result.most_drag = std::max(result.most_drag, result.drag);
    least = std::min(least, result.lift);
    most = std::max(most, result.lift);
    lifts.push_back(result.lift);
  }
  result.swing = most - least;
  // Whole periods between upward crossings of the middle.
  const double middle = 0.5 * (most + least);
  double first = -1, last = -1;
  int periods = -1;
  for (std::size_t k = 1; k < lifts.size(); ++k)
    if (lifts[k - 1] < middle && lifts[k] >= middle) {
      last = (static_cast<double>(k) - (lifts[k] - middle) / (lifts[k] - lifts[k - 1])) * step;
      if (periods < 0) first = last;
      ++periods;
    }
  if (periods > 0) result.strouhal = d / mean_velocity * periods / (last - first);
  return result;
}

}  // namespace floc::test

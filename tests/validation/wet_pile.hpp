// Two columns of the same grains let go on a rough floor, one dry and one wet: scenes/wet-pile.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "scene/build.hpp"
#include "step/simulation.hpp"
#include "support/paths.hpp"

namespace floc::test {

// Angles in degrees. A pile that leans on the wall x = 0 has the angle of the triangle with the same
// centre of mass: a triangle of height H and length L has it at (L/3, H/3).
struct Piles {
  double dry = 0, wet = 0;
  double speed = 0;           // largest at the end, m/s
  std::int64_t bridges = 0;
  bool converged = true;
};

inline double pile_angle(const Bodies& bodies, std::int32_t group) {
  double x = 0, y = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies.group[i] == group) x += bodies.mass[i] * std::abs(bodies.x(i)[0]), y += bodies.mass[i] * bodies.x(i)[1];
  return std::atan2(y, x) * 180 / std::numbers::pi;
}

inline Piles let_go(const std::vector<std::string>& overrides) {
  SceneResult read = read_scene(source_dir() + "/scenes/wet-pile/scene.toml", overrides);
  REQUIRE(read.scene);
  BuildResult built = build(*read.scene, 1);
  REQUIRE(built.setup);
  Simulation simulation(std::move(*built.setup), 1);
  Piles piles;
  while (simulation.time() < read.scene->time.end - 0.5 * simulation.setup().h) {
    const StepReport report = simulation.advance();
    piles.converged = piles.converged && report.converged;
    piles.bridges = report.bridges;
  }
  piles.dry = pile_angle(simulation.bodies(), 0);
  piles.wet = pile_angle(simulation.bodies(), 1);
  for (std::size_t i = 0; i < simulation.bodies().size(); ++i)
    piles.speed = std::max(piles.speed, std::hypot(simulation.bodies().v(i)[0], simulation.bodies().v(i)[1]));
  return piles;
}

}  // namespace floc::test

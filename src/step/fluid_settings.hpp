// The fluid that bodies are in, as a setup has it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/parameters.hpp"
#include "fluid/coupling.hpp"
#include "fluid/flow_settings.hpp"
#include "fluid/immersed_shape.hpp"
#include "step/report.hpp"

namespace floc {

struct FluidSettings : FlowSettings {
  Coupling coupling = Coupling::two_way;
  Expressions velocity;  // at the start, of (x, y, z, t); none: at rest
  Vec3 gravity{};  // bodies are lifted by what they displace; the pressure is without that of depth
  Vec3 drive{};    // −∇P/ρ: a mean pressure gradient, which pushes bodies as it pushes the fluid
  double gap = 0;
  bool steady = false;                // no inertia: steady Stokes flow
  std::optional<Vec3> mean_velocity;  // of it, in a periodic box
  int most_iterations = 2000;         // of the markers' forces
  bool lubrication = false;  // films between round bodies, and to obstacles, where the grid does not see them
  // Obstacles that stand in the fluid, by their number.
  struct Standing {
    std::size_t obstacle = 0;
    Vec3 centre;  // where 0 of the shape is, in the frame of the obstacle
    ImmersedShapePtr shape;
  };
  std::vector<Standing> standing;

  void declare(Table& t);
  bool two_way() const { return coupling == Coupling::two_way; }
  // Whether the force on each of so many bodies is told of every step.
  bool told(std::size_t bodies) const { return two_way() && bodies <= most_bodies_told; }
  // Whether bodies are a suspension, of which stress and mean velocity are told.
  bool suspends(std::size_t bodies) const { return two_way() && bodies > 0; }
  // FluidReport::walls.
  unsigned walls() const;
};

}  // namespace floc

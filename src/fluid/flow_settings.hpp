// What a flow is given.
#pragma once

#include "fluid/grid.hpp"

namespace floc {

enum class Diffusion { automatic, implicit, explicit_ };

struct FlowSettings {
  FluidGrid grid;
  double density = 1, viscosity = 1;  // ρ, μ
  bool advection = true;
  Diffusion diffusion = Diffusion::automatic;
  Expressions force;  // f, of (x, y, z, t); none: 0
};

}  // namespace floc

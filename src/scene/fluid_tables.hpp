// The table of a fluid.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "core/vec.hpp"
#include "fluid/coupling.hpp"
#include "fluid/flow_solver.hpp"
#include "scene/diagnostic.hpp"

namespace floc::scene {

struct FluidSide {
  std::string side = "-x";
  FaceKind kind = FaceKind::wall;
  Expressions velocity;
  Place place;
};

struct Fluid {
  enum class Kind { navier_stokes, unsteady_stokes, steady_stokes };
  Kind kind = Kind::navier_stokes;
  std::optional<Vec3> mean_velocity;
  Coupling coupling = Coupling::two_way;
  Expressions velocity;
  std::optional<Vec3> low, high;
  double cell = 0;
  double density = 0, viscosity = 0;
  std::vector<FluidSide> sides;
  std::optional<Vec3> gravity;
  Vec3 pressure_gradient{};
  Expressions force;
  std::optional<double> gap;
  bool lubrication = false;
  Diffusion diffusion = Diffusion::automatic;
  Place place, cell_place, lubrication_place;

  double contact_gap() const { return gap.value_or(coupling == Coupling::two_way ? cell : 0); }
};

}  // namespace floc::scene

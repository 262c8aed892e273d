// The table of a fluid.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "core/vec.hpp"
#include "scene/diagnostic.hpp"
#include "step/fluid_settings.hpp"

namespace floc::scene {

struct FluidSide {
  std::string side = "-x";
  FaceKind kind = FaceKind::wall;
  Expressions velocity;
  Place place;
};

struct Fluid {
  FluidSettings settings;  // without its box, and what other tables have a say in
  std::optional<Vec3> low, high;
  double cell = 0;
  std::vector<FluidSide> sides;
  std::optional<Vec3> buoyancy;
  Vec3 pressure_gradient{};
  std::optional<double> gap;
  Place place, cell_place, lubrication_place;

  double contact_gap() const { return gap.value_or(settings.two_way() ? cell : 0); }
};

}  // namespace floc::scene

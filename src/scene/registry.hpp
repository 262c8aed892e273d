// What scenes can have: the kinds of everything that comes in kinds. Those of the library to begin with; a program adds
// its own (docs/howto/extend.md) and hands the registry to whoever reads, writes or explains scenes.
#pragma once

#include <vector>

#include "contact/law.hpp"
#include "forces/force.hpp"
#include "geometry/obstacle_kind.hpp"
#include "measure/measurements.hpp"

namespace floc {

// Those that a scene can have, in the order in which they are explained (registry.cpp).
std::vector<ObstacleKind> obstacle_kinds();
std::vector<MotionKind> motion_kinds();

struct Registry {
  std::vector<ForceKind> forces = force_kinds();
  std::vector<LawKind> laws = law_kinds();
  std::vector<ObstacleKind> obstacles = obstacle_kinds();
  std::vector<MotionKind> motions = motion_kinds();
  std::vector<MeasurementKind> measurements = measurement_kinds();
};

}  // namespace floc

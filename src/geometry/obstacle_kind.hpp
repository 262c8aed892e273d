// Kinds of obstacles, and of their motions, as scenes have them: a struct of parameters each (core/kinds.hpp), in a
// file of its family, and a line in scene/registry.cpp.
#pragma once

#include <vector>

#include "core/kinds.hpp"
#include "geometry/motion.hpp"
#include "geometry/surface.hpp"

namespace floc {

struct ObstacleContext {
  int dimension = 3;
};
using Surfaces = std::vector<SurfacePtr>;  // that one obstacle is made of
using ObstacleKind = Kind<Surfaces, ObstacleContext>;
using ObstacleShape = OneKind<Surfaces, ObstacleContext>;

struct MotionContext {};
using MotionKind = Kind<MotionPtr, MotionContext>;
using ObstacleMotion = OneKind<MotionPtr, MotionContext>;

}  // namespace floc

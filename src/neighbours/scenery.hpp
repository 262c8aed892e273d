// What surrounds the bodies at an instant: what rows and forces are taken from.
#pragma once

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "geometry/obstacle.hpp"
#include "neighbours/neighbours.hpp"
#include "parallel/executor.hpp"

namespace floc {

struct Scenery {
  const Bodies& bodies;
  const Domain& domain;
  const Obstacles& obstacles;  // placed
  const Neighbours& neighbours;
  Executor& executor;
};

}  // namespace floc

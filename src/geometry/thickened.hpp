// Surfaces for those who stay away from them: distances are less by `more` (≥ 0). They are drawn as they are.
#pragma once

#include "geometry/obstacle.hpp"
#include "geometry/surface.hpp"

namespace floc {

SurfacePtr thickened(SurfacePtr surface, double more);
// All surfaces of obstacles, which are to be placed again.
Obstacles thickened(const Obstacles& obstacles, double more);

}  // namespace floc

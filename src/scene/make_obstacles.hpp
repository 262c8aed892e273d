// The obstacles of a scene, with their surfaces and motions.
#pragma once

#include "geometry/floor_plan.hpp"
#include "geometry/obstacle.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

// What a shape or motion refuses goes to `errors`, at the place of its table. The walls of a floor come last.
Obstacles make_obstacles(const Scene& scene, const Domain& domain, std::vector<Diagnostic>& errors,
                         const FloorPlan* floor = nullptr);

}  // namespace floc::scene

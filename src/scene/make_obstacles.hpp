// The obstacles of a scene, with their surfaces and motions.
#pragma once

#include "geometry/floor_plan.hpp"
#include "geometry/obstacle.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

// The obstacles of the scene in the order in which they are made: walls that hold a force come first.
std::vector<std::size_t> obstacle_order(const Scene& scene);

// What a shape or motion refuses goes to `errors`, at the place of its table. The walls of a floor come last.
Obstacles make_obstacles(const Scene& scene, const Domain& domain, std::vector<Diagnostic>& errors,
                         const FloorPlan* floor = nullptr);

}  // namespace floc::scene

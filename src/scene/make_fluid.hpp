// The fluid of a scene.
#pragma once

#include <memory>
#include <vector>

#include "scene/diagnostic.hpp"
#include "scene/scene.hpp"
#include "step/medium.hpp"

namespace floc::scene {

// Null where there is none, or where something is wrong.
std::shared_ptr<FluidSettings> make_fluid(const Scene& scene, const Domain& domain, std::vector<Diagnostic>& errors);
// The obstacles of the scene that are in the fluid: solids, thin walls and containers.
void stand_obstacles(const Scene& scene, const Obstacles& obstacles, FluidSettings& fluid,
                     std::vector<Diagnostic>& errors);
// The sides of the fluid that bodies do not go through, as obstacles.
std::vector<floc::Obstacle> sides_of(const FluidSettings& fluid);

}  // namespace floc::scene

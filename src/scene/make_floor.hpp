// The floor of a scene, and the crowds that walk on it.
#pragma once

#include <optional>
#include <vector>

#include "forces/crowd.hpp"
#include "geometry/floor_plan.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

// Nothing when the scene has no floor, or one that cannot be: what is wrong goes to `errors`, at the place of the
// table or of the exit.
std::optional<FloorPlan> make_floor(const Scene& scene, std::vector<Diagnostic>& errors);

// One a [[forces.crowd]], with their ways out and speeds; groups are left to the caller. `smallest` and `largest`
// are radii of people. What is wrong goes to `errors`.
std::vector<CrowdParameters> make_crowds(const Scene& scene, const FloorPlan* floor, double smallest, double largest,
                                         std::vector<Diagnostic>& errors);

}  // namespace floc::scene

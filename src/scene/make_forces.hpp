// The forces of a scene.
#pragma once

#include <map>
#include <vector>

#include "scene/make_floor.hpp"
#include "scene/scene.hpp"
#include "step/combinations.hpp"
#include "step/medium.hpp"

namespace floc::scene {

struct MadeForces {
  std::vector<ForcePtr> forces;                  // in the order of the registry
  std::map<Feature, std::vector<Place>> places;  // where those stand that need inertia, or that there is none
};

// `bodies`: there are some at the start. What is wrong with a force goes to `errors`, where it stands.
MadeForces make_forces(const Scene& scene, RouteMaker& routes, const FluidSettings* fluid, bool bodies,
                       std::vector<Diagnostic>& errors);

}  // namespace floc::scene

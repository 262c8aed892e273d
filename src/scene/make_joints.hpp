// The joints of [[joints]].
#pragma once

#include <vector>

#include "scene/scene.hpp"
#include "step/simulation.hpp"

namespace floc::scene {

// Of the bodies, shapes and domain of the setup, as they stand. What is wrong goes to `errors`. `drawn` gets the ends
// of distances between spheres.
std::vector<Joint> make_joints(const Scene& scene, const Setup& setup, Pairs& drawn, std::vector<Diagnostic>& errors);

}  // namespace floc::scene

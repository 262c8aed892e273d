// The contact law of a scene.
#pragma once

#include "contact/law.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

std::shared_ptr<const ContactLaw> make_law(const Scene& scene);

}  // namespace floc::scene

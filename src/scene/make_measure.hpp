// The settings of measurements that a scene asks for.
#pragma once

#include <string>
#include <vector>

#include "measure/settings.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

MeasureSettings make_measure(const Scene& scene);
// Everything that is measured, as NAME.COLUMN; also of a scene with mistakes.
std::vector<std::string> measured_quantities(const Scene& scene);

}  // namespace floc::scene

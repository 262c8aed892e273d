// The measurements that a scene asks for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "measure/measurements.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

// What its measurements share.
MeasureSettings make_measure(const Scene& scene);
MeasurementPtr make_measurement(const Scene& scene, std::string_view name);
// Everything that is measured, as NAME.COLUMN; also of a scene with mistakes.
std::vector<std::string> measured_quantities(const Scene& scene, const SceneContext& context);

}  // namespace floc::scene

// The settings of measurements that a scene asks for.
#pragma once

#include "measure/settings.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

MeasureSettings make_measure(const Scene& scene);

}  // namespace floc::scene

// The time step of a scene, and how it is adapted.
#pragma once

#include "scene/tables.hpp"
#include "step/simulation.hpp"

namespace floc::scene {

void make_time(const Time& time, Setup& setup);

}  // namespace floc::scene

// [time] of a scene: the clock of the run and how long its steps are.
#pragma once

#include <string>

#include "scene/tables.hpp"
#include "step/simulation.hpp"

namespace floc::scene {

void make_time(const Time& time, Setup& setup);

// Why the steps cannot be counted, or would not move the clock; it continues `"step" in [time] …`. Empty: all is well.
std::string fault_of_clock(const Time& time);

}  // namespace floc::scene

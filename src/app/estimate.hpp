// What a run will take of the machine, reckoned before it begins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scene/scene.hpp"
#include "step/simulation.hpp"

namespace floc::app {

struct RunEstimate {
  double memory = 0, disk = 0;  // bytes
  std::int64_t frames = 0;

  std::string text() const;  // "about 13 MB of memory and 12 MB of files, with 101 frames"
};

// Of a run of so many steps of the scene. Contacts are those of a settled bed in which all bodies have come: a run
// that stays loose takes less.
RunEstimate estimate_run(const Scene& scene, const Simulation& simulation, std::int64_t steps);

// "13 MB": two digits, and the unit that suits.
std::string bytes_text(double bytes);

// Sentences that warn of too little room; none when there is enough.
std::vector<std::string> shortages(const RunEstimate& estimate, const std::string& directory, double free_disk,
                                   double memory);
// The same with what this machine has. A folder that is not there yet is looked up from its parents.
std::vector<std::string> shortages(const RunEstimate& estimate, const std::string& directory);

}  // namespace floc::app

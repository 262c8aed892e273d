// What export and picture share: the frames of a run folder and its obstacles.
#pragma once

#include <string>
#include <vector>

#include "geometry/floor_plan.hpp"
#include "geometry/obstacle.hpp"
#include "output/trajectory.hpp"

namespace floc::app {

struct Frames {
  TrajectoryReader trajectory;
  std::vector<Obstacle> obstacles;
  std::vector<Exit> exits;
};

// Throws Error when the folder holds no frames that can be read.
Frames open_frames(const std::string& directory);

}  // namespace floc::app

// What export and picture share: the frames of a run folder, its obstacles and links.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/floor_plan.hpp"
#include "geometry/obstacle.hpp"
#include "output/trajectory.hpp"
#include "step/joints.hpp"

namespace floc::app {

struct Frames {
  TrajectoryReader trajectory;
  std::vector<Obstacle> obstacles;
  std::vector<Exit> exits;
  std::vector<std::array<std::int64_t, 2>> links;  // names of the ends of every link of a chain, bond and distance
  std::vector<Joint> joints;
  bool contacts = true;                            // they are stored
};

// Throws Error when the folder holds no frames that can be read.
Frames open_frames(const std::string& directory);

}  // namespace floc::app

// The objects of an empty trajectory.h5.
#pragma once

#include "output/h5.hpp"
#include "output/trajectory.hpp"

namespace floc {

// Creates all groups and datasets; the frames come later.
void create_trajectory(h5::File& file, const TrajectoryHeader& header);

}  // namespace floc

// A frame on its way into trajectory.h5: copied from the simulation, in the order and type of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace floc {

struct TrajectoryFrame {
  using Bytes = std::vector<std::byte>;

  std::int64_t step = 0;
  double time = 0, h = 0;
  std::size_t bodies = 0;
  Bytes position, velocity;                                       // N rows
  Bytes orientation, spin, image, id, fluid_force, fluid_torque;  // the same, where the trajectory has them
  // Bodies that no frame before had: rising rows, and what is said of them once.
  std::vector<std::int64_t> new_row;
  std::vector<double> new_radius, new_mass;
  std::vector<std::int32_t> new_group, new_shape;
  std::vector<double> new_inertia;

  std::size_t contacts = 0;
  Bytes first, second, gap, normal, impulse;
  Bytes memory;                              // empty: nobody remembers anything
  Bytes tangential;                          // empty: there is no friction
  Bytes feature, lever_first, lever_second;  // where bodies have shapes
  std::size_t bridges = 0;
  Bytes bridge_first, bridge_second;
  std::vector<double> poses;                           // of the obstacles, where the trajectory has them
  std::vector<std::int32_t> broken;                    // of the joints, the same
  Bytes flow_velocity, flow_pressure, flow_vorticity;  // C rows; empty: the frame has no flow

  std::size_t size() const {
    std::size_t all = new_row.size() * 28;
    for (const Bytes* b : {&position,     &velocity,      &orientation,   &spin,          &image,         &id,
                           &fluid_force,  &fluid_torque,  &first,         &second,        &gap,           &normal,
                           &impulse,      &memory,        &tangential,    &feature,       &lever_first,   &lever_second,
                           &bridge_first, &bridge_second, &flow_velocity, &flow_pressure, &flow_vorticity})
      all += b->size();
    return all;
  }
};

}  // namespace floc

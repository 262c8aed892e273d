// The arrays of trajectory.h5 as open datasets: what its writer and its reader share.
#pragma once

#include <optional>
#include <vector>

#include "output/h5.hpp"

namespace floc {

inline constexpr std::int64_t trajectory_format = 2;

// Columns of which every frame has its own number of rows: frame k has [offset_k, offset_k + count_k).
struct RaggedColumns {
  h5::Dataset &offset, &count;
  std::vector<h5::Dataset*> columns;
};

struct TrajectoryArrays {
  h5::Dataset position, velocity;
  std::optional<h5::Dataset> image, id_in_time;
  h5::Dataset radius, mass, species;
  std::optional<h5::Dataset> id;
  h5::Dataset step, time;
  h5::Dataset bodies, h, offset, count;                     // a number a frame
  h5::Dataset first, second, gap, normal, impulse, memory;  // a row a contact
  h5::Dataset bridge_offset, bridge_count;                  // a number a frame
  h5::Dataset bridge_first, bridge_second;                  // a row a bridge

  static TrajectoryArrays open(const h5::File& file);

  // Everything with a row a frame except `step`, which tells that a frame exists.
  template <class F>
  void for_each_of_frame(F&& f) {
    for (h5::Dataset* a : {&position, &velocity, &time, &bodies, &h, &offset, &count, &bridge_offset, &bridge_count})
      f(*a);
    if (image) f(*image);
    if (id_in_time) f(*id_in_time);
  }
  RaggedColumns contacts() { return {offset, count, {&first, &second, &gap, &normal, &impulse, &memory}}; }
  RaggedColumns bridges() { return {bridge_offset, bridge_count, {&bridge_first, &bridge_second}}; }

  // step and time of the frames that exist: those with a step, rising, and a row in every array.
  void read_frames(std::vector<std::int64_t>& steps, std::vector<double>& times);
};

}  // namespace floc

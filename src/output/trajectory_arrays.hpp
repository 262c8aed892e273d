// The arrays of trajectory.h5 as open datasets: what its writer and its reader share.
#pragma once

#include <optional>
#include <vector>

#include "output/h5.hpp"

namespace floc {

inline constexpr std::int64_t trajectory_format = 1;

struct TrajectoryArrays {
  h5::Dataset position, velocity;
  std::optional<h5::Dataset> image, id_in_time;
  h5::Dataset radius, mass, species;
  std::optional<h5::Dataset> id;
  h5::Dataset step, time;
  h5::Dataset bodies, h, offset, count;                     // a number a frame
  h5::Dataset first, second, gap, normal, impulse, memory;  // a row a contact

  static TrajectoryArrays open(const h5::File& file);

  // Everything with a row a frame except `step`, which tells that a frame exists.
  template <class F>
  void for_each_of_frame(F&& f) {
    for (h5::Dataset* a : {&position, &velocity, &time, &bodies, &h, &offset, &count}) f(*a);
    if (image) f(*image);
    if (id_in_time) f(*id_in_time);
  }
  template <class F>
  void for_each_of_contact(F&& f) {
    for (h5::Dataset* a : {&first, &second, &gap, &normal, &impulse, &memory}) f(*a);
  }

  // step and time of the frames that exist: those with a step, rising, and a row in every array.
  void read_frames(std::vector<std::int64_t>& steps, std::vector<double>& times);
};

}  // namespace floc

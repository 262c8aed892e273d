// The arrays of trajectory.h5 as open datasets: what its writer and its reader share.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/domain.hpp"
#include "fluid/flow_field.hpp"
#include "output/h5.hpp"

namespace floc {

inline constexpr std::int64_t trajectory_format = 4;
inline constexpr h5::Size pose_numbers = 12;    // position, then the rows of the rotation
inline constexpr h5::Size edges_a_chunk = 512;  // frames

// Columns of which every frame has its own number of rows: frame k has [offset_k, offset_k + count_k).
struct RaggedColumns {
  h5::Dataset &offset, &count;
  std::vector<h5::Dataset*> columns;
};

struct FlowNumbers {
  std::int64_t step;
  double time;
};

// The flow of a fluid, where the run has one: a row a frame that has it, and the steps and times of these frames.
struct FlowArrays {
  h5::Dataset step, time, velocity, pressure, vorticity;
  FlowCells cells;

  static FlowArrays open(const h5::Group& flow);
  // The flows that exist, in order. Those that a kill left half written are none.
  std::vector<FlowNumbers> read_numbers() const;
};
inline constexpr h5::Size flow_grid_numbers = 10;
std::vector<double> flow_grid(const FlowCells& cells);  // as it is in the file

// The numbers of one frame. Their checksum has a byte for each, so that it tells which one is damaged: any one
// flipped bit, and any that lie within eight of each other.
struct FrameNumbers {
  std::int64_t step = -1;
  double time = 0;
  std::int64_t bodies = 0;
  double h = 0;
  std::int64_t offset = 0, count = 0, bridge_offset = 0, bridge_count = 0;
  std::int64_t stored = 0;  // the checksum in the file

  std::int64_t checksum() const;
};

// What is said once of a body; shape and inertia where the trajectory has them.
struct BodyWords {
  double radius = 0, mass = 0;
  std::int32_t species = 0;
  std::int64_t id = 0;
  std::int32_t shape = 0;
  std::array<double, 3> inertia{};

  // As that of the numbers of a frame. Never 0, which stands where nothing was said yet.
  std::int64_t checksum() const;
};

// The periodic directions, as the file has them: any numbers.
Domain read_domain(const h5::File& file, h5::Size dimension);

// Of everything that is written once for the whole run: scene, groups, obstacles, box.
std::uint64_t header_checksum(const h5::File& file);

struct TrajectoryArrays {
  h5::Dataset position, velocity;
  std::optional<h5::Dataset> orientation, spin;          // where bodies turn
  std::optional<h5::Dataset> fluid_force, fluid_torque;  // where they are in a fluid that they push
  std::optional<h5::Dataset> image, id_in_time, edges;
  h5::Dataset radius, mass, species;
  std::optional<h5::Dataset> id, inertia, shape;
  h5::Dataset body_checksum;
  h5::Dataset step, time;
  h5::Dataset bodies, h, frame_checksum, offset, count;           // a number a frame
  h5::Dataset first, second, gap, normal, impulse, memory;        // a row a contact
  std::optional<h5::Dataset> tangential;                          // of these, where bodies turn
  std::optional<h5::Dataset> feature, lever_first, lever_second;  // the same where they have shapes
  h5::Dataset bridge_offset, bridge_count;                        // a number a frame
  h5::Dataset bridge_first, bridge_second;                        // a row a bridge
  std::optional<h5::Dataset> pose;                                // of the obstacles, where the scene does not tell it
  std::optional<h5::Dataset> broken;                              // of the joints, where some may break
  std::optional<FlowArrays> flow;

  static TrajectoryArrays open(const h5::File& file);

  // Everything with a row a frame except `step`, which tells that a frame exists.
  template <class F>
  void for_each_of_frame(F&& f) {
    for (h5::Dataset* a :
         {&position, &velocity, &time, &bodies, &h, &frame_checksum, &offset, &count, &bridge_offset, &bridge_count})
      f(*a);
    for (std::optional<h5::Dataset>* a :
         {&orientation, &spin, &fluid_force, &fluid_torque, &image, &id_in_time, &edges, &pose, &broken})
      if (*a) f(**a);
  }
  RaggedColumns contacts() {
    RaggedColumns all{offset, count, {&first, &second, &gap, &normal, &impulse, &memory}};
    for (std::optional<h5::Dataset>* a : {&tangential, &feature, &lever_first, &lever_second})
      if (*a) all.columns.push_back(&**a);
    return all;
  }
  RaggedColumns bridges() { return {bridge_offset, bridge_count, {&bridge_first, &bridge_second}}; }

  // The frames that exist: those with a step, rising, and a row in every array. A last one that a kill left
  // half written is none; one that makes no sense before others is an Error.
  std::vector<FrameNumbers> read_frames();
  // Throws Error, with the array, when the numbers of frame k are not those that were written.
  void check(const FrameNumbers& numbers, std::size_t k) const;
};

}  // namespace floc

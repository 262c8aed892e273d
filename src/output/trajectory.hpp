// trajectory.h5: the frames of a run, in the layout of H5MD 1.1, with the contacts beside them.
//
//   /h5md                      version [1, 1], author, creator
//   /particles/all
//     box                      dimension, boundary; period (0: none), origin; with periodic directions edges/value,
//                              F × d × d, which is the same for every frame: readers of H5MD look for it there
//     position/value           F × N × d, wrapped into the periodic directions
//     image/value              F × N × d, only with periodic directions: x = value + image · period
//     velocity/value           F × N × d
//     orientation/value        only where bodies turn: the angle in the plane (F × N × 1), a unit quaternion with the
//                              scalar first in space (F × N × 4)
//     spin/value               with it: the angular velocity in the world's frame, F × N × 1 | 3
//     fluid_force/value        only in a fluid that bodies push: its force on each of them in the step, F × N × d
//     fluid_torque/value       with it: about the centre, F × N × 1 | 3
//     inertia                  where bodies turn: the moment, or the principal moments in the body's frame, N × 1 | 3
//     shape                    N, only where bodies have shapes: which of those that the scene makes
//     */step, */time           F, the same objects under each name
//     radius, mass, species    N; species is the group of the body
//     id                       N; in a run that bodies enter or leave: id/value, F × N
//   /connectivity              bonds, joints: M × 2, ids of bodies that are linked at the start, where there are some
//   /floc                      format (version of this layout), scene (the text as run), checksum (of what
//                              is written once: scene, groups, obstacles, box)
//     groups                   name, colour
//     obstacles                name, colour; owner (the obstacle of each surface); pose, where it is stored:
//                              F × O × 12, position and the rows of the rotation
//     frames                   bodies, h, checksum (of the numbers of a frame): F each
//     body_checksum            N, of radius, mass, species, id, inertia, shape; 0 before the first frame with the body
//     contacts                 offset, count: F each;
//                              first, second, gap, normal, impulse, memory, where bodies turn tangential, where they
//                              have shapes feature, lever_first, lever_second: frame k has the rows
//                              [offset_k, offset_k + count_k); rows between frames are padding
//     flow                     only in a fluid: grid (cells in each direction, lower corner, size of a cell, whether
//                              periodic: ten numbers), step and time (of the frames that have a flow, G of them), and
//                              in the middle of the C cells, x fastest: velocity G × C × d, pressure G × C,
//                              vorticity G × C × 1 | 3 (fluid/flow_field.hpp)
//     joints                   only where joints may break: broken, F × J, 1 from the frame on in which a joint is
//                              broken
//     bridges                  offset, count: F each; first, second: pairs that forces remember (liquid bridges), in
//                              rows like the contacts', and with keys like theirs
//
// N is the number of bodies when all have entered and none has left. The body with id k has row k for ever;
// before it enters and after it has left its position and velocity are NaN, its id is −1 (the fill value, which
// is how H5MD marks absence), and its radius and mass are NaN until the first frame that has it. The meaning of a
// contact's columns is that of SnapshotContacts, with rows for indices. Poses of obstacles follow from the scene
// and the time, unless they are stored: in runs with stages, or with walls that hold a force.
//
// The file may be read while it is written (HDF5's single writer, multiple readers) and outlives
// a kill at any instant: all objects exist before the first frame, and `step` is extended last, when
// all else of the frame has been handed over. A frame therefore exists when its step does. Everything in it has
// a checksum, HDF5's own (Fletcher's, a chunk; that of metadata) or ours: what is read is what was written, or an
// Error with the frame and the array.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "contact/contacts.hpp"
#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "fluid/flow_field.hpp"
#include "geometry/obstacle.hpp"
#include "output/snapshot.hpp"

namespace floc {

struct TrajectoryFrame;

struct TrajectoryHeader {
  int dimension = 3;
  std::size_t bodies = 0;    // N, with those still to be poured in; ids are below it
  bool changes = false;      // bodies enter or leave
  bool turning = false;      // bodies turn, and contacts have friction
  bool shaped = false;       // bodies are no spheres; then they turn
  bool fluid_force = false;  // frames tell what the fluid does to each body
  Outlines outlines;         // what they look like
  Domain domain;
  std::vector<GroupStyle> groups;
  std::vector<std::array<std::int64_t, 2>> bonds, joints;  // ids
  std::vector<Obstacle> obstacles;                         // their names, colours and surfaces are noted
  std::size_t breaking = 0;         // all joints, where one of them may break: frames tell which are broken
  bool poses = false;               // of the obstacles are stored: they do not follow from scene and time alone
  std::string scene;                // scene.toml as run
  std::optional<FlowCells> flow{};  // of the fluid, where there is one
  std::string author = "floc";
  std::string version;            // of the program
  bool double_precision = false;  // float64 instead of float32
  int gzip = 1;                   // 0 to 9
  // Contacts with a gap above this, no impulse and no memory are not stored (a length).
  double contact_cutoff = std::numeric_limits<double>::infinity();
};

// What a frame may have beside bodies and contacts.
struct FrameParts {
  PairList bridges{};
  std::span<const Pose> poses{};           // of the obstacles, where the trajectory has them
  const FlowField* flow = nullptr;         // of the fluid
  std::span<const std::int32_t> broken{};  // of every joint, where the trajectory has them
  std::span<const double> fluid_force{};   // a row a body: d, and 1 or 3 of the torque; the same
};

class TrajectoryWriter {
 public:
  // Throws Error; the file appears under its name when it is complete and empty.
  static TrajectoryWriter create(const std::string& path, const TrajectoryHeader& header);
  // Goes on after a clean end or a kill: frames after `last_step` are cut off.
  static TrajectoryWriter reopen(const std::string& path, std::int64_t last_step,
                                 double contact_cutoff = std::numeric_limits<double>::infinity());
  ~TrajectoryWriter();
  TrajectoryWriter(TrajectoryWriter&&) noexcept;
  TrajectoryWriter& operator=(TrajectoryWriter&&) noexcept;

  // The state after `step`, which must be later than the last one; contacts carry λ of that step of
  // length h. When it throws, the frames before are safe.
  void append(std::int64_t step, double time, double h, const Bodies& bodies, const Contacts& contacts,
              const FrameParts& parts = {});

  // The same in two parts, which two threads may do, each one of them: copy the state, and write the copy.
  std::shared_ptr<const TrajectoryFrame> prepare(std::int64_t step, double time, double h, const Bodies& bodies,
                                                 const Contacts& contacts, const FrameParts& parts = {});
  void append(const TrajectoryFrame& frame);

  std::size_t frames() const;
  std::int64_t last_step() const;  // −1 before the first frame
  void sync();                     // waits until all frames are on the disk
  void close();                    // throws where the destructor would be silent

 private:
  struct Impl;
  explicit TrajectoryWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Reads files that are finished, being written, or left by a kill. Everything a file claims is
// checked before it is used.
class TrajectoryReader {
 public:
  explicit TrajectoryReader(const std::string& path);
  ~TrajectoryReader();
  TrajectoryReader(TrajectoryReader&&) noexcept;

  std::size_t frames() const;  // at the time of opening
  const std::vector<std::int64_t>& steps() const;
  const std::vector<double>& times() const;
  std::size_t nearest(double time) const;  // the frame closest in time; throws when there is none
  std::size_t largest_bodies() const;      // N
  int dimension() const;
  bool turning() const;  // frames tell how bodies turn
  const std::string& scene() const;
  // Of every obstacle the motion that the frames tell; empty where it follows from the scene.
  std::vector<MotionPtr> motions() const;
  // Of a frame that has the flow of a fluid, that too where it is asked for.
  enum class Flow { skip, read };
  Snapshot read(std::size_t k, Flow flow = Flow::skip) const;
  std::vector<std::size_t> with_flow() const;        // the frames that have it
  std::size_t nearest_with_flow(double time) const;  // throws when there is none

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace floc

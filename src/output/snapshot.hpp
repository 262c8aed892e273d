// One instant of a run as it is stored, exported and drawn.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "core/pair_list.hpp"
#include "geometry/outlines.hpp"
#include "core/quaternion.hpp"
#include "measure/particle_quantity.hpp"

namespace floc {

struct FlowField;

struct GroupStyle {
  std::string name;
  std::string colour;  // "#rrggbb"
};

// The contacts of the step that ended at this instant, known as in contact/contacts.hpp: `first` is
// an index into the frame's bodies, `second` another one, or −1 − s for surface s of the obstacles; bodies that are no
// spheres may have several with each other.
struct SnapshotContacts {
  std::vector<std::int32_t> first, second;
  std::vector<double> gap;      // D at the beginning of the step
  std::vector<double> normal;   // e, from second to first, C × d
  std::vector<double> impulse;  // h λ: what first received along e
  std::vector<double> memory;
  std::vector<double> tangential{};  // h t: the friction that first received, C × d; empty where there is none
  // Where bodies have shapes, else empty: which point of the pair it is, and the ways from the centres to it, C × d.
  std::vector<std::int32_t> feature{};
  std::vector<double> lever_first{}, lever_second{};

  std::size_t size() const { return first.size(); }
};

struct Snapshot {
  std::int64_t step = 0;
  double time = 0;
  double h = 0;   // the time step that led here; 0: none yet
  Bodies bodies;  // positions not wrapped, as in a simulation
  std::shared_ptr<const Outlines> outlines;  // of bodies that are no spheres; null: all are
  SnapshotContacts contacts;
  PairList bridges;  // pairs that forces remember
  std::vector<double> fluid_force{}, fluid_torque{};  // of the fluid on each body, N × d and N × 1 | 3; empty: not told
  std::vector<std::int32_t> broken{};  // of every joint, in the order of the scene, whether it is; empty: all are whole
  Domain domain;
  std::vector<GroupStyle> groups;
  std::shared_ptr<const FlowField> flow{};  // of the fluid; null: there is none, or it was not asked for
};

// The force of the contacts on every body during the step, Σ ± (hλ e + ht)/h, N × d; zero without a step.
std::vector<double> contact_force(const Snapshot& frame);

// How body i lies in space and turns there, also where it is of the plane: about z then. It must be one that turns.
Quaternion orientation_of(const Bodies& bodies, std::size_t i);

// What a body that is no sphere looks like, in its own frame, where the ball round it has radius 1; null for a sphere.
inline const Mesh* outline_of(const Snapshot& frame, std::size_t i) {
  return frame.outlines && frame.bodies.shaped ? frame.outlines->of(frame.bodies.shape[i]) : nullptr;
}
Vec3 spin_of(const Bodies& bodies, std::size_t i);

// One number a body, as in measure/particle_quantity.hpp.
std::vector<double> particle_quantity(Quantity quantity, const Snapshot& frame);

}  // namespace floc

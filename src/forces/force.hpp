// A force adds to the free velocity: V* = V + h M⁻¹ f(x, V, t). One file a force.
//
// Explicit forces change V* by h f/m. An implicit one (drag) may rescale V*: forces are applied in
// the order of the scene, implicit ones last. In a first-order run V* = M⁻¹ f, that is gain = 1.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "neighbours/scenery.hpp"

namespace floc {

class PairMemory;
struct PairSums;

// The state at the beginning of a step, and the step.
struct Surroundings : Scenery {
  double t = 0, h = 0;
  double gain = 0;          // V* += gain f/m: h, or 1 in a first-order run
  double touching = 0;      // pairs with a gap up to this length touch (the tolerance of the projection)
  std::uint64_t seed = 0;
  std::uint64_t tick = 0;   // names the whole step, and the part of it that this is (core/parts.hpp): for random numbers
  bool first_order = false; // no inertia: V* begins at 0
  const PairMemory* memory = nullptr;  // of the force that is asked
  PairSums* sums = nullptr;            // room of the force that is asked, kept from one time to the next
};

class Force {
 public:
  virtual ~Force() = default;
  virtual void add(const Surroundings& around, std::span<double> free_velocity) const = 0;
  virtual bool implicit() const { return false; }
  // Pairs act on each other up to this gap, and not beyond: the neighbour lists reach it.
  virtual double range() const { return 0; }
  // Potential energy of the present state; 0 for a force that has none.
  virtual double energy(const Surroundings&) const { return 0; }
  // A force that remembers pairs (forces/pair_memory.hpp) brings its memory up to the present positions
  // before it is asked for anything there. Doing so again at the same positions changes nothing.
  virtual void remember(const Surroundings&, PairMemory&) const {}
};

using ForcePtr = std::shared_ptr<const Force>;

}  // namespace floc

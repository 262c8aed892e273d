// A force adds to the free velocity: V* = V + h M⁻¹ f(x, V, t). One file a force, and its line in registry.cpp.
//
// Explicit forces change V* by h f/m. An implicit one (drag) may rescale V*. Explicit ones are applied first, then
// implicit ones, each in the order of the registry, and those of one kind in the order of the scene. In a first-order
// run V* = M⁻¹ f, that is gain = 1.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/kinds.hpp"
#include "geometry/shape.hpp"
#include "neighbours/scenery.hpp"

namespace floc {

class PairMemory;
class Route;
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
  std::span<const ShapePtr> shapes = {};  // that Bodies::shape points into; empty: all are spheres
  const std::function<Vec3(const Vec3&)>* fluid = nullptr;  // the velocity of the fluid at a place; null: there is none
};

// V* on its way: every force adds to it, and a fluid takes it up from there (step/medium.hpp).
struct FreeMotion {
  std::span<double> velocity;   // N × d
  std::span<double> spin = {};  // N × 1 | 3; empty where nobody turns
};

class Force {
 public:
  virtual ~Force() = default;
  virtual void add(const Surroundings& around, const FreeMotion& free) const = 0;
  virtual bool implicit() const { return false; }
  // Whether it makes sense with inertia only, or without only.
  enum class Inertia { any, needed, none };
  virtual Inertia inertia() const { return Inertia::any; }
  // Pairs act on each other up to this gap, and not beyond: the neighbour lists reach it.
  virtual double range() const { return 0; }
  // Where it accelerates every body alike, everywhere: by how much. A fluid lifts bodies against it.
  virtual Vec3 uniform() const { return {}; }
  // Whether it is that of the fluid of the scene on the bodies, which it needs then.
  virtual bool in_fluid() const { return false; }
  // Potential energy of the present state; 0 for a force that has none.
  virtual double energy(const Surroundings&) const { return 0; }
  // A force that remembers pairs (forces/pair_memory.hpp) brings its memory up to the present positions
  // before it is asked for anything there. Doing so again at the same positions changes nothing.
  virtual void remember(const Surroundings&, PairMemory&) const {}
  virtual bool remembers() const { return false; }
  // Why a body of this group cannot be at x at the start, to follow "is"; empty: it can.
  virtual std::string misplaced(std::int32_t /*group*/, const Vec3& /*x*/) const { return {}; }
};

using ForcePtr = std::shared_ptr<const Force>;

// What a force may need of the scene beside its own parameters.
struct ForceContext {
  std::uint32_t number = 0;  // of forces of its kind before it
  // The way out by the exits of these names, by all of them when there is none. Throws Error.
  std::function<std::shared_ptr<const Route>(const std::vector<std::string>&)> route = {};
};

// A kind of force: null is made where it does nothing.
using ForceKind = Kind<ForcePtr, ForceContext>;
using ForceLists = KindLists<ForcePtr, ForceContext>;

// Those that a scene can have, in the order in which they are explained and applied (registry.cpp).
std::vector<ForceKind> force_kinds();

}  // namespace floc

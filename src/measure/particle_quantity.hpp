// One number a particle, by name: what pictures, exports and the viewer colour by.
//
//   group         the index of its group
//   speed         |v|
//   pressure      Σ|λ| over its surface: 4πr² in space, 2πr in the plane, 2 on a line
//   gamma         Σγ, what its contacts remember
//   aggregate     the number of its cluster by contact (measure/aggregates.hpp)
//   coordination  how many contacts touch it
//   spin          ω in the plane, counter-clockwise positive; |ω| in space; 0 where bodies do not turn
//   rotational_energy  ½ ω·Iω of a body that turns
//
// A contact touches when it carries an impulse or a memory, or when its gap at the end of the step is
// below a thousandth of the smaller radius: bodies that lie beside each other without a force count.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bodies.hpp"
#include "core/domain.hpp"

namespace floc {

enum class Quantity { group, speed, pressure, gamma, aggregate, coordination, spin, rotational_energy };

struct QuantityInfo {
  Quantity quantity;
  std::string_view name;
  std::string_view unit[3] = {};  // in dimension 1, 2 and 3; empty for a number
  std::string_view help = {};
  bool category = false;  // a label: its size means nothing
  bool contacts = false;  // tells of contacts
  bool turning = false;   // of bodies that turn

  std::string_view unit_in(int dimension) const { return unit[dimension - 1]; }
};

std::span<const QuantityInfo> quantities();  // in the order of the enumeration
const QuantityInfo& quantity_info(Quantity quantity);
// Throws Error with the names there are and the one that may be meant.
Quantity quantity_named(std::string_view name);

// The contacts of the step that ended here, rows as in output/snapshot.hpp and contact/contacts.hpp.
struct ContactArrays {
  std::span<const std::int32_t> first, second;
  std::span<const double> gap;      // D at the beginning of the step
  std::span<const double> normal;   // e, from second to first, C × d
  std::span<const double> impulse;  // h λ
  std::span<const double> memory;   // γ; empty where nothing is remembered

  std::size_t size() const { return first.size(); }
  double remembered(std::size_t k) const { return memory.empty() ? 0 : memory[k]; }
};

struct ParticleState {
  const Bodies& bodies;
  const Domain& domain;
  ContactArrays contacts;
  double h = 0;  // the step that led here; 0: none yet
};

// A value a body, in their order.
std::vector<double> particle_quantity(Quantity quantity, const ParticleState& state);

// The contacts that touch, in their order: 1 or 0 each.
std::vector<char> touching(const ParticleState& state);

}  // namespace floc

// Drift in a given flow (AGG 2.7): f_i = −ξ_i (v_i − U(x_i, t)).
//
// Either the relaxation time τ_i = m_i/ξ_i is given, the same for all, or the viscosity ν with
// Stokes' ξ_i = 6πν r_i. Explicit:  V* ← V* − (h/τ_i)(v_i − U),  as in the paper (stable for
// h < 2τ). Implicit:  V* ← (V* + (h/τ_i) U)/(1 + h/τ_i),  stable for any h. Without inertia only the
// implicit one makes sense, and balances drag and forces:  V* ← τ_i V* + U.
#pragma once

#include <optional>

#include "core/groups.hpp"
#include "forces/flows.hpp"
#include "forces/force.hpp"

namespace floc {

struct DragParameters {
  static constexpr std::string_view kind = "drag", help = "drag in a given flow, −ξ(v − U)";
  std::optional<double> tau = {};  // exactly one of tau and viscosity
  std::optional<double> viscosity = {};
  Flow flow = {};  // U
  bool implicit = true;
  GroupSet groups = {};  // what it acts on

  void declare(Table& t);
  ForcePtr make(const ForceContext&) const;
};

ForcePtr drag(DragParameters parameters);

}  // namespace floc

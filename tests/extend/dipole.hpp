// Magnetic dipoles between spheres, all held along one direction b by a strong outer field:
//
//   W = k m_i m_j (1 − 3(b·n)²)/r³,   F_i = 3k m_i m_j ((1 − 5(b·n)²) n + 2(b·n) b)/r⁴,   n = (x_i − x_j)/r,
//
// k = μ₀/4π and m the magnetisation times the volume of the sphere. Two spheres side by side push each other away,
// one behind the other they attract: they make chains along b. Pairs beyond a gap do not feel each other.
#pragma once

#include "core/groups.hpp"
#include "forces/force.hpp"

namespace floc {

struct DipoleParameters {
  static constexpr std::string_view kind = "dipole", help = "magnetic dipoles along an outer field";
  double magnetisation = 0;   // moment per volume
  Vec3 direction{{1, 0, 0}};  // b, any length
  double range = 1;           // gap beyond which pairs do not feel each other
  GroupSet groups = {};       // what is magnetic

  void declare(Table& t);
  ForcePtr make(const ForceContext&) const;
};

ForcePtr dipole(DipoleParameters parameters);

}  // namespace floc

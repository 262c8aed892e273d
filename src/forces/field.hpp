// A force written by the user: f_i = F(x_i, t, v_i), or m_i F where F is given per unit of mass, with
// one expression a component:  V*_i ← V*_i + (h/m_i) F,  or  V*_i + h F.
#pragma once

#include <string>
#include <vector>

#include "core/expression.hpp"
#include "core/groups.hpp"
#include "forces/force.hpp"

namespace floc {

// The variables of the expressions, in this order. Positions are those of `Bodies`: not wrapped
// into a period. Components that the dimension lacks are zero.
inline const std::vector<std::string>& field_variables() {
  static const std::vector<std::string> names{"x", "y", "z", "t", "vx", "vy", "vz"};
  return names;
}

ForcePtr field(std::vector<Expression> f, bool per_mass, GroupSet groups = {});

}  // namespace floc

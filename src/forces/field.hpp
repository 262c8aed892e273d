// A force written by the user: f_i = F(x_i, t, v_i), or m_i F where F is given per unit of mass, with
// one expression a component:  V*_i ← V*_i + (h/m_i) F,  or  V*_i + h F.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/expression.hpp"
#include "core/groups.hpp"
#include "forces/body_field.hpp"
#include "forces/force.hpp"

namespace floc {

struct FieldParameters {
  static constexpr std::string_view kind = "field", help = "a field written as expressions";
  std::optional<Expressions> force, acceleration;  // exactly one is set
  GroupSet groups;

  void declare(Table& t);
  ForcePtr make(const ForceContext&) const;
};

ForcePtr field(std::vector<Expression> f, bool per_mass, GroupSet groups = {});

}  // namespace floc

// A uniform field: f_i = m_i g, of energy −Σ m_i g·x_i.
#pragma once

#include "core/vec.hpp"
#include "forces/force.hpp"

namespace floc {

struct GravityParameters {
  static constexpr std::string_view kind = "gravity", help = "a uniform field";
  static constexpr bool once = true;
  Vec3 g{};

  void declare(Table& t);
  ForcePtr make(const ForceContext&) const;
};

ForcePtr gravity(const Vec3& g);

}  // namespace floc

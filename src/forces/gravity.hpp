// A uniform field: f_i = m_i g, of energy −Σ m_i g·x_i.
#pragma once

#include "forces/force.hpp"
#include "core/vec.hpp"

namespace floc {

ForcePtr gravity(const Vec3& g);

}  // namespace floc

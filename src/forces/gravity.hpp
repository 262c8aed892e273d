// A uniform field: f_i = m_i g.
#pragma once

#include "forces/force.hpp"
#include "core/vec.hpp"

namespace floc {

ForcePtr gravity(const Vec3& g);

}  // namespace floc

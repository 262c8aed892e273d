// How a rigid body moves, or what it is pushed and turned by.
#pragma once

#include "core/vec.hpp"

namespace floc {

struct RigidMotion {
  Vec3 velocity, spin;  // in the plane the spin has a third component only
};

}  // namespace floc

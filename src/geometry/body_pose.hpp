// How a body lies, as its shape needs it.
#pragma once

#include "core/bodies.hpp"
#include "core/quaternion.hpp"
#include "geometry/pose.hpp"

namespace floc {

// Of a body, in space whatever its dimension; and after a shift and a turn (a vector along its axis).
Pose pose_of(const Bodies& bodies, std::size_t i);
Pose pose_of(const Bodies& bodies, std::size_t i, const Vec3& shift, const Vec3& turn);

// How a pose is turned: in space a quaternion, in the plane an angle.
Quaternion orientation_of(const Pose& pose);
double angle_of(const Pose& pose);

}  // namespace floc

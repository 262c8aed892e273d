#include "geometry/pose.hpp"

#include <cmath>

#include "geometry/frame.hpp"

namespace floc {
namespace {

// Rodrigues: R = c I + s [axis]× + (1 − c) axis axisᵀ.
std::array<Vec3, 3> rotation_matrix(const Vec3& axis, double cosine, double sine) {
  std::array<Vec3, 3> rows;
  for (int i = 0; i < 3; ++i) {
    const Vec3 e = axis_vector(i);
    rows[i] = cosine * e + sine * cross(e, axis) + (1 - cosine) * axis[i] * axis;
  }
  return rows;
}

}  // namespace

Pose Pose::rotation_about(const Vec3& centre, const Vec3& axis, double angle) {
  Pose pose;
  pose.rotation = rotation_matrix(axis, std::cos(angle), std::sin(angle));
  pose.position = centre - pose.turn(centre);
  return pose;
}

Pose least_turn(const Vec3& from, const Vec3& to) {
  Pose pose;
  if (dot(from, to) < 0) {  // half a turn about a normal of `from` first: what is left is well conditioned
    Pose half;
    half.rotation = rotation_matrix(Frame(from).u, -1, 0);
    return turned(half, least_turn(-from, to), {}, {});
  }
  const Vec3 axis = cross(from, to);
  const double sine = norm(axis);
  if (sine > 0) pose.rotation = rotation_matrix((1 / sine) * axis, dot(from, to), sine);
  return pose;
}

Pose turned(const Pose& first, const Pose& second, const Vec3& anchor, const Vec3& place) {
  Pose pose;
  for (int i = 0; i < 3; ++i) pose.rotation[i] = first.turn_back(second.rotation[i]);
  pose.position = place - pose.turn(anchor);
  return pose;
}

}  // namespace floc

#include "geometry/pose.hpp"

#include <algorithm>
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

Pose operator*(const Pose& second, const Pose& first) {
  Pose pose;
  for (std::size_t i = 0; i < 3; ++i) pose.rotation[i] = first.turn_back(second.rotation[i]);
  pose.position = second.to_world(first.position);
  return pose;
}

Pose inverse(const Pose& pose) {
  Pose back;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) back.rotation[static_cast<std::size_t>(i)][j] = pose.rotation[static_cast<std::size_t>(j)][i];
  back.position = -pose.turn_back(pose.position);
  return back;
}

double turn_between(const Pose& a, const Pose& b) {
  double trace = 0, square = 0;  // 1 + 2 cos φ, and |Ra − Rb|² = 8 sin²(φ/2)
  for (std::size_t k = 0; k < 3; ++k) {
    trace += dot(a.rotation[k], b.rotation[k]);
    const Vec3 change = a.rotation[k] - b.rotation[k];
    square += dot(change, change);
  }
  return 2 * std::atan2(std::sqrt(square / 8), std::sqrt(std::max(0.0, (1 + trace) / 4)));
}

Pose least_turn(const Vec3& from, const Vec3& to) {
  Pose pose;
  const Vec3 normal = cross(from, to);
  const double sine = norm(normal), cosine = dot(from, to);
  if (sine == 0 && cosine > 0) return pose;
  // Of nearly opposite vectors the normal is mostly rounding; what counts is that the axis is normal to `from`.
  const Vec3 across = direction(cross(direction(normal, {}).unit, from), Frame(from).u).unit;
  pose.rotation = rotation_matrix(cross(from, across), cosine, sine);
  return pose;
}

Pose turned(const Pose& first, const Pose& second, const Vec3& anchor, const Vec3& place) {
  Pose pose;
  for (int i = 0; i < 3; ++i) pose.rotation[i] = first.turn_back(second.rotation[i]);
  pose.position = place - pose.turn(anchor);
  return pose;
}

}  // namespace floc

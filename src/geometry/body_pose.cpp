#include "geometry/body_pose.hpp"

#include "core/quaternion.hpp"

namespace floc {
namespace {

std::array<Vec3, 3> matrix_of(const Quaternion& q) {
  std::array<Vec3, 3> columns, rows;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    columns[static_cast<std::size_t>(k)] = to_world(q, axis);
  }
  for (int r = 0; r < 3; ++r)
    for (int k = 0; k < 3; ++k) rows[static_cast<std::size_t>(r)][k] = columns[static_cast<std::size_t>(k)][r];
  return rows;
}

}  // namespace

Pose pose_of(const Bodies& b, std::size_t i, const Vec3& shift, const Vec3& turn) {
  Pose pose;
  pose.position = embed(b.x(i), b.dimension) + shift;
  const Quaternion now =
      b.dimension == 3 ? Quaternion::load(&b.orientation[4 * i]) : rotation({{0, 0, b.orientation[i]}});
  pose.rotation = matrix_of(dot(turn, turn) > 0 ? turned(now, turn) : now);
  return pose;
}

Pose pose_of(const Bodies& b, std::size_t i) { return pose_of(b, i, {}, {}); }

}  // namespace floc

#include "geometry/body_pose.hpp"

#include <cmath>

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

Quaternion orientation_of(const Pose& pose) {
  const auto& r = pose.rotation;
  // From the largest of the four numbers: no loss of digits.
  const double trace = r[0][0] + r[1][1] + r[2][2];
  Quaternion q;
  if (trace > 0) {
    const double s = 2 * std::sqrt(1 + trace);
    q = {0.25 * s, {{(r[2][1] - r[1][2]) / s, (r[0][2] - r[2][0]) / s, (r[1][0] - r[0][1]) / s}}};
  } else {
    int i = r[1][1] > r[0][0] ? 1 : 0;
    if (r[2][2] > r[static_cast<std::size_t>(i)][i]) i = 2;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const auto at = [&](int a, int b) { return r[static_cast<std::size_t>(a)][b]; };
    const double s = 2 * std::sqrt(1 + at(i, i) - at(j, j) - at(k, k));
    q.w = (at(k, j) - at(j, k)) / s;
    q.v[i] = 0.25 * s;
    q.v[j] = (at(i, j) + at(j, i)) / s;
    q.v[k] = (at(i, k) + at(k, i)) / s;
  }
  return q;
}

double angle_of(const Pose& pose) { return std::atan2(pose.rotation[1][0], pose.rotation[0][0]); }

}  // namespace floc

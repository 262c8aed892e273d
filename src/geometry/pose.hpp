// Where a rigid obstacle is: x_world = position + rotation · x_local.
#pragma once

#include <array>

#include "core/vec.hpp"

namespace floc {

struct Pose {
  Vec3 position{};
  std::array<Vec3, 3> rotation{Vec3{{1, 0, 0}}, Vec3{{0, 1, 0}}, Vec3{{0, 0, 1}}};  // rows

  Vec3 turn(const Vec3& local) const { return {{dot(rotation[0], local), dot(rotation[1], local), dot(rotation[2], local)}}; }
  Vec3 turn_back(const Vec3& world) const { return world[0] * rotation[0] + world[1] * rotation[1] + world[2] * rotation[2]; }
  Vec3 to_world(const Vec3& local) const { return position + turn(local); }
  Vec3 to_local(const Vec3& world) const { return turn_back(world - position); }

  // Rotation by `angle` about the unit `axis` through `centre`.
  static Pose rotation_about(const Vec3& centre, const Vec3& axis, double angle);
};

}  // namespace floc

// Where a rigid obstacle is: x_world = position + rotation · x_local.
#pragma once

#include <array>

#include "core/vec.hpp"

namespace floc {

struct Pose {
  Vec3 position{};
  std::array<Vec3, 3> rotation{Vec3{{1, 0, 0}}, Vec3{{0, 1, 0}}, Vec3{{0, 0, 1}}};  // rows

  bool operator==(const Pose&) const = default;

  Vec3 turn(const Vec3& local) const {
    return {{dot(rotation[0], local), dot(rotation[1], local), dot(rotation[2], local)}};
  }
  Vec3 turn_back(const Vec3& world) const {
    return world[0] * rotation[0] + world[1] * rotation[1] + world[2] * rotation[2];
  }
  Vec3 to_world(const Vec3& local) const { return position + turn(local); }
  Vec3 to_local(const Vec3& world) const { return turn_back(world - position); }

  // Rotation by `angle` about the unit `axis` through `centre`.
  static Pose rotation_about(const Vec3& centre, const Vec3& axis, double angle);
};

Pose operator*(const Pose& second, const Pose& first);  // takes x to second(first(x))
Pose inverse(const Pose& pose);

// The angle between two orientations, at most half a turn.
double turn_between(const Pose& a, const Pose& b);

// The turn by the smallest angle that takes the unit vector `from` to the unit vector `to`, about 0.
Pose least_turn(const Vec3& from, const Vec3& to);

// The pose that turns like `second` after `first` and takes the local point `anchor` to `place`.
Pose turned(const Pose& first, const Pose& second, const Vec3& anchor, const Vec3& place);

}  // namespace floc

// A core made of corners, as contacts see it: a point, a segment or a polytope, at its pose about a common origin.
#pragma once

#include <array>
#include <span>

#include "geometry/polytope.hpp"
#include "geometry/round_shapes.hpp"

namespace floc {

class FlatCore {
 public:
  FlatCore(const Shape& shape, const Pose& pose, const Vec3& origin) : pose_(pose) {
    pose_.position -= origin;
    if (shape.kind() == ShapeKind::polytope) {
      polytope_ = static_cast<const Polytope*>(&shape);
      corners_ = polytope_->corners();
    } else if (shape.kind() == ShapeKind::capsule) {
      const double half = static_cast<const Capsule&>(shape).half_length();
      own_ = {Vec3{{-half, 0, 0}}, Vec3{{half, 0, 0}}};
      corners_ = own_;
    } else {
      corners_ = std::span(own_).first(1);
    }
  }
  FlatCore(const FlatCore&) = delete;
  FlatCore& operator=(const FlatCore&) = delete;

  const Polytope* polytope() const { return polytope_; }
  int corners() const { return static_cast<int>(corners_.size()); }
  const Pose& pose() const { return pose_; }
  Vec3 corner(int k) const { return pose_.to_world(corners_[static_cast<std::size_t>(k)]); }
  int furthest(const Vec3& n) const {
    const Vec3 local = pose_.turn_back(n);
    int best = 0;
    double most = dot(local, corners_[0]);
    for (std::size_t k = 1; k < corners_.size(); ++k)
      if (const double here = dot(local, corners_[k]); here > most) {
        most = here;
        best = static_cast<int>(k);
      }
    return best;
  }
  Vec3 face_normal(std::size_t f) const { return pose_.turn(polytope_->normal(f)); }
  double face_level(std::size_t f, const Vec3& world_normal) const {
    return polytope_->level(f) + dot(world_normal, pose_.position);
  }

 private:
  Pose pose_;
  const Polytope* polytope_ = nullptr;
  std::array<Vec3, 2> own_{};
  std::span<const Vec3> corners_;
};

}  // namespace floc

#include "geometry/thickened.hpp"

#include <utility>

#include "geometry/shape.hpp"

namespace floc {
namespace {

class Thickened final : public Surface {
 public:
  Thickened(SurfacePtr inner, double more) : inner_(std::move(inner)), more_(more) {}
  SurfacePoint nearest(const Vec3& q) const override {
    SurfacePoint p = inner_->nearest(q);
    p.distance -= more_;
    return p;
  }
  bool concave() const override { return inner_->concave(); }
  std::optional<Plane> plane() const override {
    std::optional<Plane> plane = inner_->plane();
    if (plane) plane->point += more_ * plane->normal;
    return plane;
  }
  ShapePtr solid(Pose& pose) const override {
    const ShapePtr shape = inner_->solid(pose);
    return shape ? shape->rounded(more_) : nullptr;
  }
  std::array<double, 2> curvatures(const Vec3& q) const override { return inner_->curvatures(q); }
  Bounds bounds() const override {
    Bounds box = inner_->bounds();
    for (int k = 0; k < 3; ++k) {
      box.low[k] -= more_;
      box.high[k] += more_;
    }
    return box;
  }
  Pose unspun(const Pose& begin, const Pose& end) const override { return inner_->unspun(begin, end); }
  // As it is: the distance is not seen.
  Mesh mesh(int dimension, const Bounds& window) const override { return inner_->mesh(dimension, window); }

 private:
  SurfacePtr inner_;
  double more_;
};

}  // namespace

SurfacePtr thickened(SurfacePtr surface, double more) {
  return more == 0 ? std::move(surface) : std::make_shared<Thickened>(std::move(surface), more);
}

Obstacles thickened(const Obstacles& obstacles, double more) {
  if (more == 0) return obstacles;
  std::vector<Obstacle> list = obstacles.list();
  for (Obstacle& o : list)
    for (SurfacePtr& s : o.surfaces) s = thickened(std::move(s), more);
  return Obstacles(std::move(list), obstacles.domain());
}

}  // namespace floc

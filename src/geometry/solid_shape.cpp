// Obstacles with the shape of a convex body.
#include <limits>

#include "geometry/frame.hpp"
#include "geometry/nearest.hpp"
#include "geometry/round_shapes.hpp"
#include "geometry/surfaces.hpp"

namespace floc {
namespace {

class SolidShape final : public Surface {
 public:
  explicit SolidShape(PlacedShape placed) : placed_(std::move(placed)), point_(1e-30, placed_.shape->dimension()) {
    if (!placed_.shape->convex()) throw Error("the parts of an obstacle have to be convex");
  }
  SurfacePoint nearest(const Vec3& q) const override {
    Pose at;
    at.position = q;
    ContactPoints found;
    floc::nearest(point_, at, *placed_.shape, placed_.pose, std::numeric_limits<double>::infinity(), {}, found);
    SurfacePoint least{std::numeric_limits<double>::infinity(), axis_vector(0)};
    for (const ContactPoint& p : found)
      if (p.gap < least.distance) least = {p.gap, p.normal};
    return least;
  }
  ShapePtr solid(Pose& pose) const override {
    pose = placed_.pose;
    return placed_.shape;
  }
  Bounds bounds() const override {
    Bounds box;
    for (int k = 0; k < placed_.shape->dimension(); ++k)
      for (const double sign : {-1.0, 1.0}) {
        const Vec3 n = placed_.pose.turn_back(axis_vector(k, sign));
        (sign < 0 ? box.low : box.high)[k] = placed_.pose.to_world(placed_.shape->support(n))[k];
      }
    return box;
  }
  Mesh mesh(int, const Bounds&) const override {
    Mesh mesh = placed_.shape->mesh(placed_.shape->dimension() == 3 ? 32 : 64);
    for (Vec3& p : mesh.points) p = placed_.pose.to_world(p);
    return mesh;
  }

 private:
  PlacedShape placed_;
  floc::Sphere point_;
};

}  // namespace

SurfacePtr solid_shape(PlacedShape placed) { return std::make_shared<SolidShape>(std::move(placed)); }

}  // namespace floc

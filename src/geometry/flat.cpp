// Surfaces made of planes: half-space, segment, rectangle, triangle, box.
#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/frame.hpp"
#include "geometry/mesh.hpp"
#include "geometry/prism.hpp"
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"

namespace floc {
namespace {

class HalfSpace final : public Surface {
 public:
  HalfSpace(const Vec3& point, const Vec3& normal)
      : point_(point), normal_(require_direction(normal, "the normal of a half-space")) {
    require_finite(point, "the point of a half-space");
  }
  SurfacePoint nearest(const Vec3& q) const override { return {dot(normal_, q - point_), normal_}; }
  std::optional<Plane> plane() const override { return Plane{point_, normal_}; }
  Bounds bounds() const override { return everywhere(); }
  Mesh mesh(int dimension, const Bounds& window) const override {
    return plane_in_window(point_, normal_, dimension, window);
  }

 private:
  Vec3 point_, normal_;
};

// In the plane z = 0.
class Segment final : public Surface {
 public:
  Segment(const Vec3& a, const Vec3& b) : a_{{a[0], a[1], 0}}, b_{{b[0], b[1], 0}} {
    require_finite(a, "the end of a segment");
    require_finite(b, "the end of a segment");
    const Direction along = direction(b_ - a_, {});
    if (!(along.length > 0)) throw Error("the ends of a segment must not coincide");
    length_ = along.length;
    along_ = along.unit;
    normal_ = {{-along_[1], along_[0], 0}};
  }
  SurfacePoint nearest(const Vec3& q) const override {
    const Vec3 w{{q[0] - a_[0], q[1] - a_[1], 0}};
    const double s = dot(along_, w);
    if (s < 0) return from(a_, q);
    if (s > length_) return from(b_, q);
    const double d = dot(normal_, w);
    return {std::abs(d), d < 0 ? -normal_ : normal_};
  }
  Bounds bounds() const override {
    Bounds box;
    for (int k = 0; k < 3; ++k) {
      box.low[k] = std::min(a_[k], b_[k]);
      box.high[k] = std::max(a_[k], b_[k]);
    }
    return box;
  }
  ShapePtr solid(Pose& pose) const override {
    pose = least_turn(axis_vector(0), along_);
    pose.position = 0.5 * (a_ + b_);
    return make_capsule(length_, wall_thickness * length_, 2);
  }
  Mesh mesh(int, const Bounds&) const override { return {{a_, b_}, {}, {{0, 1}}}; }

 private:
  SurfacePoint from(const Vec3& end, const Vec3& q) const {
    const Direction out = direction({{q[0] - end[0], q[1] - end[1], 0}}, normal_);
    return {out.length, out.unit};
  }

  Vec3 a_, b_, along_{}, normal_{};
  double length_ = 0;
};

class Rectangle final : public Surface {
 public:
  Rectangle(const Vec3& corner, const Vec3& edge1, const Vec3& edge2)
      : corner_(corner), edge1_(edge1), edge2_(edge2), frame_(make_frame(corner, edge1, edge2)) {
    size_ = frame_.to_local(edge1 + edge2);
  }
  SurfacePoint nearest(const Vec3& q) const override {
    Vec3 out = frame_.to_local(q - corner_);
    for (int k = 0; k < 2; ++k) out[k] -= std::clamp(out[k], 0.0, size_[k]);
    if (out[0] == 0 && out[1] == 0) return {std::abs(out[2]), out[2] < 0 ? -frame_.w : frame_.w};
    const Direction away = direction(out, axis_vector(2));
    return {away.length, frame_.to_world(away.unit)};
  }
  Bounds bounds() const override {
    Bounds box;
    for (int k = 0; k < 3; ++k) {
      box.low[k] = corner_[k] + std::min(edge1_[k], 0.0) + std::min(edge2_[k], 0.0);
      box.high[k] = corner_[k] + std::max(edge1_[k], 0.0) + std::max(edge2_[k], 0.0);
    }
    return box;
  }
  ShapePtr solid(Pose& pose) const override {
    pose.position = corner_ + 0.5 * (edge1_ + edge2_);
    for (int k = 0; k < 3; ++k) pose.rotation[static_cast<std::size_t>(k)] = {{frame_.u[k], frame_.v[k], frame_.w[k]}};
    return make_box({{size_[0], size_[1], wall_thickness * std::max(size_[0], size_[1])}});
  }
  Mesh mesh(int, const Bounds&) const override {
    return {{corner_, corner_ + edge1_, corner_ + edge1_ + edge2_, corner_ + edge2_}, {{0, 1, 2, 3}}, {}};
  }

 private:
  static Frame make_frame(const Vec3& corner, const Vec3& edge1, const Vec3& edge2) {
    require_finite(corner, "the corner of a rectangle");
    const Vec3 u = require_direction(edge1, "an edge of a rectangle");
    const Vec3 v = require_direction(edge2, "an edge of a rectangle");
    if (std::abs(dot(u, v)) > 1e-9) throw Error("the edges of a rectangle have to be perpendicular");
    return {u, direction(v - dot(u, v) * u, v).unit};
  }

  Vec3 corner_, edge1_, edge2_;
  Frame frame_;
  Vec3 size_{};
};

class Triangle final : public Surface {
 public:
  Triangle(const Vec3& a, const Vec3& b, const Vec3& c) : corner_{a, b, c}, frame_(make_frame(a, b, c)) {}
  SurfacePoint nearest(const Vec3& q) const override {
    const Vec3 out = q - nearest_point(q);
    const Direction away = direction(out, frame_.w);
    return {away.length, away.unit};
  }
  Bounds bounds() const override {
    Bounds box{corner_[0], corner_[0]};
    for (const Vec3& p : corner_)
      for (int k = 0; k < 3; ++k) {
        box.low[k] = std::min(box.low[k], p[k]);
        box.high[k] = std::max(box.high[k], p[k]);
      }
    return box;
  }
  ShapePtr solid(Pose& pose) const override {
    std::vector<Vec3> base;
    double extent = 0;
    for (const Vec3& p : corner_) {
      base.push_back(frame_.to_local(p - corner_[0]));
      base.back()[2] = 0;
      extent = std::max(extent, norm(base.back()));
    }
    const PlacedShape prism = make_prism(base, wall_thickness * extent);
    for (int k = 0; k < 3; ++k) pose.rotation[static_cast<std::size_t>(k)] = {{frame_.u[k], frame_.v[k], frame_.w[k]}};
    pose.position = corner_[0] + frame_.to_world(prism.pose.position);
    return prism.shape;
  }
  Mesh mesh(int, const Bounds&) const override { return {{corner_[0], corner_[1], corner_[2]}, {{0, 1, 2}}, {}}; }

 private:
  static Frame make_frame(const Vec3& a, const Vec3& b, const Vec3& c) {
    for (const Vec3& p : {a, b, c}) require_finite(p, "the corner of a triangle");
    const Direction along = direction(b - a, {});
    const Direction across = direction((c - a) - dot(c - a, along.unit) * along.unit, {});
    if (!(across.length > 1e-12 * (along.length + norm(c - a)))) throw Error("a triangle has no area");
    return {along.unit, across.unit};
  }
  // By the sides that it is beyond.
  Vec3 nearest_point(const Vec3& q) const {
    Vec3 best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 &a = corner_[k], along = corner_[(k + 1) % 3] - a, to = q - a;
      if (dot(cross(along, to), frame_.w) >= 0) continue;
      const Vec3 at = a + std::clamp(dot(to, along) / dot(along, along), 0.0, 1.0) * along;
      if (const double square = dot(q - at, q - at); square < least) {
        least = square;
        best = at;
      }
    }
    return std::isfinite(least) ? best : q - dot(frame_.w, q - corner_[0]) * frame_.w;
  }

  std::array<Vec3, 3> corner_;
  Frame frame_;
};

class SolidBox final : public Surface {
 public:
  SolidBox(const Vec3& low, const Vec3& high, int dimension) : dimension_(dimension) {
    for (int k = 0; k < dimension; ++k) {
      if (!(low[k] < high[k]) || std::isinf(low[k]) || std::isinf(high[k]))
        throw Error("the lower corner of a box has to be below the upper one in every direction, and both finite");
      box_.low[k] = low[k];
      box_.high[k] = high[k];
    }
  }
  SurfacePoint nearest(const Vec3& q) const override {
    // Inside, the nearest face; outside, the nearest point of the box.
    SurfacePoint inside{-std::numeric_limits<double>::infinity(), {}};
    Vec3 out;
    for (int k = 0; k < dimension_; ++k) {
      out[k] = q[k] - std::clamp(q[k], box_.low[k], box_.high[k]);
      const double below = box_.low[k] - q[k], above = q[k] - box_.high[k];
      if (below > inside.distance) inside = {below, axis_vector(k, -1)};
      if (above > inside.distance) inside = {above, axis_vector(k)};
    }
    if (inside.distance <= 0) return inside;
    const Direction away = direction(out, inside.normal);
    return {away.length, away.unit};
  }
  ShapePtr solid(Pose& pose) const override {
    pose.position = 0.5 * (box_.low + box_.high);
    const Vec3 sides = box_.high - box_.low;
    return dimension_ == 3 ? make_box(sides) : dimension_ == 2 ? make_rectangle(sides[0], sides[1]) : nullptr;
  }
  Bounds bounds() const override { return box_; }
  Mesh mesh(int, const Bounds&) const override {
    Mesh mesh;
    for (int corner = 0; corner < 1 << dimension_; ++corner) {
      Vec3 p;
      for (int k = 0; k < dimension_; ++k) p[k] = (corner >> k & 1 ? box_.high : box_.low)[k];
      if (dimension_ == 1)
        add_point(mesh, p);
      else
        mesh.points.push_back(p);
    }
    if (dimension_ == 2) add_loop(mesh, {0, 1, 3, 2});
    if (dimension_ == 3)
      mesh.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    return mesh;
  }

 private:
  int dimension_;
  Bounds box_;
};

}  // namespace

SurfacePtr half_space(const Vec3& point, const Vec3& normal) { return std::make_shared<HalfSpace>(point, normal); }

SurfacePtr segment(const Vec3& a, const Vec3& b) { return std::make_shared<Segment>(a, b); }

SurfacePtr rectangle(const Vec3& corner, const Vec3& edge1, const Vec3& edge2) {
  return std::make_shared<Rectangle>(corner, edge1, edge2);
}

SurfacePtr triangle(const Vec3& a, const Vec3& b, const Vec3& c) { return std::make_shared<Triangle>(a, b, c); }

SurfacePtr solid_box(const Vec3& low, const Vec3& high, int dimension) {
  return std::make_shared<SolidBox>(low, high, dimension);
}

}  // namespace floc

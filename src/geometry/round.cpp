// Surfaces of revolution: disc, ball, cylinder, from outside and from inside.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/frame.hpp"
#include "geometry/mesh.hpp"
#include "geometry/prism.hpp"
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"

namespace floc {
namespace {

// Half the extent of a circle of radius r about the unit vector `axis`, in direction k.
double half_extent(const Vec3& axis, double r, int k) { return r * std::sqrt(std::max(0.0, 1 - axis[k] * axis[k])); }

// The prism about a disc that is `height` thick, at its place.
ShapePtr round_prism(const Vec3& centre, const Frame& frame, double radius, double height, Pose& pose) {
  pose.position = centre;
  for (int k = 0; k < 3; ++k) pose.rotation[static_cast<std::size_t>(k)] = {{frame.u[k], frame.v[k], frame.w[k]}};
  return make_prism(polygon_about_disc(radius), height).shape;
}

Pose unspun_about_point(const Vec3& centre, const Pose& begin, const Pose& end) {
  return turned(begin, Pose{}, centre, end.to_world(centre));
}
Pose unspun_about_axis(const Vec3& centre, const Vec3& axis, const Pose& begin, const Pose& end) {
  return turned(begin, least_turn(begin.turn(axis), end.turn(axis)), centre, end.to_world(centre));
}

// A thin two-sided wall.
class Disc final : public Surface {
 public:
  Disc(const Vec3& centre, const Vec3& normal, double radius)
      : centre_(centre),
        frame_(require_direction(normal, "the normal of a disc")),
        radius_(require_positive(radius, "the radius of a disc")) {
    require_finite(centre, "the centre of a disc");
  }
  SurfacePoint nearest(const Vec3& q) const override {
    const Vec3 w = frame_.to_local(q - centre_);
    const Direction radial = direction({{w[0], w[1], 0}}, axis_vector(0));
    if (radial.length <= radius_) return {std::abs(w[2]), w[2] < 0 ? -frame_.w : frame_.w};
    const Direction away = direction((radial.length - radius_) * radial.unit + w[2] * axis_vector(2), radial.unit);
    return {away.length, frame_.to_world(away.unit)};
  }
  Pose unspun(const Pose& begin, const Pose& end) const override {
    return unspun_about_axis(centre_, frame_.w, begin, end);
  }
  Bounds bounds() const override {
    Bounds box;
    for (int k = 0; k < 3; ++k) {
      box.low[k] = centre_[k] - half_extent(frame_.w, radius_, k);
      box.high[k] = centre_[k] + half_extent(frame_.w, radius_, k);
    }
    return box;
  }
  ShapePtr solid(Pose& pose) const override {
    return round_prism(centre_, frame_, radius_, wall_thickness * radius_, pose);
  }
  Mesh mesh(int, const Bounds&) const override {
    Mesh mesh;
    mesh.faces.push_back(add_circle(mesh, centre_, frame_, radius_));
    return mesh;
  }

 private:
  Vec3 centre_;
  Frame frame_;
  double radius_;
};

// A half-space that is drawn as a disc.
class DrumEnd final : public Surface {
 public:
  DrumEnd(const Vec3& centre, const Vec3& normal, double radius)
      : plane_(half_space(centre, normal)), drawn_(disc(centre, normal, radius)) {}
  SurfacePoint nearest(const Vec3& q) const override { return plane_->nearest(q); }
  std::optional<Plane> plane() const override { return plane_->plane(); }
  Pose unspun(const Pose& begin, const Pose& end) const override { return drawn_->unspun(begin, end); }
  Bounds bounds() const override { return plane_->bounds(); }
  Mesh mesh(int dimension, const Bounds& window) const override { return drawn_->mesh(dimension, window); }

 private:
  SurfacePtr plane_, drawn_;
};

// Seen from outside (side = 1) or from inside (side = −1):  d = side·(|q − centre| − radius).
class Ball final : public Surface {
 public:
  Ball(const Vec3& centre, double radius, int dimension, double side)
      : dimension_(dimension), radius_(require_positive(radius, "the radius of a ball")), side_(side) {
    require_finite(centre, "the centre of a ball");
    for (int k = 0; k < dimension; ++k) centre_[k] = centre[k];
  }
  SurfacePoint nearest(const Vec3& q) const override {
    Vec3 w;
    for (int k = 0; k < dimension_; ++k) w[k] = q[k] - centre_[k];
    const Direction out = direction(w, axis_vector(0));
    return {side_ * (out.length - radius_), side_ * out.unit};
  }
  bool concave() const override { return side_ < 0; }
  ShapePtr solid(Pose& pose) const override {
    pose.position = centre_;
    return concave() ? nullptr : make_sphere(radius_, dimension_);
  }
  std::array<double, 2> curvatures(const Vec3&) const override { return {side_ / radius_, side_ / radius_}; }
  Pose unspun(const Pose& begin, const Pose& end) const override { return unspun_about_point(centre_, begin, end); }
  Bounds bounds() const override {
    if (side_ < 0) return everywhere();
    Bounds box;
    for (int k = 0; k < dimension_; ++k) {
      box.low[k] = centre_[k] - radius_;
      box.high[k] = centre_[k] + radius_;
    }
    return box;
  }
  Mesh mesh(int, const Bounds&) const override {
    Mesh mesh;
    const Frame frame(axis_vector(2));
    if (dimension_ == 1) {
      add_point(mesh, centre_ - radius_ * axis_vector(0));
      add_point(mesh, centre_ + radius_ * axis_vector(0));
    } else if (dimension_ == 2) {
      add_loop(mesh, add_circle(mesh, centre_, frame, radius_));
    } else {
      add_sphere(mesh, frame);
    }
    if (side_ < 0) flip(mesh);
    return mesh;
  }

 private:
  // Rings of quads along the parallels, a fan of triangles at each pole.
  void add_sphere(Mesh& mesh, const Frame& frame) const {
    constexpr int rings = facets / 2;
    const auto pole = [&](double sign) {
      mesh.points.push_back(centre_ + sign * radius_ * frame.w);
      return static_cast<int>(mesh.points.size()) - 1;
    };
    const int south = pole(-1), north = pole(1);
    std::vector<int> below;
    for (int ring = 1; ring < rings; ++ring) {
      const double angle = std::numbers::pi * ring / rings;
      const Vec3 middle = centre_ - radius_ * std::cos(angle) * frame.w;
      const auto circle = add_circle(mesh, middle, frame, radius_ * std::sin(angle));
      if (ring == 1)
        for (int k = 0; k < facets; ++k) mesh.faces.push_back({south, circle[(k + 1) % facets], circle[k]});
      else
        add_tube(mesh, below, circle);
      below = circle;
    }
    for (int k = 0; k < facets; ++k) mesh.faces.push_back({north, below[k], below[(k + 1) % facets]});
  }

  int dimension_;
  double radius_, side_;
  Vec3 centre_{};
};

// The axis from a to b of a cylinder: its middle, half its length, and a frame about it.
struct Axis {
  Vec3 middle;
  double half;
  Frame frame;

  Axis(const Vec3& a, const Vec3& b)
      : middle(0.5 * (a + b)), half(0.5 * norm(b - a)), frame(require_direction(b - a, "the axis of a cylinder")) {}
};

// Solid, with flat ends: the signed distance of a rectangle in the half plane (radius, height).
class Cylinder final : public Surface {
 public:
  Cylinder(const Vec3& a, const Vec3& b, double radius)
      : axis_(a, b), radius_(require_positive(radius, "the radius of a cylinder")) {}
  SurfacePoint nearest(const Vec3& q) const override {
    const Vec3 w = axis_.frame.to_local(q - axis_.middle);
    const Direction radial = direction({{w[0], w[1], 0}}, axis_vector(0));
    const Vec3 axial = axis_vector(2, w[2] < 0 ? -1 : 1);
    const double beside = radial.length - radius_, beyond = std::abs(w[2]) - axis_.half;
    if (beyond <= 0 && beside >= beyond) return {beside, axis_.frame.to_world(radial.unit)};
    if (beside <= 0) return {beyond, axis_.frame.to_world(axial)};
    const Direction away = direction(beside * radial.unit + beyond * axial, axial);
    return {away.length, axis_.frame.to_world(away.unit)};
  }
  std::array<double, 2> curvatures(const Vec3& q) const override {
    const bool beside = std::abs(axis_.frame.to_local(q - axis_.middle)[2]) <= axis_.half;
    return {beside ? 1 / radius_ : 0, 0};
  }
  Pose unspun(const Pose& begin, const Pose& end) const override {
    return unspun_about_axis(axis_.middle, axis_.frame.w, begin, end);
  }
  Bounds bounds() const override {
    Bounds box;
    for (int k = 0; k < 3; ++k) {
      const double extent = axis_.half * std::abs(axis_.frame.w[k]) + half_extent(axis_.frame.w, radius_, k);
      box.low[k] = axis_.middle[k] - extent;
      box.high[k] = axis_.middle[k] + extent;
    }
    return box;
  }
  Mesh mesh(int, const Bounds&) const override {
    Mesh mesh;
    const auto lower = add_circle(mesh, axis_.middle - axis_.half * axis_.frame.w, axis_.frame, radius_);
    const auto upper = add_circle(mesh, axis_.middle + axis_.half * axis_.frame.w, axis_.frame, radius_);
    add_tube(mesh, lower, upper);
    mesh.faces.push_back(upper);
    mesh.faces.emplace_back(lower.rbegin(), lower.rend());
    return mesh;
  }
  ShapePtr solid(Pose& pose) const override {
    return round_prism(axis_.middle, axis_.frame, radius_, 2 * axis_.half, pose);
  }

 private:
  Axis axis_;
  double radius_;
};

class Drum final : public Surface {
 public:
  Drum(const Vec3& a, const Vec3& b, double radius)
      : axis_(a, b), radius_(require_positive(radius, "the radius of a cylinder")) {}
  SurfacePoint nearest(const Vec3& q) const override {
    const Vec3 w = axis_.frame.to_local(q - axis_.middle);
    const Direction radial = direction({{w[0], w[1], 0}}, axis_vector(0));
    return {radius_ - radial.length, -axis_.frame.to_world(radial.unit)};
  }
  bool concave() const override { return true; }
  std::array<double, 2> curvatures(const Vec3&) const override { return {-1 / radius_, 0}; }
  Bounds bounds() const override { return everywhere(); }
  Mesh mesh(int, const Bounds&) const override {
    Mesh mesh;
    const auto lower = add_circle(mesh, axis_.middle - axis_.half * axis_.frame.w, axis_.frame, radius_);
    const auto upper = add_circle(mesh, axis_.middle + axis_.half * axis_.frame.w, axis_.frame, radius_);
    add_tube(mesh, lower, upper);
    flip(mesh);
    return mesh;
  }

 private:
  Axis axis_;
  double radius_;
};

}  // namespace

SurfacePtr drum_end(const Vec3& centre, const Vec3& normal, double radius) {
  return std::make_shared<DrumEnd>(centre, normal, radius);
}

SurfacePtr disc(const Vec3& centre, const Vec3& normal, double radius) {
  return std::make_shared<Disc>(centre, normal, radius);
}

SurfacePtr ball(const Vec3& centre, double radius, int dimension) {
  return std::make_shared<Ball>(centre, radius, dimension, 1.0);
}

SurfacePtr ball_inside(const Vec3& centre, double radius, int dimension) {
  return std::make_shared<Ball>(centre, radius, dimension, -1.0);
}

SurfacePtr cylinder(const Vec3& a, const Vec3& b, double radius) { return std::make_shared<Cylinder>(a, b, radius); }

SurfacePtr cylinder_inside(const Vec3& a, const Vec3& b, double radius) { return std::make_shared<Drum>(a, b, radius); }

}  // namespace floc

// The shape of a rigid body, in its own frame: the centre of mass is 0 and the axes are principal.
//
// A convex shape is a core swept with a ball, K = C + B(r): a sphere is a point swept with a ball, a capsule a segment,
// a rounded box a box; r = `rounding` may be 0. All that contacts need of it is the support function of the core,
// h(n) = max over x in C of n·x, and the point where the maximum is. A shape of the plane lies in z = 0 and is asked
// for normals without z only.
//
// Clumps and bodies from meshes are not convex; they have no support function (`convex()` false).
#pragma once

#include <memory>
#include <vector>

#include "geometry/moments.hpp"
#include "geometry/surface.hpp"

namespace floc {

enum class ShapeKind { sphere, capsule, ellipsoid, superellipsoid, polytope, clump, field };
inline constexpr int shape_kinds = 7;

class Shape;
using ShapePtr = std::shared_ptr<const Shape>;

// A shape whose centre or axes had to be found: x_given = pose.to_world(x_shape).
struct PlacedShape {
  ShapePtr shape;
  Pose pose;
};

class Shape {
 public:
  virtual ~Shape() = default;
  Shape& operator=(const Shape&) = delete;

  ShapeKind kind() const { return kind_; }
  int dimension() const { return dimension_; }
  bool convex() const { return kind_ < ShapeKind::clump; }
  double rounding() const { return rounding_; }
  double bounding_radius() const { return bounding_radius_; }  // of the ball about 0 that holds it
  double inner_radius() const { return inner_radius_; }        // of the largest ball about 0 inside

  // The point furthest along the unit vector n; of a shape that is not convex, of its convex hull.
  Vec3 support(const Vec3& n) const { return core_support(n) + rounding_ * n; }
  virtual Vec3 core_support(const Vec3& n) const = 0;

  virtual Moments moments() const = 0;
  MassProperties mass_properties() const { return floc::mass_properties(moments()); }

  // A picture: faces (3D) seen anticlockwise from outside or a closed polyline (2D), with about `resolution` pieces to
  // a full circle. Points lie on the boundary.
  virtual Mesh mesh(int resolution) const = 0;
  // Points of the boundary, no further apart than `spacing` along edges of a triangulation of it.
  std::vector<Vec3> markers(double spacing) const;
  // The same core with a wider ball.
  virtual ShapePtr rounded(double more) const = 0;

 protected:
  Shape(ShapeKind kind, int dimension, double rounding) : kind_(kind), dimension_(dimension), rounding_(rounding) {}
  Shape(const Shape&) = default;
  void set_radii(double core_bounding, double core_inner) {
    bounding_radius_ = core_bounding + rounding_;
    inner_radius_ = core_inner + rounding_;
  }

 private:
  ShapeKind kind_;
  int dimension_;
  double rounding_, bounding_radius_ = 0, inner_radius_ = 0;
};

// Faces cut into triangles, and sides halved until none is longer than `spacing`: the points of that, each once.
std::vector<Vec3> markers_on(const Mesh& mesh, double spacing);

}  // namespace floc

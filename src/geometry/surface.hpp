// The surfaces obstacles are made of.
//
// A surface is the boundary of one set in the obstacle's own frame, with a signed distance d(q) to
// it, positive where grains may be. For a set that is convex seen from the grains (`concave()`
// false) d is convex, so that a row taken at any point gives no overlap after the motion. For the
// inside of a ball or of a drum d is concave: the step takes the row again at the moved position.
//
// Thin walls (segment, rectangle, disc) are two-sided: d ≥ 0 everywhere.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/vec.hpp"
#include "geometry/pose.hpp"

namespace floc {

class Shape;

struct SurfacePoint {
  double distance = 0;  // d(q), signed
  Vec3 normal{};        // ∇d(q), unit, towards the grains
};

struct Bounds {
  Vec3 low{}, high{};  // may be infinite
};

inline Bounds everywhere() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {{{-infinity, -infinity, -infinity}}, {{infinity, infinity, infinity}}};
}

// A picture of a surface in its own frame: flat facets in 3D (quads/triangles), polylines in 2D.
struct Mesh {
  std::vector<Vec3> points;
  std::vector<std::vector<int>> faces;  // 3D: polygons
  std::vector<std::vector<int>> lines;  // 2D (and 1D: single points): polylines
};

class Surface {
 public:
  virtual ~Surface() = default;
  virtual SurfacePoint nearest(const Vec3& q) const = 0;
  virtual bool concave() const { return false; }
  // Of a half-space: its boundary. Bodies of any shape meet these, the inside of containers (concave ones), and solids.
  struct Plane {
    Vec3 point, normal;
  };
  virtual std::optional<Plane> plane() const { return {}; }
  // Of a solid that is the shape of a body: that, placed at x = pose.to_world(x_shape). Null for others.
  virtual std::shared_ptr<const Shape> solid(Pose& /*pose*/) const { return nullptr; }
  // The two curvatures where q is nearest, > 0 where the surface bulges towards the grains (edges and
  // corners, where they are infinite, count as flat).
  virtual std::array<double, 2> curvatures(const Vec3& /*q*/) const { return {0, 0}; }
  // A box that holds every point where the solid or wall is (infinite for a half-space; for a
  // container seen from inside: everything, since its solid is outside).
  virtual Bounds bounds() const = 0;
  // A pose at which the surface is the same set of points as at `end`, with as little turn from
  // `begin` as its symmetry allows: a ball that spins about its centre does not move at all.
  virtual Pose unspun(const Pose& /*begin*/, const Pose& end) const { return end; }
  // Drawn inside `window` (finite), which cuts surfaces that have no end. Faces of one-sided surfaces
  // run anticlockwise seen from the grains.
  virtual Mesh mesh(int dimension, const Bounds& window) const = 0;
};

using SurfacePtr = std::shared_ptr<const Surface>;

}  // namespace floc

// A body as the fluid sees it, in its own frame: markers, and how far places are from its surface.
//
// Markers lie on the level 0.3 cells inside of the surface, since the kernel that joins them to the grid makes a body
// wider by as much; they are about 1.5 cells apart, along curves by equal lengths, on surfaces by Lloyd's iteration
// (each at the middle of what is nearest to it). Thin walls have no inside: their markers lie on them.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "geometry/shape.hpp"

namespace floc {

class ImmersedShape;
using ImmersedShapePtr = std::shared_ptr<const ImmersedShape>;

class ImmersedShape {
 public:
  // A disc or a ball.
  static ImmersedShapePtr round(int dimension, double radius, double cell);
  // A body of any shape.
  static ImmersedShapePtr of(const ShapePtr& shape, double cell);
  // What some convex solids cover together.
  static ImmersedShapePtr of(std::vector<PlacedShape> solids, double cell);
  // Thin walls, or surfaces of which nobody asks what is inside: lines (2D) or faces (3D).
  static ImmersedShapePtr walls(const std::vector<Mesh>& meshes, int dimension, double cell);

  double volume() const { return volume_; }
  const Matrix3& inertia() const { return inertia_; }  // of density one, about 0
  double reach() const { return reach_; }              // of the ball about 0 that holds it
  // Diameter of a ball that fits in, of the narrowest part; 0 for walls.
  double width() const { return width_; }
  static double width_of(const Shape& shape);
  const std::vector<Vec3>& markers() const { return markers_; }
  // Signed, negative inside, and the unit normal; true to second order in the size of a cell within two cells from the
  // surface, and of the right sign everywhere.
  SurfacePoint nearest(const Vec3& x) const {
    if (radius_ > 0) {
      const double distance = norm(x);
      return {distance - radius_, distance > 0 ? (1 / distance) * x : Vec3{{1, 0, 0}}};
    }
    return on_grid(x);
  }
  double grid_bytes() const { return 8 * static_cast<double>(distance_.size()); }
  // Nothing of the surface is closer to 0 than this.
  double inner() const { return inner_; }

 private:
  ImmersedShape() = default;
  static ImmersedShape union_of(const std::vector<PlacedShape>& solids, double cell);  // without its volume
  void add_grid(const std::vector<PlacedShape>& solids);
  SurfacePoint on_grid(const Vec3& x) const;

  int dimension_ = 3;
  double cell_ = 1, volume_ = 0, reach_ = 0, inner_ = 0, width_ = 0;
  double radius_ = 0;  // of a round one
  Matrix3 inertia_{};
  std::vector<Vec3> markers_;
  // Distances at nodes a cell apart.
  std::array<int, 3> count_{1, 1, 1};
  Vec3 low_{};
  std::vector<double> distance_;
};

// How much room a body needs on the grid: cells across.
inline constexpr double least_cells_across = 8;

}  // namespace floc

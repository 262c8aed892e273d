// A body of any shape, from its closed boundary: contacts by a narrow band of signed distances and by markers on the
// boundary.
#pragma once

#include <vector>

#include "geometry/closed_mesh.hpp"
#include "geometry/narrow_band.hpp"
#include "geometry/shape.hpp"

namespace floc {

struct FieldOptions {
  double spacing = 0;  // of the grid; 0: a 32nd of the bounding radius
  double band = 0;     // of distances that are known outside the boundary (inside all are); 0: four spacings
  double markers = 0;  // spacing of points on the boundary; 0: that of the grid
};

class FieldBody final : public Shape {
 public:
  // In the frame of the body: centre of mass at 0, axes principal (make_body sees to it).
  FieldBody(ClosedMesh mesh, const FieldOptions& options);

  const ClosedMesh& boundary() const { return mesh_.mesh(); }
  const NarrowBand& field() const { return field_; }
  const std::vector<Vec3>& marker_points() const { return markers_; }
  // Markers that lie together, in a ball.
  struct Bucket {
    Vec3 centre{};
    double radius = 0;
    std::size_t begin = 0, end = 0;  // of marker_points
  };
  const std::vector<Bucket>& buckets() const { return buckets_; }

  Vec3 core_support(const Vec3& n) const override;  // of the convex hull
  Moments moments() const override { return floc::moments(boundary()); }
  Mesh mesh(int resolution) const override;  // the boundary as it was given
  ShapePtr rounded(double more) const override;

 private:
  void sort_markers(double spacing);

  NearestOnMesh mesh_;
  NarrowBand field_;
  std::vector<Vec3> markers_;
  std::vector<Bucket> buckets_;
};

// Checks the mesh (closed_mesh.hpp) and moves it to its centre of mass and principal axes.
PlacedShape make_body(ClosedMesh mesh, const FieldOptions& options = {});

}  // namespace floc

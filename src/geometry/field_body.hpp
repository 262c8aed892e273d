// A body of any shape, from its closed boundary: contacts by what the boundary is made of, and by a narrow band of
// signed distances, which tells soon what is far.
#pragma once

#include <vector>

#include "geometry/boundary_features.hpp"
#include "geometry/narrow_band.hpp"
#include "geometry/shape.hpp"

namespace floc {

struct FieldOptions {
  double spacing = 0;  // of the grid; 0: a 32nd of the bounding radius
  double band = 0;     // of the grid about the boundary; 0: four spacings
  double markers = 0;  // spacing of points on the boundary; 0: that of the grid
};

class FieldBody final : public Shape {
 public:
  // In the frame of the body: centre of mass at 0, axes principal (make_body sees to it).
  FieldBody(ClosedMesh mesh, const FieldOptions& options);
  // The same with all lengths times `scale`; both have one field.
  FieldBody(const FieldBody& like, double scale);

  ClosedMesh boundary() const;
  std::size_t corners() const { return field_->features.mesh().points.size(); }
  Vec3 corner(std::size_t k) const { return scale_ * field_->features.mesh().points[k]; }
  // Of the boundary before it was scaled.
  const BoundaryFeatures& features() const { return field_->features; }
  double scale() const { return scale_; }
  Vec3 marker(std::size_t k) const { return scale_ * field_->markers[k]; }
  // Markers that lie together, in a ball; and buckets that do.
  struct Bucket {
    Vec3 centre{};
    double radius = 0;
    std::size_t begin = 0, end = 0;
  };
  std::size_t regions() const { return field_->buckets.regions.size(); }
  Bucket region(std::size_t k) const { return scaled(field_->buckets.regions[k]); }
  Bucket bucket(std::size_t k) const { return scaled(field_->buckets.buckets[k]); }
  struct Buckets {
    std::vector<Bucket> buckets, regions;
  };
  // In the band, to the second order of its spacing.
  SurfacePoint nearest(const Vec3& x) const {
    const SurfacePoint p = field_->band.at((1 / scale_) * x);
    return {scale_ * p.distance, p.normal};
  }
  double distance(const Vec3& x) const { return scale_ * field_->band.distance((1 / scale_) * x); }
  // Never above the exact distance: what lies between nodes is off by less than a spacing.
  double distance_bound(const Vec3& x) const {
    return scale_ * (field_->band.distance_bound((1 / scale_) * x) - field_->band.spacing());
  }
  // The exact distance, if it is less than `most`; infinity otherwise.
  SurfacePoint exact(const Vec3& x, double most) const;

  Vec3 core_support(const Vec3& n) const override;  // of the convex hull
  Moments moments() const override;
  Mesh mesh(int resolution) const override;  // the boundary as it was given
  ShapePtr rounded(double more) const override;

 private:
  struct Field {
    Field(ClosedMesh boundary, const FieldOptions& options);
    BoundaryFeatures features;
    NarrowBand band;
    std::vector<Vec3> markers;
    Buckets buckets;
  };
  Bucket scaled(const Bucket& b) const { return {scale_ * b.centre, scale_ * b.radius, b.begin, b.end}; }

  std::shared_ptr<const Field> field_;
  double scale_ = 1;
};

// Checks the mesh (closed_mesh.hpp) and moves it to its centre of mass and principal axes.
PlacedShape make_body(ClosedMesh mesh, const FieldOptions& options = {});

}  // namespace floc

#include "geometry/field_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "geometry/frame.hpp"

namespace floc {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

FieldOptions filled(FieldOptions o, const ClosedMesh& mesh) {
  if (o.spacing == 0) o.spacing = floc::bounding_radius(mesh) / 32;
  if (o.band == 0) o.band = 4 * o.spacing;
  if (o.markers == 0) o.markers = o.spacing;
  return o;
}

Mesh picture(const ClosedMesh& mesh) {
  Mesh m;
  m.points = mesh.points;
  for (const auto& p : mesh.pieces)
    if (mesh.dimension == 2)
      m.lines.push_back({p[0], p[1]});
    else
      m.faces.push_back({p[0], p[1], p[2]});
  return m;
}

// Into cells of four spacings, and those into regions of four cells, each in their order.
FieldBody::Buckets sorted_into_buckets(std::vector<Vec3>& markers, double spacing) {
  using Cell = std::array<int, 3>;
  std::map<Cell, std::map<Cell, std::vector<Vec3>>> regions;
  for (const Vec3& p : markers) {
    Cell cell, region;
    for (std::size_t k = 0; k < 3; ++k) {
      cell[k] = static_cast<int>(std::floor(p.c[k] / (4 * spacing)));
      region[k] = cell[k] >> 2;
    }
    regions[region][cell].push_back(p);
  }
  markers.clear();
  FieldBody::Buckets all;
  const auto enclose = [&](FieldBody::Bucket& b, std::size_t from) {
    const double share = 1.0 / static_cast<double>(markers.size() - from);
    for (std::size_t k = from; k < markers.size(); ++k) b.centre += share * markers[k];
    for (std::size_t k = from; k < markers.size(); ++k) b.radius = std::max(b.radius, norm(markers[k] - b.centre));
  };
  for (const auto& [region, cells] : regions) {
    FieldBody::Bucket wide;
    wide.begin = all.buckets.size();
    const std::size_t first = markers.size();
    for (const auto& [cell, points] : cells) {
      FieldBody::Bucket b;
      b.begin = markers.size();
      markers.insert(markers.end(), points.begin(), points.end());
      b.end = markers.size();
      enclose(b, b.begin);
      all.buckets.push_back(b);
    }
    wide.end = all.buckets.size();
    enclose(wide, first);
    all.regions.push_back(wide);
  }
  return all;
}

}  // namespace

FieldBody::Field::Field(ClosedMesh boundary, const FieldOptions& options)
    : features(std::move(boundary)), band(features.nearest(), options.spacing, options.band, NarrowBand::Reach::all) {
  require_positive(options.markers, "the spacing of markers");
  markers = markers_on(picture(features.mesh()), options.markers);
  buckets = sorted_into_buckets(markers, options.markers);
}

FieldBody::FieldBody(ClosedMesh mesh, const FieldOptions& options) : Shape(ShapeKind::field, mesh.dimension, 0) {
  const FieldOptions all = filled(options, mesh);
  field_ = std::make_shared<Field>(std::move(mesh), all);
  const BoundaryFeatures& boundary = field_->features;
  set_radii(boundary.size(), std::max(0.0, -boundary.place({}, infinity).distance));
}

FieldBody::FieldBody(const FieldBody& like, double scale)
    : Shape(like), field_(like.field_), scale_(like.scale_ * require_positive(scale, "the size of a body")) {
  set_radii(scale * like.bounding_radius(), scale * like.inner_radius());
}

SurfacePoint FieldBody::exact(const Vec3& x, double most) const {
  const BoundaryFeatures::Place p = field_->features.place((1 / scale_) * x, most / scale_);
  return p.found ? SurfacePoint{scale_ * p.distance, p.normal} : SurfacePoint{infinity, axis_vector(0)};
}

ClosedMesh FieldBody::boundary() const {
  ClosedMesh mesh = field_->features.mesh();
  for (Vec3& p : mesh.points) p *= scale_;
  return mesh;
}

Vec3 FieldBody::core_support(const Vec3& n) const {
  const std::vector<Vec3>& p = field_->features.mesh().points;
  return scale_ *
         *std::max_element(p.begin(), p.end(), [&](const Vec3& a, const Vec3& b) { return dot(n, a) < dot(n, b); });
}

Moments FieldBody::moments() const { return floc::moments(boundary()); }

Mesh FieldBody::mesh(int) const { return picture(boundary()); }

ShapePtr FieldBody::rounded(double) const { throw Error("a body from a mesh is not rounded"); }

PlacedShape make_body(ClosedMesh mesh, const FieldOptions& options) {
  mesh = check_closed(std::move(mesh));
  const MassProperties properties = mass_properties(moments(mesh));
  PlacedShape placed;
  if (mesh.dimension == 3) placed.pose = principal_axes(properties);
  placed.pose.position = properties.centre;
  for (Vec3& p : mesh.points) p = placed.pose.to_local(p);
  placed.shape = std::make_shared<FieldBody>(std::move(mesh), options);
  return placed;
}

}  // namespace floc

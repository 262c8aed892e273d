#include "geometry/field_body.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "geometry/frame.hpp"

namespace floc {
namespace {

double reach(const ClosedMesh& mesh) {
  double most = 0;
  for (const Vec3& p : mesh.points) most = std::max(most, norm(p));
  return most;
}

FieldOptions filled(FieldOptions o, const ClosedMesh& mesh) {
  if (o.spacing == 0) o.spacing = reach(mesh) / 32;
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

}  // namespace

FieldBody::FieldBody(ClosedMesh mesh, const FieldOptions& options)
    : Shape(ShapeKind::field, mesh.dimension, 0),
      mesh_(std::move(mesh)),
      field_(mesh_, filled(options, mesh_.mesh()).spacing, filled(options, mesh_.mesh()).band,
             NarrowBand::Inside::all) {
  const double spacing = require_positive(filled(options, boundary()).markers, "the spacing of markers");
  markers_ = markers_on(picture(boundary()), spacing);
  sort_markers(spacing);
  NearestOnMesh::Found nearest_piece{1e300, {}, {}};
  for (std::size_t k = 0; k < boundary().pieces.size(); ++k)
    if (const NearestOnMesh::Found f = mesh_.nearest(k, {}); f.square < nearest_piece.square) nearest_piece = f;
  set_radii(reach(boundary()), std::max(0.0, -NearestOnMesh::distance(nearest_piece, {})));
}

// Into cells of four spacings, in the order of the cells.
void FieldBody::sort_markers(double spacing) {
  std::map<std::array<int, 3>, std::vector<Vec3>> cells;
  for (const Vec3& p : markers_) {
    std::array<int, 3> cell;
    for (int k = 0; k < 3; ++k) cell[static_cast<std::size_t>(k)] = static_cast<int>(std::floor(p[k] / (4 * spacing)));
    cells[cell].push_back(p);
  }
  markers_.clear();
  for (const auto& [cell, points] : cells) {
    Bucket b;
    b.begin = markers_.size();
    for (const Vec3& p : points) {
      b.centre += (1.0 / static_cast<double>(points.size())) * p;
      markers_.push_back(p);
    }
    for (const Vec3& p : points) b.radius = std::max(b.radius, norm(p - b.centre));
    b.end = markers_.size();
    buckets_.push_back(b);
  }
}

Vec3 FieldBody::core_support(const Vec3& n) const {
  const std::vector<Vec3>& p = boundary().points;
  return *std::max_element(p.begin(), p.end(), [&](const Vec3& a, const Vec3& b) { return dot(n, a) < dot(n, b); });
}

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

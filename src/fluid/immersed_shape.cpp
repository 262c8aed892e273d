#include "fluid/immersed_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "fluid/marker_placing.hpp"
#include "geometry/clump.hpp"
#include "geometry/field_body.hpp"
#include "geometry/frame.hpp"
#include "geometry/nearest.hpp"
#include "geometry/shapes.hpp"

namespace floc {
namespace {

constexpr double depth = 0.3, spacing = 1.5;  // of the markers, in cells
constexpr int margin = 3;                     // nodes round a body

std::size_t u(int k) { return static_cast<std::size_t>(k); }

// Convex solids and bodies from meshes, without clumps.
std::vector<PlacedShape> single(const std::vector<PlacedShape>& solids) {
  std::vector<PlacedShape> all;
  for (const PlacedShape& s : solids)
    if (s.shape->kind() == ShapeKind::clump)
      for (const ClumpPart& part : static_cast<const Clump&>(*s.shape).parts())
        all.push_back({part.shape, s.pose * part.pose});
    else
      all.push_back(s);
  return all;
}

SurfacePoint nearest_of(const PlacedShape& solid, const ShapePtr& point, const Vec3& x) {
  const Vec3 local = solid.pose.to_local(x);
  SurfacePoint least{std::numeric_limits<double>::infinity(), axis_vector(0)};
  if (solid.shape->kind() == ShapeKind::field) {
    least = static_cast<const FieldBody&>(*solid.shape).nearest(local);
  } else {
    Pose at;
    at.position = local;
    ContactPoints found;
    nearest(*point, at, *solid.shape, {}, std::numeric_limits<double>::infinity(), {}, found);
    for (const ContactPoint& p : found)
      if (p.gap < least.distance) least = {p.gap, p.normal};
  }
  least.normal = solid.pose.turn(least.normal);
  return least;
}

// Of what they cover together: exact outside, and inside of the right sign.
SurfacePoint nearest_of(const std::vector<PlacedShape>& solids, const ShapePtr& point, const Vec3& x) {
  SurfacePoint least{std::numeric_limits<double>::infinity(), axis_vector(0)};
  for (const PlacedShape& s : solids)
    if (const SurfacePoint p = nearest_of(s, point, x); p.distance < least.distance) least = p;
  return least;
}

// Of a part that is no clump.
double width_of_part(const Shape& shape) {
  if (shape.kind() != ShapeKind::field) return 2 * shape.inner_radius();
  // The centre of a bent body may lie outside of it.
  const auto& body = static_cast<const FieldBody&>(shape);
  double deepest = body.inner_radius();
  const double reach = body.bounding_radius(), step = reach / 16;
  Vec3 x;
  const double up = body.dimension() == 3 ? reach : 0;
  for (x[2] = -up; x[2] <= up; x[2] += step)
    for (x[1] = -reach; x[1] <= reach; x[1] += step)
      for (x[0] = -reach; x[0] <= reach; x[0] += step) deepest = std::max(deepest, -body.distance(x));
  return 2 * deepest;
}

std::vector<Mesh> meshes_of(const std::vector<PlacedShape>& solids, double cell) {
  std::vector<Mesh> all;
  for (const PlacedShape& s : solids) {
    const double around = 2 * std::numbers::pi * s.shape->bounding_radius() / cell;
    const int pieces = s.shape->dimension() == 2 ? static_cast<int>(std::clamp(4 * around, 64.0, 1e4))
                                                 : static_cast<int>(std::clamp(around, 24.0, 512.0));
    all.push_back(s.shape->mesh(pieces));
    for (Vec3& p : all.back().points) p = s.pose.to_world(p);
  }
  return all;
}

}  // namespace

ImmersedShapePtr ImmersedShape::round(int dimension, double radius, double cell) {
  ImmersedShape s;
  s.dimension_ = dimension;
  s.cell_ = cell;
  s.radius_ = s.reach_ = s.inner_ = radius;
  s.width_ = 2 * radius;
  s.volume_ = dimension == 3 ? 4 * std::numbers::pi / 3 * radius * radius * radius : std::numbers::pi * radius * radius;
  const double moment = (dimension == 3 ? 0.4 : 0.5) * s.volume_ * radius * radius;
  for (std::size_t k = dimension == 3 ? 0 : 2; k < 3; ++k) s.inertia_[k].c[k] = moment;
  s.markers_ = round_markers(dimension, radius - depth * cell, spacing * cell);
  return std::make_shared<const ImmersedShape>(std::move(s));
}

ImmersedShapePtr ImmersedShape::of(const ShapePtr& shape, double cell) {
  if (shape->kind() == ShapeKind::sphere) return round(shape->dimension(), shape->rounding(), cell);
  ImmersedShape s = union_of({{shape, {}}}, cell);
  const MassProperties own = shape->mass_properties();
  s.volume_ = own.volume;
  s.inertia_ = own.inertia;
  return std::make_shared<const ImmersedShape>(std::move(s));
}

ImmersedShapePtr ImmersedShape::of(std::vector<PlacedShape> solids, double cell) {
  ImmersedShape s = union_of(solids, cell);
  std::vector<ClumpPart> parts;
  for (const PlacedShape& solid : solids) parts.push_back({solid.shape, solid.pose});
  const PlacedShape whole = parts.size() == 1 ? solids[0] : make_clump(parts, ClumpMass::united);
  const MassProperties own = mass_properties(moved(whole.shape->moments(), whole.pose));
  s.volume_ = own.volume;
  s.inertia_ = own.inertia;
  return std::make_shared<const ImmersedShape>(std::move(s));
}

ImmersedShape ImmersedShape::union_of(const std::vector<PlacedShape>& all, double cell) {
  const std::vector<PlacedShape> solids = single(all);
  ImmersedShape s;
  s.dimension_ = solids.at(0).shape->dimension();
  s.cell_ = cell;
  s.width_ = std::numeric_limits<double>::infinity();
  for (const PlacedShape& solid : solids) {
    s.reach_ = std::max(s.reach_, norm(solid.pose.position) + solid.shape->bounding_radius());
    s.width_ = std::min(s.width_, width_of_part(*solid.shape));
  }
  s.add_grid(solids);
  const ShapePtr point = make_sphere(1e-30, s.dimension_);
  s.markers_ = markers_at_depth(
      s.dimension_, meshes_of(solids, cell), [&](const Vec3& x) { return nearest_of(solids, point, x); }, depth * cell,
      spacing * cell);
  return s;
}

ImmersedShapePtr ImmersedShape::walls(const std::vector<Mesh>& meshes, int dimension, double cell) {
  ImmersedShape s;
  s.dimension_ = dimension;
  s.cell_ = cell;
  for (const Mesh& mesh : meshes)
    for (const Vec3& p : mesh.points) s.reach_ = std::max(s.reach_, norm(p));
  s.markers_ = markers_at_depth(
      dimension, meshes,
      [](const Vec3&) {
        return SurfacePoint{0, axis_vector(0)};
      },
      0, spacing * cell);
  return std::make_shared<const ImmersedShape>(std::move(s));
}

double ImmersedShape::width_of(const Shape& shape) {
  if (shape.kind() != ShapeKind::clump) return width_of_part(shape);
  double least = std::numeric_limits<double>::infinity();
  for (const ClumpPart& part : static_cast<const Clump&>(shape).parts())
    least = std::min(least, width_of_part(*part.shape));
  return least;
}

void ImmersedShape::add_grid(const std::vector<PlacedShape>& solids) {
  std::size_t size = 1;
  for (int k = 0; k < dimension_; ++k) {
    const double half = std::ceil(reach_ / cell_) + margin;
    low_[k] = -half * cell_;
    count_[u(k)] = 2 * static_cast<int>(half) + 1;
    size *= u(count_[u(k)]);
  }
  distance_.resize(size);
  const ShapePtr point = make_sphere(1e-30, dimension_);
  for (const PlacedShape& s : solids) inner_ = std::max(inner_, s.shape->inner_radius() - norm(s.pose.position));
  std::size_t node = 0;
  Vec3 x;
  for (int k = 0; k < count_[2]; ++k)
    for (int j = 0; j < count_[1]; ++j)
      for (int i = 0; i < count_[0]; ++i, ++node) {
        const int at[]{i, j, k};
        for (int q = 0; q < dimension_; ++q) x[q] = low_[q] + cell_ * at[q];
        // Far from the surface a bound will do.
        const double r = norm(x);
        if (r < inner_ - 3 * cell_)
          distance_[node] = r - inner_;
        else if (r > reach_ + 3 * cell_)
          distance_[node] = r - reach_;
        else
          distance_[node] = nearest_of(solids, point, x).distance;
      }
}

SurfacePoint ImmersedShape::on_grid(const Vec3& x) const {
  std::array<std::size_t, 3> at{};
  std::array<double, 3> part{};
  for (int k = 0; k < dimension_; ++k) {
    const double s = (x[k] - low_[k]) / cell_;
    if (!(s >= 0 && s < count_[u(k)] - 1)) {
      const double r = norm(x);
      return {r - reach_, (1 / r) * x};
    }
    at[u(k)] = static_cast<std::size_t>(s);
    part[u(k)] = s - std::floor(s);
  }
  const std::size_t sx = 1, sy = u(count_[0]), sz = sy * u(count_[1]);
  const double* const f = distance_.data() + at[0] * sx + at[1] * sy + at[2] * sz;
  const auto mix = [](double a, double b, double t) { return a + t * (b - a); };
  SurfacePoint p;
  if (dimension_ == 2) {
    const double low = mix(f[0], f[sx], part[0]), high = mix(f[sy], f[sy + sx], part[0]);
    p.distance = mix(low, high, part[1]);
    p.normal = {{mix(f[sx] - f[0], f[sy + sx] - f[sy], part[1]), high - low, 0}};
  } else {
    const auto plane = [&](const double* g, double& along, double& across) {
      const double low = mix(g[0], g[sx], part[0]), high = mix(g[sy], g[sy + sx], part[0]);
      along = mix(g[sx] - g[0], g[sy + sx] - g[sy], part[1]);
      across = high - low;
      return mix(low, high, part[1]);
    };
    double along[2], across[2];
    const double bottom = plane(f, along[0], across[0]), top = plane(f + sz, along[1], across[1]);
    p.distance = mix(bottom, top, part[2]);
    p.normal = {{mix(along[0], along[1], part[2]), mix(across[0], across[1], part[2]), top - bottom}};
  }
  p.normal = direction(p.normal, axis_vector(0)).unit;
  return p;
}

}  // namespace floc

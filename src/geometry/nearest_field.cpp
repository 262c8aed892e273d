// Bodies from meshes with each other, with convex bodies (nearest_mesh.cpp, nearest_mesh_convex.cpp), and with surfaces
// that have no inside: there the points of the boundary are looked up in the distances of the surface.
#include <algorithm>

#include "geometry/clump.hpp"
#include "geometry/field_body.hpp"
#include "geometry/lowest_point.hpp"
#include "geometry/nearest_pair.hpp"

namespace floc {
namespace {

constexpr std::uint32_t on_field = 0x8000;

std::uint32_t marker_code(std::size_t k) { return static_cast<std::uint32_t>(k) & 0x7fff; }

// Markers of `body` near the ball of the other: the deepest of each bucket. `field` has a pose; distance(q, enough) in
// its own frame, which need not be told where it is `enough` or more, and a bound for it from below; and at(x), with
// the normal, in the world.
template <class Field, class Add>
void for_near_markers(const FieldBody& body, const Pose& pose, const Vec3& centre, double radius, double cutoff,
                      const Field& field, Add&& add) {
  const Vec3 local = pose.to_local(centre);
  const Pose there = inverse(field.pose) * pose;  // from the body's frame to the field's
  const auto near = [&](const FieldBody::Bucket& b) {
    const double reach = b.radius + radius + cutoff;
    return reach >= 0 && dot(b.centre - local, b.centre - local) <= reach * reach &&
           field.bound(there.to_world(b.centre), b.radius + cutoff) < b.radius + cutoff;
  };
  const auto look_at = [&](const FieldBody::Bucket& b) {
    double least = cutoff;
    std::size_t which = b.end;
    for (std::size_t k = b.begin; k < b.end; ++k) {
      const double distance = field.distance(there.to_world(body.marker(k)), least);
      if (!(distance < least)) continue;
      least = distance;
      which = k;
    }
    if (which == b.end) return;
    const Vec3 x = pose.to_world(body.marker(which));
    add(x, field.at(x), marker_code(which));
  };
  for (std::size_t r = 0; r < body.regions(); ++r) {
    const FieldBody::Bucket region = body.region(r);
    if (!near(region)) continue;
    for (std::size_t i = region.begin; i < region.end; ++i)
      if (const FieldBody::Bucket b = body.bucket(i); near(b)) look_at(b);
  }
}

struct SurfaceAt {
  const Surface& surface;
  const Pose& pose;
  double bound(const Vec3& q, double) const { return surface.nearest(q).distance; }
  double distance(const Vec3& q, double) const { return surface.nearest(q).distance; }
  SurfacePoint at(const Vec3& x) const {
    const SurfacePoint local = surface.nearest(pose.to_local(x));
    return {local.distance, pose.turn(local.normal)};
  }
};

}  // namespace

void by_fields(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3&, ContactPoints& out) {
  if (a.kind() != ShapeKind::field) {
    const int from = out.size;
    mesh_convex(static_cast<const FieldBody&>(b), a, {poses.b, poses.a}, cutoff, out);
    swap_bodies(out, from);
    return;
  }
  const auto& body = static_cast<const FieldBody&>(a);
  if (b.kind() == ShapeKind::field)
    mesh_mesh(body, static_cast<const FieldBody&>(b), poses, cutoff, out);
  else
    mesh_convex(body, b, poses, cutoff, out);
}

void half_space_by_markers(const Shape& a, const Pose& pose, const Vec3& point, const Vec3& normal, double cutoff,
                           ContactPoints& out) {
  ContactBuffer found;
  const auto& body = static_cast<const FieldBody&>(a);
  for (std::size_t k = 0; k < body.corners(); ++k) {
    const Vec3 x = pose.to_world(body.corner(k));
    if (const double gap = dot(normal, x - point); gap < cutoff)
      found.add({gap, normal, x, x - gap * normal, marker_code(k) << 16 | on_field});
  }
  add_widest(found.all(), a.dimension(), out);
}

// Surfaces of obstacles: a body's lowest points and corners, or the points of its boundary.
void nearest_surface(const Shape& a, const Pose& pose_a, const Surface& surface, const Pose& pose_s, double cutoff,
                     ContactPoints& out) {
  out.size = 0;
  ContactBuffer found;
  const SurfaceAt at_surface{surface, pose_s};
  const auto field = [&](const Vec3& x) { return at_surface.at(x); };
  const auto convex = [&](const Shape& body, const Pose& pose, std::size_t part) {
    for_low_points(body, pose, field, [&](const Vec3& x, const SurfacePoint& at, std::uint32_t code) {
      const double gap = at.distance - body.rounding();
      if (!(gap < cutoff)) return;
      const Vec3 first = x - body.rounding() * at.normal;
      code = (code + static_cast<std::uint32_t>(part) * 499) & 0xffff;
      found.add({gap, at.normal, first, first - gap * at.normal, code << 16 | on_field});
    });
  };
  if (a.convex()) {
    convex(a, pose_a, 0);
    return add_widest(found.all(), a.dimension(), out);
  }
  if (a.kind() == ShapeKind::clump) {
    const std::vector<ClumpPart>& parts = static_cast<const Clump&>(a).parts();
    for (std::size_t k = 0; k < parts.size(); ++k) convex(*parts[k].shape, pose_a * parts[k].pose, k);
  } else {
    const auto& body = static_cast<const FieldBody&>(a);
    for_near_markers(body, pose_a, pose_a.position, a.bounding_radius(), cutoff, at_surface,
                     [&](const Vec3& x, const SurfacePoint& at, std::uint32_t code) {
                       found.add({at.distance, at.normal, x, x - at.distance * at.normal, code << 16 | on_field});
                     });
  }
  add_chosen(found.all(), out);
}

}  // namespace floc

// Bodies from meshes: the markers of each in the distances of the other.
//
// Markers of a body from a mesh are points of its boundary. Against another such body their distance is that of its
// narrow band, against a convex body it is exact; and a convex body has its own lowest points in the band. Gaps are
// right to the second order of the spacings, and nearly so far apart.
#include <algorithm>
#include <limits>

#include "geometry/clump.hpp"
#include "geometry/field_body.hpp"
#include "geometry/frame.hpp"
#include "geometry/lowest_point.hpp"
#include "geometry/nearest_pair.hpp"
#include "geometry/prism.hpp"
#include "geometry/round_shapes.hpp"

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

// Distances of a body from a mesh at its pose.
struct FieldAt {
  const FieldBody& body;
  const Pose& pose;
  double bound(const Vec3& q, double) const { return body.distance_bound(q); }
  double distance(const Vec3& q, double) const { return body.distance(q); }
  SurfacePoint at(const Vec3& x) const {
    const SurfacePoint local = body.nearest(pose.to_local(x));
    return {local.distance, pose.turn(local.normal)};
  }
};

// Distances of a convex body, as those of a sphere that is a point.
struct ConvexAt {
  const Shape& body;
  const Pose& pose;
  Sphere point;
  SurfacePoint look(const Vec3& x, const Pose& frame, double enough) const {
    Pose there;
    there.position = x;
    ContactPoints one;
    nearest(point, there, body, frame, enough, {}, one);
    SurfacePoint least{enough, {}};
    for (const ContactPoint& p : one)
      if (p.gap < least.distance) least = {p.gap, p.normal};
    return least;
  }
  double bound(const Vec3& q, double enough) const { return distance(q, enough); }
  double distance(const Vec3& q, double enough) const { return look(q, {}, enough).distance; }
  SurfacePoint at(const Vec3& x) const { return look(x, pose, std::numeric_limits<double>::infinity()); }
};

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
    by_fields(b, a, {poses.b, poses.a}, cutoff, {}, out);
    swap_bodies(out, from);
    return;
  }
  const auto& body = static_cast<const FieldBody&>(a);
  ContactBuffer found;
  // A point of the first body in the second's distances; and the other way round.
  const auto of_first = [&](const Vec3& x, const SurfacePoint& at, std::uint32_t code) {
    found.add({at.distance, at.normal, x, x - at.distance * at.normal, code << 16 | on_field});
  };
  const auto of_second = [&](const Vec3& x, const SurfacePoint& at, std::uint32_t code) {
    found.add({at.distance, -at.normal, x - at.distance * at.normal, x, on_field << 16 | code});
  };
  const FieldAt field_a{body, poses.a};
  if (b.kind() == ShapeKind::field) {
    const auto& other = static_cast<const FieldBody&>(b);
    for_near_markers(body, poses.a, poses.b.position, b.bounding_radius(), cutoff, FieldAt{other, poses.b}, of_first);
    for_near_markers(other, poses.b, poses.a.position, a.bounding_radius(), cutoff, field_a, of_second);
  } else {
    const ConvexAt convex{b, poses.b, Sphere(1e-30, a.dimension())};
    const bool thin = is_thin(b);
    for_near_markers(body, poses.a, poses.b.position, b.bounding_radius(), cutoff, convex,
                     [&](const Vec3& x, const SurfacePoint& at, std::uint32_t code) {
                       if (!thin) return of_first(x, at, code);
                       // Both sides of a wall are outside of it: the body knows whether the wall's point is in it.
                       const Vec3 on_wall = x - at.distance * at.normal;
                       const SurfacePoint in_body = field_a.at(on_wall);
                       if (in_body.distance < cutoff) of_second(on_wall, in_body, code);
                     });
    const auto band_a = [&](const Vec3& x) { return field_a.at(x); };
    for_low_points(b, poses.b, band_a, [&](const Vec3& x, const SurfacePoint& at, std::uint32_t code) {
      if (!(at.distance - b.rounding() < cutoff)) return;
      of_second(x - b.rounding() * at.normal, {at.distance - b.rounding(), at.normal}, code);
    });
  }
  add_chosen(found.all(), out);
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

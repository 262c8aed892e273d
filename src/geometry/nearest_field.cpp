// Bodies from meshes: the markers of each in the distances of the other.
//
// Markers of a body from a mesh are points of its boundary. Against another such body their distance is that of its
// narrow band, against a convex body it is exact; and a convex body has its own lowest points in the band. Gaps are
// right to the second order of the spacings; contacts are found up to the band's width apart, and however deep.
#include <algorithm>

#include "geometry/clump.hpp"
#include "geometry/field_body.hpp"
#include "geometry/frame.hpp"
#include "geometry/lowest_point.hpp"
#include "geometry/nearest_pair.hpp"
#include "geometry/round_shapes.hpp"

namespace floc {
namespace {

constexpr std::uint32_t on_field = 0x8000;

std::uint32_t marker_code(std::size_t k) { return static_cast<std::uint32_t>(k) & 0x7fff; }

// Markers of `body` near the ball of the other, in `distance(x, cutoff)`: the deepest of each bucket.
template <class Distance, class Add>
void for_near_markers(const FieldBody& body, const Pose& pose, const Vec3& centre, double radius, double cutoff,
                      Distance&& distance, Add&& add) {
  const Vec3 local = pose.to_local(centre);
  for (const FieldBody::Bucket& b : body.buckets()) {
    const double reach = b.radius + radius + cutoff;
    if (reach < 0 || dot(b.centre - local, b.centre - local) > reach * reach) continue;
    if (!(distance(pose.to_world(b.centre), b.radius + cutoff).distance < b.radius + cutoff)) continue;
    SurfacePoint least{cutoff, {}};
    std::size_t which = b.end;
    for (std::size_t k = b.begin; k < b.end; ++k) {
      const SurfacePoint at = distance(pose.to_world(body.marker_points()[k]), cutoff);
      if (!(at.distance < least.distance)) continue;
      least = at;
      which = k;
    }
    if (which < b.end) add(pose.to_world(body.marker_points()[which]), least, marker_code(which));
  }
}

// Distances in the band of a body at its pose.
auto band_of(const FieldBody& body, const Pose& pose) {
  return [&](const Vec3& x) {
    const SurfacePoint local = body.field().at(pose.to_local(x));
    return SurfacePoint{local.distance, pose.turn(local.normal)};
  };
}

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
  const auto band_a = band_of(body, poses.a);
  const auto in_band_a = [&](const Vec3& x, double) { return band_a(x); };
  if (b.kind() == ShapeKind::field) {
    const auto& other = static_cast<const FieldBody&>(b);
    const auto band_b = band_of(other, poses.b);
    for_near_markers(
        body, poses.a, poses.b.position, b.bounding_radius(), std::min(cutoff, other.field().band()),
        [&](const Vec3& x, double) { return band_b(x); }, of_first);
    for_near_markers(other, poses.b, poses.a.position, a.bounding_radius(), std::min(cutoff, body.field().band()),
                     in_band_a, of_second);
  } else {
    const Sphere point(1e-30, a.dimension());
    ContactPoints one;
    const auto to_convex = [&](const Vec3& x, double enough) {
      Pose at;
      at.position = x;
      nearest(point, at, b, poses.b, enough, {}, one);
      SurfacePoint least{enough, {}};
      for (const ContactPoint& p : one)
        if (p.gap < least.distance) least = {p.gap, p.normal};
      return least;
    };
    for_near_markers(body, poses.a, poses.b.position, b.bounding_radius(), cutoff, to_convex, of_first);
    for_low_points(b, poses.b, band_a, [&](const Vec3& x, const SurfacePoint& at, std::uint32_t code) {
      // Where the band ends nothing is known.
      if (at.distance >= body.field().band() || !(at.distance - b.rounding() < cutoff)) return;
      of_second(x - b.rounding() * at.normal, {at.distance - b.rounding(), at.normal}, code);
    });
  }
  add_chosen(found.all(), out);
}

void half_space_by_markers(const Shape& a, const Pose& pose, const Vec3& point, const Vec3& normal, double cutoff,
                           ContactPoints& out) {
  ContactBuffer found;
  const std::vector<Vec3>& points = static_cast<const FieldBody&>(a).boundary().points;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vec3 x = pose.to_world(points[k]);
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
  const auto field = [&](const Vec3& x) {
    const SurfacePoint local = surface.nearest(pose_s.to_local(x));
    return SurfacePoint{local.distance, pose_s.turn(local.normal)};
  };
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
    for_near_markers(
        body, pose_a, pose_a.position, a.bounding_radius(), cutoff, [&](const Vec3& x, double) { return field(x); },
        [&](const Vec3& x, const SurfacePoint& at, std::uint32_t code) {
          found.add({at.distance, at.normal, x, x - at.distance * at.normal, code << 16 | on_field});
        });
  }
  add_chosen(found.all(), out);
}

}  // namespace floc

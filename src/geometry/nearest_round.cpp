// Spheres and capsules with each other, in closed form.
#include <algorithm>
#include <cmath>

#include "geometry/frame.hpp"
#include "geometry/nearest_pair.hpp"
#include "geometry/round_shapes.hpp"

namespace floc {
namespace {

struct Segment {
  Vec3 middle, along;  // unit
  double half;

  Vec3 at(double s) const { return middle + s * along; }
  double place(const Vec3& x) const { return std::clamp(dot(x - middle, along), -half, half); }
};

Segment segment_of(const Shape& shape, const Pose& pose, const Vec3& origin) {
  const Vec3 axis{{pose.rotation[0][0], pose.rotation[1][0], pose.rotation[2][0]}};
  const double half = shape.kind() == ShapeKind::capsule ? static_cast<const Capsule&>(shape).half_length() : 0;
  return {pose.position - origin, axis, half};
}

struct Places {
  double s, t;
};

// The nearest points of two segments: of their lines, and then one end after the other is respected.
Places nearest_places(const Segment& a, const Segment& b) {
  const Vec3 d = a.middle - b.middle;
  const double c = dot(a.along, b.along), da = dot(d, a.along), db = dot(d, b.along), det = 1 - c * c;
  double s = det > 1e-14 ? std::clamp((c * db - da) / det, -a.half, a.half) : std::clamp(-da, -a.half, a.half);
  const double t = b.place(a.at(s));
  s = a.place(b.at(t));
  return {s, b.place(a.at(s))};
}

}  // namespace

void sphere_sphere(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                   ContactPoints& out) {
  const Direction apart =
      direction(poses.a.position - poses.b.position, dot(start, start) > 0 ? start : axis_vector(0));
  add_point(out, {apart.length, apart.unit, {}, {}}, a, b, poses, cutoff);
}

// Side by side two capsules touch along a line, and the ends of the part that they share hold them: each end with the
// point of the other that is nearest to it, in its own direction. Crossed, those are far and one point is left.
void capsule_capsule(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                     ContactPoints& out) {
  const Vec3 origin = poses.a.position;
  const Segment p = segment_of(a, poses.a, origin), q = segment_of(b, poses.b, origin);
  const double size = a.bounding_radius() + b.bounding_radius(), same = 1e-12 * size;
  const Places nearest = nearest_places(p, q);
  // Where the segments cross each other the normal is across both.
  Vec3 across = cross(p.along, q.along);
  if (norm(across) < 1e-9) across = Frame(p.along).u;
  const Vec3 side = dot(start, start) > 0 ? start : p.middle - q.middle;
  const Vec3 otherwise = (dot(across, side) < 0 ? -1 / norm(across) : 1 / norm(across)) * across;
  const int from = out.size;
  const auto add = [&](const Places& at, std::uint32_t feature) {
    const Vec3 first = p.at(at.s), second = q.at(at.t);
    Direction apart = direction(first - second, otherwise);
    if (apart.length < 1e-13 * size) apart = {0, otherwise};
    for (int k = from; k < out.size; ++k) {
      const ContactPoint& old = out.point[static_cast<std::size_t>(k)];
      if (norm(old.first + a.rounding() * old.normal - origin - first) <= same) return;
    }
    add_point(out, {apart.length, apart.unit, first, second - (poses.b.position - origin)}, a, b, poses, cutoff,
              feature);
  };
  // Ends over the other segment, not beyond it.
  for (const double end : {-1.0, 1.0}) {
    const Vec3 x = p.at(end * p.half), y = q.at(end * q.half);
    const std::uint32_t code = end < 0 ? 0 : 1;
    if (p.half > 0 && std::abs(dot(x - q.middle, q.along)) <= q.half + same)
      add({end * p.half, q.place(x)}, code << 16 | 0x8000);
    if (q.half > 0 && std::abs(dot(y - p.middle, p.along)) <= p.half + same)
      add({p.place(y), end * q.half}, 0x8000u << 16 | code);
  }
  const double least = norm(p.at(nearest.s) - q.at(nearest.t)) - a.rounding() - b.rounding();
  for (int k = from; k < out.size; ++k)
    if (out.point[static_cast<std::size_t>(k)].gap <= least + same) return;
  add(nearest, 0x80008000u);
}

}  // namespace floc

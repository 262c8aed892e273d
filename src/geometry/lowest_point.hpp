// Where a convex body is lowest in a field of signed distances.
#pragma once

#include <algorithm>
#include <cmath>

#include "geometry/flat_core.hpp"
#include "geometry/nearest_pair.hpp"

namespace floc {

// φ least over the core of a convex body at `pose`, φ(x) a SurfacePoint: from the core's point furthest down the
// gradient, along the way to the next such point as far as φ falls (Frank and Wolfe). One step for a half-space; a few
// for round bodies; for a concave field (the inside of a container) every step ends at such a point. It is a local
// minimum, and where φ is least inside a flat face against something round it comes near to it only slowly: 40 steps,
// and it ends.
template <class Field>
Vec3 lowest_point(const Shape& body, const Pose& pose, Field&& field) {
  const double size = body.bounding_radius();
  SurfacePoint here = field(pose.position);
  const auto down = [&] { return pose.to_world(body.core_support(pose.turn_back(-here.normal))); };
  Vec3 x = down();
  here = field(x);
  for (int step = 0; step < 40; ++step) {
    const Vec3 to = down() - x;
    if (-dot(here.normal, to) <= 1e-12 * size) break;
    // The golden section of the way, and its end.
    constexpr double golden = 0.6180339887498949;
    double a = 0, b = 1, p = 1 - golden, q = golden;
    double at_p = field(x + p * to).distance, at_q = field(x + q * to).distance;
    for (int k = 0; k < 40; ++k) {
      if (at_p < at_q) {
        b = q;
        q = p;
        at_q = at_p;
        p = b - golden * (b - a);
        at_p = field(x + p * to).distance;
      } else {
        a = p;
        p = q;
        at_p = at_q;
        q = a + golden * (b - a);
        at_q = field(x + q * to).distance;
      }
    }
    double best = (a + b) / 2;
    if (field(x + to).distance <= field(x + best * to).distance) best = 1;
    const Vec3 next = x + best * to;
    const SurfacePoint there = field(next);
    if (!(there.distance < here.distance - 1e-13 * size)) break;
    x = next;
    here = there;
  }
  return x;
}

// Contact points of a convex body, the first one, in a field: its lowest point, and all corners of a flat core. `add`
// takes a point of the core, what the field is there, and a code for it.
template <class Field, class Add>
void for_low_points(const Shape& body, const Pose& pose, Field&& field, Add&& add) {
  if (body.kind() == ShapeKind::sphere) return add(pose.position, field(pose.position), 0x8000u);
  const Vec3 x = lowest_point(body, pose, field);
  const SurfacePoint low = field(x);
  double least = 1e300;
  if (body.kind() == ShapeKind::polytope || body.kind() == ShapeKind::capsule) {
    const FlatCore core(body, pose, {});
    for (int c = 0; c < core.corners(); ++c) {
      const Vec3 corner = core.corner(c);
      const SurfacePoint at = field(corner);
      least = std::min(least, at.distance);
      add(corner, at, static_cast<std::uint32_t>(c) & 0x3fff);
    }
  }
  if (low.distance < least - 1e-9 * body.bounding_radius()) add(x, low, 0x8000u);
}

}  // namespace floc

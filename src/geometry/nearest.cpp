#include "geometry/nearest.hpp"

#include <algorithm>

#include "geometry/flat_core.hpp"
#include "geometry/nearest_pair.hpp"

namespace floc {
namespace {

// Capsules of the plane may overlap so far that their segments cross: there the way out is that of flat bodies.
void capsules(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
              ContactPoints& out) {
  (a.dimension() == 2 ? flat_flat : capsule_capsule)(a, b, poses, cutoff, start, out);
}

// The same pair the other way round.
template <PairFunction function>
void swapped(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
             ContactPoints& out) {
  const int from = out.size;
  function(b, a, {poses.b, poses.a}, cutoff, -start, out);
  swap_bodies(out, from);
}

// Who does which pair; row the first body, column the second. The table of docs/theory/shapes.md.
// clang-format off
constexpr PairFunction table[shape_kinds][shape_kinds] = {
    //                  sphere            capsule      ellipsoid                  superellipsoid          polytope     clump     field
    /* sphere         */ {sphere_sphere,    capsules,    swapped<ellipsoid_sphere>, swapped<smooth_smooth>, flat_flat,   by_parts, by_fields},
    /* capsule        */ {capsules,         capsules,    swapped<smooth_flat>,      swapped<smooth_flat>,   flat_flat,   by_parts, by_fields},
    /* ellipsoid      */ {ellipsoid_sphere, smooth_flat, ellipsoid_ellipsoid,       smooth_smooth,          smooth_flat, by_parts, by_fields},
    /* superellipsoid */ {smooth_smooth,    smooth_flat, smooth_smooth,             smooth_smooth,          smooth_flat, by_parts, by_fields},
    /* polytope       */ {flat_flat,        flat_flat,   swapped<smooth_flat>,      swapped<smooth_flat>,   flat_flat,   by_parts, by_fields},
    /* clump          */ {by_parts,         by_parts,    by_parts,                  by_parts,               by_parts,    by_parts, by_parts},
    /* field          */ {by_fields,        by_fields,   by_fields,                 by_fields,              by_fields,   by_parts, by_fields},
};
// clang-format on

}  // namespace

void nearest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double cutoff, const Vec3& start,
             ContactPoints& out) {
  out.size = 0;
  const Vec3 apart = pose_a.position - pose_b.position;
  const double reach = a.bounding_radius() + b.bounding_radius() + cutoff;
  if (reach <= 0 || dot(apart, apart) > reach * reach) return;
  table[static_cast<int>(a.kind())][static_cast<int>(b.kind())](a, b, {pose_a, pose_b}, cutoff, start, out);
}

void nearest_half_space(const Shape& a, const Pose& pose_a, const Vec3& point, const Vec3& normal, double cutoff,
                        ContactPoints& out) {
  out.size = 0;
  const auto at = [&](const Vec3& core, std::uint32_t feature) {
    const Vec3 first = core - a.rounding() * normal;
    const double gap = dot(normal, first - point);
    return ContactPoint{gap, normal, first, first - gap * normal, feature << 16 | 0x8000};
  };
  if (a.kind() == ShapeKind::ellipsoid || a.kind() == ShapeKind::superellipsoid) {
    const ContactPoint p = at(pose_a.to_world(a.core_support(pose_a.turn_back(-normal))), 0x8000);
    if (p.gap < cutoff) out.add(p);
    return;
  }
  if (a.kind() == ShapeKind::clump) return half_space_by_parts(a, pose_a, point, normal, cutoff, out);
  if (a.kind() == ShapeKind::field) return half_space_by_markers(a, pose_a, point, normal, cutoff, out);
  // The lowest corners, of a round base some of them.
  const FlatCore core(a, pose_a, {});
  ContactBuffer found;
  for (int c = 0; c < core.corners(); ++c)
    if (const ContactPoint p = at(core.corner(c), static_cast<std::uint32_t>(c) & 0x3fff); p.gap < cutoff) found.add(p);
  add_widest(found.all(), a.dimension(), out);
}

void nearest_obstacle(const Shape& a, const Pose& pose_a, const Surface& surface, const Pose& pose_s, double cutoff,
                      ContactPoints& out) {
  if (const auto plane = surface.plane())
    return nearest_half_space(a, pose_a, pose_s.to_world(plane->point), pose_s.turn(plane->normal), cutoff, out);
  Pose own;
  if (const ShapePtr solid = surface.solid(own)) return nearest(a, pose_a, *solid, pose_s * own, cutoff, {}, out);
  nearest_surface(a, pose_a, surface, pose_s, cutoff, out);
}

void add_widest(std::span<ContactPoint> points, int dimension, ContactPoints& out) {
  const std::size_t most = dimension == 2 ? 2 : 4;
  // A chosen point goes to the front; `score` of those behind says which is next.
  const auto choose = [&](std::size_t place, auto&& score) {
    std::size_t best = place;
    for (std::size_t k = place + 1; k < points.size(); ++k)
      if (score(points[k]) > score(points[best])) best = k;
    std::swap(points[place], points[best]);
  };
  const auto middle = [&](const ContactPoint& p) { return 0.5 * (p.first + p.second); };  // the same for both bodies
  if (points.size() > most) {
    choose(0, [](const ContactPoint& p) { return -p.gap; });
    const Vec3 a = middle(points[0]);
    choose(1, [&](const ContactPoint& p) { return norm(middle(p) - a); });
    if (most > 2) {
      const Vec3 b = middle(points[1]);
      choose(2, [&](const ContactPoint& p) { return norm(cross(b - a, middle(p) - a)); });
      // The largest triangle outside of the three, on one of its sides.
      const Vec3 corner[3] = {a, b, middle(points[2])}, up = cross(b - a, corner[2] - a);
      choose(3, [&](const ContactPoint& p) {
        double area = 0;
        for (int k = 0; k < 3; ++k) {
          const Vec3 &u = corner[k], &v = corner[(k + 1) % 3];
          area = std::max(area, -dot(up, cross(v - u, middle(p) - u)));
        }
        return area;
      });
    }
  }
  for (std::size_t k = 0; k < std::min(points.size(), most); ++k) out.add(points[k]);
}

std::size_t choose_spread(std::span<ContactPoint> points, std::size_t room, double tie) {
  std::sort(points.begin(), points.end(), [](const ContactPoint& p, const ContactPoint& q) {
    return p.gap != q.gap ? p.gap < q.gap : p.feature < q.feature;
  });
  std::size_t taken = points.size() <= room ? points.size() : room / 2;
  for (; taken < std::min(room, points.size()); ++taken) {
    std::size_t best = taken;
    double most = -1;
    for (std::size_t k = taken; k < points.size(); ++k) {
      double nearest_chosen = 1e300;
      for (std::size_t c = 0; c < taken; ++c)
        nearest_chosen = std::min(nearest_chosen, norm(points[k].first - points[c].first));
      if (nearest_chosen > (1 + tie) * most) {
        most = nearest_chosen;
        best = k;
      }
    }
    std::swap(points[taken], points[best]);
  }
  return taken;
}

void add_chosen(std::span<ContactPoint> points, ContactPoints& out) {
  const std::size_t taken = choose_spread(points, static_cast<std::size_t>(ContactPoints::most - out.size));
  for (std::size_t k = 0; k < taken; ++k) out.add(points[k]);
}

}  // namespace floc

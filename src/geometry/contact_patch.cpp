#include "geometry/contact_patch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/frame.hpp"

namespace floc {
namespace {

// Names of what a point of the patch is on each body: a corner, an edge (by its corners), or the face.
constexpr std::uint32_t on_face = 0x8000;
std::uint32_t corner_code(int c) { return static_cast<std::uint32_t>(c) & 0x3fff; }
std::uint32_t edge_code(int c, int d) {
  return 0x4000 | (static_cast<std::uint32_t>(std::min(c, d) * 131 + std::max(c, d)) & 0x3fff);
}

constexpr int most_corners = 32;  // of a face that is clipped; of a larger one evenly chosen corners

// The part of a core that looks at the other body, seen along the normal.
struct Facet {
  int size = 0;
  std::array<int, most_corners> corner;
  std::array<double, most_corners> x, y, height;  // x, y seen along the normal, height along it
  Vec3 normal{};                                  // of the face; 0 of a point or segment
  double level = 0;

  Vec3 at(std::size_t k, const Frame& view) const { return x[k] * view.u + y[k] * view.v + height[k] * view.w; }
};

// `towards`: to the other body.
Facet facet(const FlatCore& core, const Vec3& towards, const Frame& view) {
  Facet f;
  const auto add = [&](int c) {
    const std::size_t k = static_cast<std::size_t>(f.size++);
    f.corner[k] = c;
    const Vec3 seen = view.to_local(core.corner(c));
    f.x[k] = seen[0];
    f.y[k] = seen[1];
    f.height[k] = seen[2];
  };
  if (!core.polytope()) {
    for (int c = 0; c < core.corners(); ++c) add(c);
    return f;
  }
  const Vec3 local = core.pose().turn_back(towards);
  const int nearest = core.polytope()->furthest(local);
  std::size_t best = 0;
  double most = -2;
  for (const int g : core.polytope()->faces_at(static_cast<std::size_t>(nearest)))
    if (const double c = dot(local, core.polytope()->normal(static_cast<std::size_t>(g))); c > most + 1e-12) {
      most = c;
      best = static_cast<std::size_t>(g);
    }
  if (most < 0.1) {  // seen edge-on: the corner alone
    add(nearest);
    return f;
  }
  const std::span<const int> list = core.polytope()->face(best);
  const std::size_t count = std::min<std::size_t>(list.size(), most_corners);
  for (std::size_t k = 0; k < count; ++k) add(list[k * list.size() / count]);
  f.normal = core.face_normal(best);
  f.level = core.face_level(best, f.normal);
  return f;
}

// A point of the patch: where it is seen, what it is on each body, and the side that leaves it.
struct PatchPoint {
  double x, y;
  std::uint32_t code_a, code_b;
  std::uint32_t side_a, side_b;  // the edge that leaves it, of whichever body it is; the other is on_face
};

struct Patch {
  std::array<PatchPoint, 2 * most_corners + 2> point;
  int size = 0;
  void add(const PatchPoint& p) {
    if (size < static_cast<int>(point.size())) point[static_cast<std::size_t>(size++)] = p;
  }
};

// What is left of `patch` on the left of the side from p to q of the clipping body (Sutherland and Hodgman). `first`:
// the clipping body is the first one.
void clip(const Patch& patch, const Facet& by, int side, double sign, bool first, double tolerance, Patch& kept) {
  const std::size_t p = static_cast<std::size_t>(side), q = static_cast<std::size_t>((side + 1) % by.size);
  const double dx = by.x[q] - by.x[p], dy = by.y[q] - by.y[p], length = std::sqrt(dx * dx + dy * dy);
  kept.size = 0;
  if (length <= tolerance) {
    for (int k = 0; k < patch.size; ++k) kept.add(patch.point[static_cast<std::size_t>(k)]);
    return;
  }
  const double inverse = sign / length;
  const auto depth = [&](const PatchPoint& s) { return (dx * (s.y - by.y[p]) - dy * (s.x - by.x[p])) * inverse; };
  const std::uint32_t edge = edge_code(by.corner[p], by.corner[q]);
  const bool closed = patch.size > 2;
  for (int k = 0; k < patch.size; ++k) {
    const PatchPoint& s = patch.point[static_cast<std::size_t>(k)];
    const double here = depth(s);
    const bool in = here >= -tolerance;
    if (in) kept.add(s);
    if (!closed && k + 1 == patch.size) break;
    const PatchPoint& t = patch.point[static_cast<std::size_t>((k + 1) % patch.size)];
    const double there = depth(t);
    if (in == (there >= -tolerance)) continue;
    const double part = std::clamp(here / (here - there), 0.0, 1.0);
    PatchPoint cut;
    cut.x = s.x + part * (t.x - s.x);
    cut.y = s.y + part * (t.y - s.y);
    // On the subject's edge and this side; or, where the subject's edge is one of the clipping body's own earlier
    // sides, on its corner.
    cut.code_a = first ? edge : s.side_a;
    cut.code_b = first ? s.side_b : edge;
    std::uint32_t& own = first ? cut.code_a : cut.code_b;
    const std::uint32_t other = first ? s.side_b : s.side_a, own_side = first ? s.side_a : s.side_b;
    if (own_side != on_face && other == on_face) {
      const int before = by.corner[static_cast<std::size_t>((side + by.size - 1) % by.size)];
      own = corner_code(by.corner[own_side == edge_code(before, by.corner[p]) ? p : q]);
    }
    cut.side_a = in ? (first ? edge : on_face) : s.side_a;
    cut.side_b = in ? (first ? on_face : edge) : s.side_b;
    kept.add(cut);
  }
}

void outline(const Facet& f, bool first, Patch& patch) {
  patch.size = 0;
  for (int k = 0; k < f.size; ++k) {
    const std::size_t i = static_cast<std::size_t>(k), next = static_cast<std::size_t>((k + 1) % f.size);
    PatchPoint p{f.x[i], f.y[i], on_face, on_face, on_face, on_face};
    (first ? p.code_a : p.code_b) = corner_code(f.corner[i]);
    (first ? p.side_a : p.side_b) = edge_code(f.corner[i], f.corner[next]);
    patch.add(p);
  }
}

double signed_area(const Facet& f) {
  double area = 0;
  for (int k = 0; k < f.size; ++k) {
    const std::size_t i = static_cast<std::size_t>(k), j = static_cast<std::size_t>((k + 1) % f.size);
    area += f.x[i] * f.y[j] - f.x[j] * f.y[i];
  }
  return area;
}

// A point next to a corner is named after it: bodies of one size on each other touch with the corners of one, of the
// other, or with their edges, as rounding and small motions have it.
std::uint32_t near_corner(const Facet& f, double x, double y, double snap, std::uint32_t otherwise) {
  for (int k = 0; k < f.size; ++k) {
    const std::size_t i = static_cast<std::size_t>(k);
    if (std::abs(f.x[i] - x) + std::abs(f.y[i] - y) <= snap) return corner_code(f.corner[i]);
  }
  return otherwise;
}

// The point of the facet's face (segment, point) that is seen at (x, y).
Vec3 lifted(const Facet& f, const Frame& view, double x, double y) {
  const Vec3 seen = x * view.u + y * view.v;
  if (f.size > 2) return seen + (f.level - dot(f.normal, seen)) / dot(f.normal, view.w) * view.w;
  if (f.size == 1) return f.at(0, view);
  const Vec3 end = f.at(0, view), along = f.at(1, view) - end;
  const double dx = f.x[1] - f.x[0], dy = f.y[1] - f.y[0];
  const double square = dx * dx + dy * dy, t = (x - f.x[0]) * dx + (y - f.y[0]) * dy;
  return end + (square > 0 ? std::clamp(t / square, 0.0, 1.0) : 0.5) * along;
}

// Two sides in the plane: the ends of each that are over the other.
void side_by_side(const Facet& a, const Facet& b, double tolerance, Patch& patch) {
  const double dx = a.x[1] - a.x[0], dy = a.y[1] - a.y[0], length = std::sqrt(dx * dx + dy * dy);
  patch.size = 0;
  if (length <= tolerance) return;
  const auto along = [&](const Facet& f, std::size_t k) {
    return ((f.x[k] - a.x[0]) * dx + (f.y[k] - a.y[0]) * dy) / length;
  };
  const double s = along(b, 0), t = along(b, 1), low = std::min(s, t), high = std::max(s, t);
  if (std::max(low, 0.0) > std::min(high, length) + tolerance) return;
  const auto add = [&](double place, double end_of_a, int corner_a, double end_of_b, int corner_b) {
    PatchPoint p{a.x[0] + place / length * dx, a.y[0] + place / length * dy, on_face, on_face, on_face, on_face};
    if (place == end_of_a) p.code_a = corner_code(corner_a);
    if (place == end_of_b) p.code_b = corner_code(corner_b);
    patch.add(p);
  };
  add(std::max(low, 0.0), 0, a.corner[0], low, b.corner[s < t ? 0 : 1]);
  add(std::min(high, length), length, a.corner[1], high, b.corner[s < t ? 1 : 0]);
}

// In one of two buffers.
const Patch& common_part(const Facet& a, const Facet& b, double tolerance, std::array<Patch, 2>& buffer) {
  if (a.size == 2 && b.size == 2) {
    side_by_side(a, b, tolerance, buffer[0]);
    return buffer[0];
  }
  const bool clip_a = a.size <= 2 || b.size > 2;  // a is the subject, b clips
  const Facet &subject = clip_a ? a : b, &by = clip_a ? b : a;
  outline(subject, clip_a, buffer[0]);
  const double sign = signed_area(by) < 0 ? -1 : 1;
  std::size_t now = 0;
  for (int side = 0; side < by.size && buffer[now].size > 0; ++side) {
    clip(buffer[now], by, side, sign, !clip_a, tolerance, buffer[1 - now]);
    now = 1 - now;
  }
  return buffer[now];
}

}  // namespace

void add_patch(const FlatCore& a, const FlatCore& b, const CoreGap& core, int dimension, double size, double cutoff,
               ContactPoints& out) {
  const Vec3& n = core.normal;
  const Frame view = dimension == 2 ? Frame({{-n[1], n[0], 0}}, {{0, 0, 1}}) : Frame(n);
  const double tolerance = 1e-10 * size;
  const Facet fa = facet(a, -n, view), fb = facet(b, n, view);
  double least = std::numeric_limits<double>::infinity();
  ContactBuffer found;
  if (fa.size > 1 && fb.size > 1) {
    std::array<Patch, 2> buffer;
    const Patch& patch = common_part(fa, fb, tolerance, buffer);
    for (int k = 0; k < patch.size; ++k) {
      const PatchPoint& p = patch.point[static_cast<std::size_t>(k)];
      const Vec3 first = lifted(fa, view, p.x, p.y), second = lifted(fb, view, p.x, p.y);
      const double gap = dot(n, first - second);
      least = std::min(least, gap);
      const std::span<ContactPoint> old = found.all();
      if (!(gap < cutoff)) continue;
      const double snap = 1e-3 * size;
      const std::uint32_t code =
          near_corner(fa, p.x, p.y, snap, p.code_a) << 16 | near_corner(fb, p.x, p.y, snap, p.code_b);
      const ContactPoint point{gap, n, first, second, code};
      // Of two that are at one corner, or at one place, the deeper.
      const auto same = std::find_if(old.begin(), old.end(), [&](const ContactPoint& q) {
        return norm(q.first - first) + norm(q.second - second) <= (q.feature == code ? 8 * snap : 10 * tolerance);
      });
      if (same == old.end())
        found.add(point);
      else if (gap < same->gap)
        *same = point;
    }
  }
  // The nearest points themselves, where the faces do not have them (a corner, or edges that cross).
  if (least > core.gap + 10 * tolerance) {
    const std::uint32_t code_a = corner_code(a.furthest(-n)), code_b = corner_code(b.furthest(n));
    found.add({core.gap, n, core.first, core.second, code_a << 16 | code_b});
  }
  add_widest(found.all(), dimension, out);
}

}  // namespace floc

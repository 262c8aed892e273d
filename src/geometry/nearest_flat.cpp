// Pairs whose cores are points, segments and polytopes: apart the distance is Gilbert, Johnson and Keerthi's; in
// overlap the least way out is along the normal of a face or across two edges, and all of them are tried.
#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/contact_patch.hpp"
#include "geometry/flat_core.hpp"
#include "geometry/frame.hpp"
#include "geometry/gjk.hpp"
#include "geometry/nearest_pair.hpp"

namespace floc {
namespace {

// The direction n (from B to A) with the largest separation min_A n·a − max_B n·b seen so far.
class BestAxis {
 public:
  bool none() const { return best_.gap == -std::numeric_limits<double>::infinity(); }
  const CoreGap& best() const { return best_; }
  // With the nearest points along n.
  void offer(double separation, const Vec3& n, const Vec3& first, const Vec3& second, double margin) {
    if (separation > best_.gap + margin) best_ = {separation, n, first, second};
  }

 private:
  CoreGap best_{-std::numeric_limits<double>::infinity(), {}, {}, {}};
};

// The faces of `body`, which is the first one or not, and the corner of the other that is furthest behind each.
void try_faces(const FlatCore& body, const FlatCore& other, bool first, double margin, BestAxis& best) {
  for (std::size_t f = 0; body.polytope() && f < body.polytope()->faces(); ++f) {
    const Vec3 n = body.face_normal(f), deepest = other.corner(other.furthest(-n));
    const double separation = dot(n, deepest) - body.face_level(f, n);
    const Vec3 foot = deepest - separation * n;
    if (first)
      best.offer(separation, -n, foot, deepest, margin);
    else
      best.offer(separation, n, deepest, foot, margin);
  }
}

// Do the arcs of normals of two edges cross, those of the second turned round? From a to b about −e of the first edge,
// from c to d about −f of the second.
bool arcs_cross(const Vec3& a, const Vec3& b, const Vec3& e, const Vec3& c, const Vec3& d, const Vec3& f) {
  const double ce = dot(c, e), de = dot(d, e);
  if (!(ce * de < 0)) return false;
  const double af = dot(a, f), bf = dot(b, f);
  return af * bf < 0 && ce * bf > 0;
}

void try_edges(const FlatCore& a, const FlatCore& b, double margin, BestAxis& best) {
  const Pose into_a = inverse(a.pose()) * b.pose();
  for (const Polytope::Edge& f : b.polytope()->edges()) {
    // The second body's edge in the frame of the first.
    const Vec3 c = -into_a.turn(f.left), d = -into_a.turn(f.right), along_f = into_a.turn(f.along);
    const Vec3 p = into_a.to_world(f.at);
    for (const Polytope::Edge& e : a.polytope()->edges()) {
      const Vec3 &q = e.at, &along_e = e.along;
      if (!arcs_cross(e.left, e.right, along_e, c, d, along_f)) continue;
      const Vec3 across = cross(along_e, along_f);
      const double length = norm(across);
      if (length <= 1e-9 * norm(along_e) * norm(along_f)) continue;
      const Vec3 n = (dot(across, e.left + e.right) > 0 ? -1 / length : 1 / length) *
                     across;  // away from the first edge's outside
      // Where the lines of the edges are nearest: q + s e and p + t f.
      const double ee = dot(along_e, along_e), ff = dot(along_f, along_f), ef = dot(along_e, along_f);
      const double qe = dot(q - p, along_e), qf = dot(q - p, along_f), det = ee * ff - ef * ef;
      const double s = (ef * qf - ff * qe) / det, t = (ee * qf - ef * qe) / det;
      best.offer(dot(n, q - p), a.pose().turn(n), a.pose().to_world(q + s * along_e),
                 a.pose().to_world(p + t * along_f), margin);
    }
  }
}

// A segment has no faces: across it and every edge of the other, and in the plane across itself.
void try_segment(const FlatCore& segment, const FlatCore& other, int dimension, bool first, double margin,
                 BestAxis& best) {
  const Vec3 along = segment.corner(1) - segment.corner(0);
  const auto offer = [&](const Vec3& across) {
    const double length = norm(across);
    if (!(length > 1e-12 * dot(along, along))) return;
    for (const double side : {-1 / length, 1 / length}) {
      const Vec3 n = side * across;  // from the other to the segment
      const Vec3 mine = segment.corner(segment.furthest(-n)), its = other.corner(other.furthest(n));
      const double separation = dot(n, mine - its);
      if (first)
        best.offer(separation, n, mine, mine - separation * n, margin);
      else
        best.offer(separation, -n, mine - separation * n, mine, margin);
    }
  };
  if (dimension == 2) {
    offer(cross(axis_vector(2), along));
  } else if (other.polytope()) {
    for (const Polytope::Edge& e : other.polytope()->edges())
      offer(cross(along, other.corner(e.corner[1]) - other.corner(e.corner[0])));
  } else if (other.corners() == 2) {
    const Vec3 across = cross(along, other.corner(1) - other.corner(0));
    offer(norm(across) > 1e-9 * dot(along, along) ? across : Frame(direction(along, axis_vector(0)).unit).u);
  } else {
    offer(Frame(direction(along, axis_vector(0)).unit).u);
  }
}

CoreGap overlap(const FlatCore& a, const FlatCore& b, int dimension, double size, const Vec3& start) {
  const double margin = 1e-12 * size;  // a tie goes to the first: faces before edges
  BestAxis best;
  try_faces(a, b, true, 0, best);
  try_faces(b, a, false, margin, best);
  if (dimension == 3 && a.polytope() && b.polytope()) try_edges(a, b, margin, best);
  if (a.corners() == 2) try_segment(a, b, dimension, true, margin, best);
  if (b.corners() == 2) try_segment(b, a, dimension, false, margin, best);
  if (best.none()) return {0, dot(start, start) > 0 ? start : axis_vector(0), {}, {}};  // two points at one place
  return best.best();
}

// Does the face of `body` that looks along the last normal settle it? The other's furthest corner behind it, and the
// foot of that corner in the face: apart, nothing is nearer; and a corner inside the body says that they overlap.
enum class Settled { no, apart, overlap };
Settled by_face(const FlatCore& body, const FlatCore& other, bool first, const Vec3& start, double tie, CoreGap& core) {
  const Polytope* p = body.polytope();
  if (!p) return Settled::no;
  const Vec3 towards = body.pose().turn_back(first ? -start : start);
  std::size_t f = 0;
  double most = -2;
  for (std::size_t k = 0; k < p->faces(); ++k)
    if (const double c = dot(towards, p->normal(k)); c > most) {
      most = c;
      f = k;
    }
  constexpr double nearly = 0.9999;  // the cosine of a turn since then
  if (most < nearly) return Settled::no;
  const Vec3 n = body.face_normal(f);
  const double lowest = dot(n, other.corner(other.furthest(-n))), separation = lowest - body.face_level(f, n);
  const auto behind = [&](std::size_t g, const Vec3& x) { return dot(p->normal(g), x) <= p->level(g); };
  // A face that lies on this one has several lowest corners, and one of them over it is enough.
  for (int c = 0; c < other.corners(); ++c) {
    const Vec3 corner = other.corner(c);
    if (dot(n, corner) > lowest + tie) continue;
    const Vec3 local = body.pose().to_local(corner), foot = local - separation * p->normal(f);
    const std::span<const int> beside = p->neighbours(f);
    if (!std::all_of(beside.begin(), beside.end(), [&](int g) { return behind(static_cast<std::size_t>(g), foot); }))
      continue;
    if (separation > 0) {
      const Vec3 under = corner - separation * n;
      core = first ? CoreGap{separation, -n, under, corner} : CoreGap{separation, n, corner, under};
      return Settled::apart;
    }
    for (std::size_t g = 0; g < p->faces(); ++g)
      if (!behind(g, local)) return Settled::no;
    return Settled::overlap;
  }
  return Settled::no;
}

}  // namespace

void flat_flat(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
               ContactPoints& out) {
  const Vec3 origin = poses.a.position;
  const FlatCore core_a(a, poses.a, origin), core_b(b, poses.b, origin);
  const double size = a.bounding_radius() + b.bounding_radius(), core_cutoff = cutoff + a.rounding() + b.rounding();
  const auto support = [&](const Vec3& n) {
    SimplexPoint p;
    p.corner_a = core_a.furthest(n);
    p.corner_b = core_b.furthest(-n);
    p.w = core_a.corner(p.corner_a) - core_b.corner(p.corner_b);
    return p;
  };
  CoreGap core;
  Settled settled = Settled::no;
  if (dot(start, start) > 0) {
    settled = by_face(core_a, core_b, true, start, 1e-12 * size, core);
    if (settled == Settled::no) settled = by_face(core_b, core_a, false, start, 1e-12 * size, core);
  }
  if (settled == Settled::no) {
    const Vec3 towards = dot(start, start) > 0 ? start : poses.a.position - poses.b.position;
    const GjkResult found = gjk_distance(support, -towards, std::max(core_cutoff, 0.0), 1e-13 * size, 1e-14);
    if (found.kind == GjkResult::Kind::far) return;
    settled = found.kind == GjkResult::Kind::overlap ? Settled::overlap : Settled::apart;
    core = {found.distance, found.normal, {}, {}};
    for (int k = 0; k < found.size; ++k) {
      const SimplexPoint& p = found.point[static_cast<std::size_t>(k)];
      core.first += found.weight[static_cast<std::size_t>(k)] * core_a.corner(p.corner_a);
      core.second += found.weight[static_cast<std::size_t>(k)] * core_b.corner(p.corner_b);
    }
  }
  if (settled == Settled::overlap) core = overlap(core_a, core_b, a.dimension(), size, start);
  if (!(core.gap < core_cutoff)) return;
  const int from = out.size;
  add_patch(core_a, core_b, core, a.dimension(), size, core_cutoff, out);
  for (int k = from; k < out.size; ++k) {
    ContactPoint& p = out.point[static_cast<std::size_t>(k)];
    p.gap -= a.rounding() + b.rounding();
    p.first += origin - a.rounding() * p.normal;
    p.second += origin + b.rounding() * p.normal;
  }
}

}  // namespace floc

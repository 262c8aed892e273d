// A smooth core with one made of corners (capsule, polytope).
//
// f(n) is the least, over the corners v of the flat core, of f_v(n) = n·(c_A − v) − h_A(n). Its maximum is at the
// normal of a face; or on the arc between two of them (an edge: Newton on the circle about it); or inside the normals
// of a corner (Newton on the sphere, against a point). Every feature gives a normal, and f at any normal is a lower
// bound of the gap: the best is the answer, and no case can be missed by rounding. A corner whose own gap is attained
// ends the search, since the gap is not above that of any corner; so does a normal at which the two nearest points are
// found. In deep overlap f_v has several maxima, and the search begins from more places.
#include <algorithm>
#include <limits>

#include "geometry/flat_core.hpp"
#include "geometry/frame.hpp"
#include "geometry/nearest_pair.hpp"
#include "geometry/smooth_gap.hpp"

namespace floc {
namespace {

class SmoothFlat {
 public:
  SmoothFlat(const SmoothShape& a, const Shape& b, const PairPoses& poses)
      : core_(a, poses.a),
        flat_(b, poses.b, poses.a.position),
        dimension_(a.dimension()),
        size_(a.bounding_radius() + b.bounding_radius()) {}

  // f at n, and keeps the best.
  double offer(const Vec3& n) {
    const int corner = flat_.furthest(n);
    const double f = -dot(n, flat_.corner(corner)) - core_.value(n);
    if (f > best_) {
      best_ = f;
      normal_ = n;
    }
    return f;
  }

  void faces() {
    if (!flat_.polytope()) return;
    for (std::size_t f = 0; f < flat_.polytope()->faces(); ++f) offer(flat_.face_normal(f));
  }

  // True when the nearest corner is the answer.
  bool corners(bool deep) {
    double least = std::numeric_limits<double>::infinity();
    Vec3 at;
    for (int c = 0; c < flat_.corners(); ++c) {
      const Vec3 v = flat_.corner(c);
      const SmoothMaximum top = dimension_ == 2 ? against(NormalsAbout{}, v, deep) : against(AllNormals{}, v, deep);
      if (top.value < least) {
        least = top.value;
        at = top.normal;
      }
    }
    return offer(at) >= least - 1e-13 * size_;
  }

  void edges(bool deep) {
    if (!flat_.polytope()) {
      const Vec3 p = flat_.corner(0), q = flat_.corner(1), middle = 0.5 * (p + q);
      const Vec3 along = direction(q - p, axis_vector(0)).unit;
      if (dimension_ == 2) {
        for (const double side : {-1.0, 1.0}) offer(side * cross(axis_vector(2), along));
        return;
      }
      // Begin on all sides of it.
      const Vec3 out = direction(-middle - dot(-middle, along) * along, Frame(along).u).unit;
      for (const Vec3& n : {normal_, out, -out, cross(along, out), -cross(along, out)}) edge(p, along, n);
      return;
    }
    for (const Polytope::Edge& e : flat_.polytope()->edges()) edge(e, deep);
  }

  // The corner that is nearest along the best normal, and its edges: mostly enough.
  void nearest_corner() {
    const int c = flat_.furthest(normal_);
    const Vec3 v = flat_.corner(c);
    offer((dimension_ == 2 ? against(NormalsAbout{}, v, false) : against(AllNormals{}, v, false)).normal);
    if (settled() || dimension_ == 2) return;
    if (!flat_.polytope()) return edges(false);
    for (const Polytope::Edge& e : flat_.polytope()->edges())
      if (e.corner[0] == c || e.corner[1] == c) edge(e, false);
  }

  // Is the point opposite the smooth core's in the flat core? Apart, no gap is larger then; in shallow overlap too.
  bool settled() const {
    const Vec3 x = core_.at(-normal_).point - best_ * normal_;
    const double tolerance = 1e-10 * size_;
    if (const Polytope* p = flat_.polytope()) {
      const Vec3 local = flat_.pose().to_local(x);
      for (std::size_t f = 0; f < p->faces(); ++f)
        if (dot(p->normal(f), local) > p->level(f) + tolerance) return false;
      return true;
    }
    const Vec3 p = flat_.corner(0), along = flat_.corner(1) - p;
    const double t = std::clamp(dot(x - p, along) / dot(along, along), 0.0, 1.0);
    return norm(x - p - t * along) <= tolerance;
  }

  double gap() const { return best_; }
  const Vec3& normal() const { return normal_; }
  const FlatCore& flat() const { return flat_; }

 private:
  // The smooth core against the point v: from its direction or the best normal; if deep from axes and diagonals too.
  template <class Space>
  SmoothMaximum against(const Space& space, const Vec3& v, bool deep) {
    const auto value = [&](const Vec3& n) { return -dot(n, v) - core_.value(n); };
    Vec3 start = direction(-v, axis_vector(0)).unit;
    if (value(normal_) > value(start)) start = normal_;
    SmoothMaximum top = climb(space, core_, PointCore{}, -v, start, size_);
    if (!deep) return top;
    for_principal_directions(core_.pose(), dimension_, [&](const Vec3& n) {
      const SmoothMaximum other = climb(space, core_, PointCore{}, -v, n, size_);
      offer(other.normal);
      if (other.value > top.value) top = other;
    });
    return top;
  }

  void edge(const Polytope::Edge& e, bool deep) {
    const Vec3 p = flat_.corner(e.corner[0]), along = direction(flat_.corner(e.corner[1]) - p, axis_vector(0)).unit;
    const Vec3 l = flat_.face_normal(static_cast<std::size_t>(e.face[0])),
               r = flat_.face_normal(static_cast<std::size_t>(e.face[1]));
    edge(p, along, l + r);
    if (!deep) return;
    edge(p, along, l);
    edge(p, along, r);
  }

  void edge(const Vec3& p, const Vec3& along, const Vec3& towards) {
    const Direction start = direction(towards - dot(towards, along) * along, {});
    if (!(start.length > 0)) return;
    offer(climb(NormalsAbout{along}, core_, PointCore{}, -p, start.unit, size_).normal);
  }

  SmoothCore core_;
  FlatCore flat_;
  int dimension_;
  double size_, best_ = -std::numeric_limits<double>::infinity();
  Vec3 normal_{};
};

}  // namespace

void smooth_flat(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                 ContactPoints& out) {
  const double enough = cutoff + a.rounding() + b.rounding();
  SmoothFlat search(static_cast<const SmoothShape&>(a), b, poses);
  search.offer(direction(poses.a.position - poses.b.position, axis_vector(0)).unit);
  if (dot(start, start) > 0) search.offer(start);
  if (search.gap() > enough) return;
  search.faces();
  if (search.gap() > enough) return;
  const auto climb_all = [&](bool deep) {
    if (!search.corners(deep) && (a.dimension() == 3 || b.kind() == ShapeKind::capsule)) search.edges(deep);
  };
  if (!search.settled()) search.nearest_corner();
  if (!search.settled()) climb_all(false);
  if (search.gap() < -deep_part * (a.inner_radius() + b.inner_radius())) climb_all(true);
  const Vec3& n = search.normal();
  const Vec3 first = poses.a.turn(a.core_support(poses.a.turn_back(-n)));
  // The point of the flat core is opposite that of the smooth one.
  const Vec3 second = first - search.gap() * n + poses.a.position - poses.b.position;
  add_point(out, {search.gap(), n, first, second}, a, b, poses, cutoff);
}

}  // namespace floc

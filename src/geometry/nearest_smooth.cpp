// Pairs with a smooth core: ellipsoids and superellipsoids with each other and with spheres.
#include <limits>

#include "geometry/frame.hpp"
#include "geometry/nearest_pair.hpp"
#include "geometry/smooth_gap.hpp"

namespace floc {
namespace {

// Solves (Q_A + Q_B) u = e: the normal of the nearest points of two ellipsoids that touch, if their matrices commute.
Vec3 solve_sum(const EllipsoidCore& a, const EllipsoidCore& b, const Vec3& e, bool plane) {
  std::array<double, 6> m;
  for (std::size_t k = 0; k < 6; ++k) m[k] = a.matrix()[k] + b.matrix()[k];
  if (plane) return {{m[3] * e[0] - m[1] * e[1], m[0] * e[1] - m[1] * e[0], 0}};
  const Vec3 r0{{m[0], m[1], m[2]}}, r1{{m[1], m[3], m[4]}}, r2{{m[2], m[4], m[5]}};
  return e[0] * cross(r1, r2) + e[1] * cross(r2, r0) + e[2] * cross(r0, r1);  // up to a positive factor
}

// Directions to begin from, and the best of them.
template <class A, class B>
class Search {
 public:
  Search(const A& a, const B& b, const Vec3& e, double enough) : a_(a), b_(b), e_(e), enough_(enough) {}

  void offer(const Vec3& n) {
    const double f = dot(n, e_) - a_.value(n) - b_.value(n);
    if (count_ < n_.size()) n_[count_++] = n;
    if (f > best_) {
      best_ = f;
      at_ = n;
    }
  }
  bool far() const { return best_ > enough_; }  // a direction along which they are farther apart than asked for
  const Vec3& best() const { return at_; }

  template <class Space>
  SmoothMaximum climb_from_best(const Space& space, double size) const {
    return climb(space, a_, b_, e_, at_, size);
  }
  template <class Space>
  SmoothMaximum climb_from_all(const Space& space, double size) const {
    SmoothMaximum top = climb_from_best(space, size);
    for (std::size_t k = 0; k < count_; ++k) {
      const SmoothMaximum other = climb(space, a_, b_, e_, n_[k], size);
      if (other.value > top.value + 1e-13 * size) top = other;
    }
    return top;
  }

 private:
  const A& a_;
  const B& b_;
  Vec3 e_;
  double enough_, best_ = -std::numeric_limits<double>::infinity();
  Vec3 at_{};
  std::array<Vec3, 60> n_;
  std::size_t count_ = 0;
};

template <class A, class B>
void smooth_pair(const A& core_a, const B& core_b, const Shape& a, const Shape& b, const PairPoses& poses,
                 double cutoff, const Vec3& start, const Vec3& guess, ContactPoints& out) {
  const Vec3 e = poses.a.position - poses.b.position;
  const double rounding = a.rounding() + b.rounding();
  Search<A, B> search(core_a, core_b, e, cutoff + rounding);
  const Direction apart = direction(e, axis_vector(0));
  search.offer(apart.unit);
  if (search.far()) return;
  if (dot(guess, guess) > 0) search.offer(direction(guess, apart.unit).unit);
  if (search.far()) return;
  if (dot(start, start) > 0) search.offer(start);
  if (search.far()) return;
  const double size = a.bounding_radius() + b.bounding_radius();
  const double deep = deep_part * (a.inner_radius() + b.inner_radius());
  const int dimension = a.dimension();
  SmoothMaximum top;
  const auto climb_with = [&](const auto& space) {
    top = search.climb_from_best(space, size);
    if (top.value > rounding - deep) return;
    // In deep overlap f has several maxima. Begin along axes and diagonals of both, too, on the side that is nearer.
    for (const Pose* pose : {&poses.a, &poses.b})
      for_principal_directions(*pose, dimension, [&](const Vec3& n) {
        if (dot(n, e) >= 0) search.offer(n);
      });
    top = search.climb_from_all(space, size);
  };
  if (dimension == 2)
    climb_with(NormalsAbout{});
  else
    climb_with(AllNormals{});
  add_point(out, {top.value, top.normal, -top.first, top.second}, a, b, poses, cutoff);
}

}  // namespace

void ellipsoid_ellipsoid(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                         ContactPoints& out) {
  const EllipsoidCore core_a(static_cast<const Ellipsoid&>(a), poses.a);
  const EllipsoidCore core_b(static_cast<const Ellipsoid&>(b), poses.b);
  const Vec3 e = poses.a.position - poses.b.position;
  smooth_pair(core_a, core_b, a, b, poses, cutoff, start, solve_sum(core_a, core_b, e, a.dimension() == 2), out);
}

void ellipsoid_sphere(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                      ContactPoints& out) {
  const EllipsoidCore core(static_cast<const Ellipsoid&>(a), poses.a);
  // The gradient of the ellipsoid's equation at the sphere's centre.
  Vec3 e = poses.a.turn_back(poses.a.position - poses.b.position);
  for (int k = 0; k < a.dimension(); ++k) e[k] /= static_cast<const Ellipsoid&>(a).squares()[k];
  smooth_pair(core, PointCore{}, a, b, poses, cutoff, start, poses.a.turn(e), out);
}

void smooth_smooth(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                   ContactPoints& out) {
  const SmoothCore core_a(static_cast<const SmoothShape&>(a), poses.a);
  if (b.kind() == ShapeKind::sphere) {
    smooth_pair(core_a, PointCore{}, a, b, poses, cutoff, start, {}, out);
    return;
  }
  const SmoothCore core_b(static_cast<const SmoothShape&>(b), poses.b);
  smooth_pair(core_a, core_b, a, b, poses, cutoff, start, {}, out);
}

}  // namespace floc

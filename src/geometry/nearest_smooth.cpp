// Pairs with a smooth core: ellipsoids and superellipsoids with each other and with spheres.
#include <cmath>

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

template <class A, class B>
void smooth_pair(const A& core_a, const B& core_b, const Shape& a, const Shape& b, const PairPoses& poses,
                 double cutoff, const Vec3& guess, ContactPoints& out) {
  const Vec3 e = poses.a.position - poses.b.position;
  const double rounding = a.rounding() + b.rounding();
  // From the better of two. A direction along which they are farther apart than asked for ends it.
  Vec3 best = direction(e, axis_vector(0)).unit;
  double highest = dot(best, e) - core_a.value(best) - core_b.value(best);
  if (const double square = dot(guess, guess); square > 0) {
    const Vec3 unit = (1 / std::sqrt(square)) * guess;
    const double f = dot(unit, e) - core_a.value(unit) - core_b.value(unit);
    if (f > highest) {
      highest = f;
      best = unit;
    }
  }
  if (highest >= cutoff + rounding) return;
  const double size = a.bounding_radius() + b.bounding_radius();
  const double deep = deep_part * (a.inner_radius() + b.inner_radius());
  const int dimension = a.dimension();
  const auto climb_with = [&](const auto& space) {
    SmoothMaximum top = climb(space, core_a, core_b, e, best, size);
    if (top.value > rounding - deep) return top;
    // In deep overlap f has several maxima. Begin along axes and diagonals of both, too, on the side that is nearer.
    for (const Pose* pose : {&poses.a, &poses.b})
      for_principal_directions(*pose, dimension, [&](const Vec3& n) {
        if (dot(n, e) < 0) return;
        const SmoothMaximum other = climb(space, core_a, core_b, e, n, size);
        if (other.value > top.value + 1e-13 * size) top = other;
      });
    return top;
  };
  const SmoothMaximum top = dimension == 2 ? climb_with(NormalsAbout{}) : climb_with(AllNormals{});
  add_point(out, {top.value, top.normal, -top.first, top.second}, a, b, poses, cutoff);
}

}  // namespace

void ellipsoid_ellipsoid(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                         ContactPoints& out) {
  const EllipsoidCore core_a(static_cast<const Ellipsoid&>(a), poses.a);
  const EllipsoidCore core_b(static_cast<const Ellipsoid&>(b), poses.b);
  const Vec3 e = poses.a.position - poses.b.position;
  const Vec3 guess = dot(start, start) > 0 ? start : solve_sum(core_a, core_b, e, a.dimension() == 2);
  smooth_pair(core_a, core_b, a, b, poses, cutoff, guess, out);
}

void ellipsoid_sphere(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                      ContactPoints& out) {
  const EllipsoidCore core(static_cast<const Ellipsoid&>(a), poses.a);
  // The gradient of the ellipsoid's equation at the sphere's centre.
  Vec3 e = poses.a.turn_back(poses.a.position - poses.b.position);
  for (int k = 0; k < a.dimension(); ++k) e[k] /= static_cast<const Ellipsoid&>(a).squares()[k];
  smooth_pair(core, PointCore{}, a, b, poses, cutoff, dot(start, start) > 0 ? start : poses.a.turn(e), out);
}

void smooth_smooth(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
                   ContactPoints& out) {
  const SmoothCore core_a(static_cast<const SmoothShape&>(a), poses.a);
  if (b.kind() == ShapeKind::sphere) {
    smooth_pair(core_a, PointCore{}, a, b, poses, cutoff, start, out);
    return;
  }
  const SmoothCore core_b(static_cast<const SmoothShape&>(b), poses.b);
  smooth_pair(core_a, core_b, a, b, poses, cutoff, start, out);
}

}  // namespace floc

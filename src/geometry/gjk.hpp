// The distance of two convex sets by their support points alone (Gilbert, Johnson, Keerthi).
//
// The nearest point to 0 of the set of differences A − B is found on simplices of up to four support points; each new
// point is the one furthest towards 0. With v the nearest point so far and w the new one, v·w/|v| bounds the distance
// from below.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/vec.hpp"

namespace floc {

struct SimplexPoint {
  Vec3 w{};  // the corner of A less that of B
  int corner_a = 0, corner_b = 0;
};

// The simplex whose nearest point to 0 was found, with the weights of its corners.
struct GjkResult {
  enum class Kind { apart, far, overlap };
  Kind kind = Kind::apart;
  double distance = 0;
  Vec3 normal{};  // from B to A
  int size = 0;
  std::array<SimplexPoint, 4> point;
  std::array<double, 4> weight{};
};

namespace gjk {

// The point of a simplex nearest to 0, over all its corners, edges and faces; corners that it does not need leave.
class Simplex {
 public:
  int size = 0;
  std::array<SimplexPoint, 4> point;
  std::array<double, 4> weight{};

  bool holds(const SimplexPoint& p) const {
    for (int k = 0; k < size; ++k)
      if (at(k).corner_a == p.corner_a && at(k).corner_b == p.corner_b) return true;
    return false;
  }
  void add(const SimplexPoint& p) { point[static_cast<std::size_t>(size++)] = p; }
  const Vec3& w(int k) const { return at(k).w; }

  // False when 0 is inside a tetrahedron.
  bool reduce() {
    if (size == 4 && inside()) return false;
    Best best;
    for (int k = 0; k < size; ++k) best.offer(dot(w(k), w(k)), {k, k, k}, {1, 0, 0}, 1);
    for (int i = 0; i < size; ++i)
      for (int k = i + 1; k < size; ++k) segment(i, k, best);
    if (size == 3) triangle(0, 1, 2, best);
    if (size == 4)
      for (int out = 0; out < 4; ++out) triangle((out + 1) % 4, (out + 2) % 4, (out + 3) % 4, best);
    std::array<SimplexPoint, 3> kept;
    for (int k = 0; k < best.count; ++k)
      kept[static_cast<std::size_t>(k)] = at(best.corner[static_cast<std::size_t>(k)]);
    size = best.count;
    for (int k = 0; k < size; ++k) {
      point[static_cast<std::size_t>(k)] = kept[static_cast<std::size_t>(k)];
      weight[static_cast<std::size_t>(k)] = best.weight[static_cast<std::size_t>(k)];
    }
    return true;
  }
  Vec3 nearest() const {
    Vec3 v;
    for (int k = 0; k < size; ++k) v += weight[static_cast<std::size_t>(k)] * w(k);
    return v;
  }

 private:
  struct Best {
    double square = std::numeric_limits<double>::infinity();
    std::array<int, 3> corner{};
    std::array<double, 3> weight{};
    int count = 0;
    void offer(double s, const std::array<int, 3>& c, const std::array<double, 3>& weights, int n) {
      if (!(s < square)) return;
      square = s;
      corner = c;
      weight = weights;
      count = n;
    }
  };

  const SimplexPoint& at(int k) const { return point[static_cast<std::size_t>(k)]; }
  bool inside() const {
    for (int out = 0; out < 4; ++out) {
      const Vec3 &a = w((out + 1) % 4), &b = w((out + 2) % 4), &c = w((out + 3) % 4);
      const Vec3 n = cross(b - a, c - a);
      const double here = -dot(n, a), there = dot(n, w(out) - a);
      if (!(here * there > 0)) return false;
    }
    return true;
  }
  void segment(int i, int k, Best& best) const {
    const Vec3 d = w(k) - w(i);
    const double square = dot(d, d), t = -dot(w(i), d);
    if (!(t > 0 && t < square)) return;
    const double part = t / square;
    const Vec3 v = w(i) + part * d;
    best.offer(dot(v, v), {i, k, k}, {1 - part, part, 0}, 2);
  }
  void triangle(int i, int j, int k, Best& best) const {
    const Vec3 n = cross(w(j) - w(i), w(k) - w(i));
    const double square = dot(n, n);
    const double u = dot(n, cross(w(j), w(k))), v = dot(n, cross(w(k), w(i))), t = dot(n, cross(w(i), w(j)));
    if (!(u > 0 && v > 0 && t > 0 && square > 0)) return;
    const double inverse = 1 / (u + v + t);
    const Vec3 x = (u * inverse) * w(i) + (v * inverse) * w(j) + (t * inverse) * w(k);
    best.offer(dot(x, x), {i, j, k}, {u * inverse, v * inverse, t * inverse}, 3);
  }
};

}  // namespace gjk

// `support(n)` gives the corner of A − B furthest along n (any length). Sets nearer than `touching` overlap; sets
// farther apart than `cutoff` are far, and not looked at closer. Ends when the distance is known to `relative`.
template <class Support>
GjkResult gjk_distance(Support&& support, const Vec3& start, double cutoff, double touching, double relative) {
  gjk::Simplex simplex;
  simplex.add(support(start));
  simplex.weight[0] = 1;
  Vec3 v = simplex.w(0);
  GjkResult result;
  for (int step = 0; step < 100; ++step) {
    const double square = dot(v, v);
    if (square <= touching * touching) {
      result.kind = GjkResult::Kind::overlap;
      return result;
    }
    const SimplexPoint next = support(-v);
    const double along = dot(v, next.w);
    if (along > 0 && along * along > cutoff * cutoff * square) {
      result.kind = GjkResult::Kind::far;
      return result;
    }
    if (square - along <= relative * square || simplex.holds(next)) break;
    const gjk::Simplex before = simplex;
    simplex.add(next);
    if (!simplex.reduce()) {
      result.kind = GjkResult::Kind::overlap;
      return result;
    }
    const Vec3 nearer = simplex.nearest();
    if (!(dot(nearer, nearer) < square)) {  // rounding: nothing nearer is to be found
      simplex = before;
      break;
    }
    v = nearer;
  }
  result.size = simplex.size;
  result.point = simplex.point;
  result.weight = simplex.weight;
  result.distance = norm(v);
  result.normal = (1 / result.distance) * v;
  // On a triangle the plane says it better than the difference of two near points.
  if (simplex.size == 3) {
    const Vec3 n = cross(simplex.w(1) - simplex.w(0), simplex.w(2) - simplex.w(0));
    const double length = norm(n);
    if (length > 0) {
      const Vec3 unit = (dot(n, v) < 0 ? -1 / length : 1 / length) * n;
      if (dot(unit, result.normal) > 0.99) {
        result.normal = unit;
        result.distance = dot(unit, simplex.w(0));
      }
    }
  }
  return result;
}

}  // namespace floc

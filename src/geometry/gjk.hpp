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
  Vec3 w{}, a{}, b{};  // a − b, and the points
  int corner_a = 0, corner_b = 0;
};

struct GjkResult {
  enum class Kind { apart, far, overlap };
  Kind kind = Kind::apart;
  double distance = 0;
  Vec3 normal{};           // from B to A
  Vec3 first{}, second{};  // nearest points
};

namespace gjk {

// The point of a simplex nearest to 0, and the weights of its corners; corners of weight 0 leave the simplex.
class Simplex {
 public:
  int size = 0;
  std::array<SimplexPoint, 4> point;
  std::array<double, 4> weight{};

  bool holds(const SimplexPoint& p) const {
    for (int k = 0; k < size; ++k)
      if (point[static_cast<std::size_t>(k)].w == p.w) return true;
    return false;
  }
  void add(const SimplexPoint& p) { point[static_cast<std::size_t>(size++)] = p; }

  // False when 0 is inside a tetrahedron.
  bool reduce() {
    std::array<double, 4> best{};
    double least = std::numeric_limits<double>::infinity();
    const auto offer = [&](const std::array<double, 4>& weights) {
      Vec3 v;
      for (int k = 0; k < size; ++k) v += weights[static_cast<std::size_t>(k)] * w(k);
      if (const double square = dot(v, v); square < least) {
        least = square;
        best = weights;
      }
    };
    if (size == 4 && inside()) return false;
    for (int k = 0; k < size; ++k) {
      std::array<double, 4> one{};
      one[static_cast<std::size_t>(k)] = 1;
      offer(one);
    }
    for (int i = 0; i < size; ++i)
      for (int k = i + 1; k < size; ++k) segment(i, k, offer);
    for (int out = 0; out < size && size >= 3; ++out) {
      if (size == 3 && out > 0) break;
      const int i = size == 3 ? 0 : (out + 1) % 4, j = size == 3 ? 1 : (out + 2) % 4, k = size == 3 ? 2 : (out + 3) % 4;
      triangle(i, j, k, offer);
    }
    int kept = 0;
    for (int k = 0; k < size; ++k)
      if (best[static_cast<std::size_t>(k)] > 0) {
        point[static_cast<std::size_t>(kept)] = point[static_cast<std::size_t>(k)];
        weight[static_cast<std::size_t>(kept++)] = best[static_cast<std::size_t>(k)];
      }
    size = kept;
    return true;
  }
  const Vec3& w(int k) const { return point[static_cast<std::size_t>(k)].w; }

 private:
  bool inside() const {
    for (int out = 0; out < 4; ++out) {
      const Vec3 &a = w((out + 1) % 4), &b = w((out + 2) % 4), &c = w((out + 3) % 4);
      const Vec3 n = cross(b - a, c - a);
      const double here = -dot(n, a), there = dot(n, w(out) - a);
      if (!(here * there > 0)) return false;
    }
    return true;
  }
  template <class Offer>
  void segment(int i, int k, Offer&& offer) const {
    const Vec3 d = w(k) - w(i);
    const double square = dot(d, d), t = -dot(w(i), d);
    if (!(t > 0 && t < square)) return;
    std::array<double, 4> weights{};
    weights[static_cast<std::size_t>(i)] = 1 - t / square;
    weights[static_cast<std::size_t>(k)] = t / square;
    offer(weights);
  }
  template <class Offer>
  void triangle(int i, int j, int k, Offer&& offer) const {
    const Vec3 n = cross(w(j) - w(i), w(k) - w(i));
    const double square = dot(n, n);
    const double u = dot(n, cross(w(j), w(k))), v = dot(n, cross(w(k), w(i))), t = dot(n, cross(w(i), w(j)));
    if (!(u > 0 && v > 0 && t > 0 && square > 0)) return;
    const double sum = u + v + t;
    std::array<double, 4> weights{};
    weights[static_cast<std::size_t>(i)] = u / sum;
    weights[static_cast<std::size_t>(j)] = v / sum;
    weights[static_cast<std::size_t>(k)] = t / sum;
    offer(weights);
  }
};

}  // namespace gjk

// `support(n)` gives the SimplexPoint of A − B furthest along n (any length). Sets nearer than `touching` overlap; sets
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
    Vec3 nearer;
    for (int k = 0; k < simplex.size; ++k) nearer += simplex.weight[static_cast<std::size_t>(k)] * simplex.w(k);
    if (!(dot(nearer, nearer) < square)) {  // rounding: nothing nearer is to be found
      simplex = before;
      break;
    }
    v = nearer;
  }
  for (int k = 0; k < simplex.size; ++k) {
    const SimplexPoint& p = simplex.point[static_cast<std::size_t>(k)];
    result.first += simplex.weight[static_cast<std::size_t>(k)] * p.a;
    result.second += simplex.weight[static_cast<std::size_t>(k)] * p.b;
  }
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

// Orientations in space as unit quaternions w + xi + yj + zk, scalar first: x_world = q x_body q̄.
#pragma once

#include <cmath>

#include "core/vec.hpp"

namespace floc {

struct Quaternion {
  double w = 1;
  Vec3 v{};

  static Quaternion load(const double* p) { return {p[0], Vec3::load(p + 1)}; }
  void store(double* p) const {
    p[0] = w;
    v.store(p + 1);
  }
  friend bool operator==(const Quaternion&, const Quaternion&) = default;
};

// The turn b, then a.
inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - dot(a.v, b.v), a.w * b.v + b.w * a.v + cross(a.v, b.v)};
}
inline Quaternion conjugate(const Quaternion& q) { return {q.w, -q.v}; }

inline Vec3 to_world(const Quaternion& q, const Vec3& x) {
  const Vec3 t = 2.0 * cross(q.v, x);
  return x + q.w * t + cross(q.v, t);
}
inline Vec3 to_body(const Quaternion& q, const Vec3& x) { return to_world(conjugate(q), x); }

// The turn about the vector `angle` by its length.
inline Quaternion rotation(const Vec3& angle) {
  const double size = norm(angle), half = 0.5 * size;
  // sin(x)/x = 1 − x²/6 to rounding where x⁴ is nothing.
  const double share = half > 1e-4 ? std::sin(half) / size : 0.5 - half * half / 12;
  return {std::cos(half), share * angle};
}

// q turned further by `angle` (world's frame), of length 1: no drift however often.
inline Quaternion turned(const Quaternion& q, const Vec3& angle) {
  const Quaternion next = rotation(angle) * q;
  const double scale = 1 / std::sqrt(next.w * next.w + dot(next.v, next.v));
  return {scale * next.w, scale * next.v};
}

}  // namespace floc

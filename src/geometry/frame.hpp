// Directions: unit vectors that are unit vectors at any scale, and a frame about an axis.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "core/error.hpp"
#include "core/vec.hpp"

namespace floc {

struct Direction {
  double length = 0;
  Vec3 unit{};
};

// |v| and v/|v|; the unit vector `otherwise` for v = 0.
inline Direction direction(const Vec3& v, const Vec3& otherwise) {
  const double square = dot(v, v);  // hypot is slow, and needed only where this under- or overflows
  const double length = square > 1e-280 && square < 1e280 ? std::sqrt(square) : std::hypot(v[0], v[1], v[2]);
  if (length < std::numeric_limits<double>::min()) return {0, otherwise};
  return {length, {{v[0] / length, v[1] / length, v[2] / length}}};
}

inline Vec3 axis_vector(int k, double sign = 1) {
  Vec3 v;
  v[k] = sign;
  return v;
}

// An orthonormal frame whose third vector is the unit vector `w`; u × v = w.
struct Frame {
  Vec3 u{}, v{}, w{};

  explicit Frame(const Vec3& axis) : w(axis) {
    int smallest = 0;
    for (int k = 1; k < 3; ++k)
      if (std::abs(w[k]) < std::abs(w[smallest])) smallest = k;
    v = direction(cross(w, axis_vector(smallest)), axis_vector(0)).unit;
    u = cross(v, w);
  }
  Frame(const Vec3& first, const Vec3& second) : u(first), v(second), w(cross(first, second)) {}

  Vec3 to_local(const Vec3& q) const { return {{dot(u, q), dot(v, q), dot(w, q)}}; }
  Vec3 to_world(const Vec3& q) const { return q[0] * u + q[1] * v + q[2] * w; }
};

inline void require_finite(const Vec3& v, const char* what) {
  for (double c : v.c)
    if (!std::isfinite(c)) throw Error(std::string(what) + " has to be finite");
}

// v/|v|; Error for a vector that has no direction.
inline Vec3 require_direction(const Vec3& v, const char* what) {
  require_finite(v, what);
  const Direction d = direction(v, {});
  if (!(d.length > 0)) throw Error(std::string(what) + " must not be zero");
  return d.unit;
}

inline double require_positive(double value, const char* what) {
  if (!(value > 0 && std::isfinite(value))) throw Error(std::string(what) + " has to be positive and finite");
  return value;
}

}  // namespace floc

// The gap of smooth convex cores by Newton's method on the sphere of normals.
//
// f(n) = n·e − h_A(n) − h_B(n) for cores that are symmetric about their centres, e = c_A − c_B. On the sphere its
// gradient is e − x_A − x_B without its part along n (the nearest points are opposite each other where it vanishes) and
// its Hessian −(∇∇h_A + ∇∇h_B + f) on the tangent plane. Where that is not negative the absolute values of its
// eigenvalues are taken; a step that does not climb is made shorter. So f never falls, and at 300 evaluations it ends
// in any case.
//
// Apart, f has one maximum. Overlapping it may have several, and the search starts from more places.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/round_shapes.hpp"

namespace floc {

// Overlaps deeper than this part of the inner radii are deep.
inline constexpr double deep_part = 0.05;

// f(n) for the axes and diagonals of a body, where maxima begin: 8 directions in the plane, 26 in space.
template <class F>
void for_principal_directions(const Pose& pose, int dimension, F&& f) {
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j)
      for (int k = dimension == 3 ? -1 : 0; k <= (dimension == 3 ? 1 : 0); ++k) {
        const int squares = i * i + j * j + k * k;
        if (squares == 0) continue;
        const double scale = 1 / std::sqrt(static_cast<double>(squares));
        f(pose.turn({{scale * i, scale * j, scale * k}}));
      }
}

using Symmetric3 = std::array<double, 6>;  // xx, xy, xz, yy, yz, zz

inline Vec3 times(const Symmetric3& m, const Vec3& v) {
  return {{m[0] * v[0] + m[1] * v[1] + m[2] * v[2], m[1] * v[0] + m[3] * v[1] + m[4] * v[2],
           m[2] * v[0] + m[4] * v[1] + m[5] * v[2]}};
}

// A core gives h(n), 1/h where it is needed again, and the point ∇h; and adds ∇∇h there to a matrix.
struct SupportValue {
  double value = 0, inverse = 0;
  Vec3 point{};
};

class EllipsoidCore {
 public:
  EllipsoidCore(const Ellipsoid& shape, const Pose& pose) {
    const Vec3& s = shape.squares();
    for (int i = 0; i < 3; ++i)
      for (int k = i; k < 3; ++k) {
        const Vec3 &u = pose.rotation[static_cast<std::size_t>(i)], &v = pose.rotation[static_cast<std::size_t>(k)];
        q_[static_cast<std::size_t>(i + k + (i > 0))] = s[0] * u[0] * v[0] + s[1] * u[1] * v[1] + s[2] * u[2] * v[2];
      }
  }
  double value(const Vec3& n) const { return std::sqrt(dot(n, times(q_, n))); }
  SupportValue at(const Vec3& n) const {
    const Vec3 q = times(q_, n);
    const double h = std::sqrt(dot(n, q)), inverse = 1 / h;
    return {h, inverse, inverse * q};
  }
  void add_hessian(const Vec3&, const SupportValue& at, Symmetric3& m) const {
    const double inverse = at.inverse;
    const Vec3 y = inverse * at.point, &x = at.point;
    m[0] += inverse * q_[0] - y[0] * x[0];
    m[1] += inverse * q_[1] - y[0] * x[1];
    m[2] += inverse * q_[2] - y[0] * x[2];
    m[3] += inverse * q_[3] - y[1] * x[1];
    m[4] += inverse * q_[4] - y[1] * x[2];
    m[5] += inverse * q_[5] - y[2] * x[2];
  }
  const Symmetric3& matrix() const { return q_; }  // R diag(a²) Rᵀ

 private:
  Symmetric3 q_;
};

class SmoothCore {
 public:
  SmoothCore(const SmoothShape& shape, const Pose& pose) : shape_(shape), pose_(pose) {}
  double value(const Vec3& n) const { return at(n).value; }
  SupportValue at(const Vec3& n) const {
    const Vec3 local = pose_.turn_back(n), x = shape_.core_support(local);
    return {dot(local, x), 0, pose_.turn(x)};
  }
  void add_hessian(const Vec3& n, const SupportValue&, Symmetric3& m) const {
    const Matrix3 h = shape_.jet(pose_.turn_back(n)).hessian;
    for (int i = 0; i < 3; ++i) {
      const Vec3& u = pose_.rotation[static_cast<std::size_t>(i)];
      const Vec3 hu = u[0] * h[0] + u[1] * h[1] + u[2] * h[2];
      for (int k = i; k < 3; ++k)
        m[static_cast<std::size_t>(i + k + (i > 0))] += dot(hu, pose_.rotation[static_cast<std::size_t>(k)]);
    }
  }
  const Pose& pose() const { return pose_; }

 private:
  const SmoothShape& shape_;
  const Pose& pose_;
};

struct PointCore {
  double value(const Vec3&) const { return 0; }
  SupportValue at(const Vec3&) const { return {}; }
  void add_hessian(const Vec3&, const SupportValue&, Symmetric3&) const {}
};

struct SmoothMaximum {
  double value = 0;  // f
  Vec3 normal{};
  Vec3 first{}, second{};  // x_A, x_B: gradients of h at the normal
  int steps = 0;
  bool converged = false;
};

// Normals range over the sphere, or over the circle about a unit `axis`. `tangential` takes from the gradient g what is
// along them, `step` solves (m + f) s = g there, m and f of both cores.
class AllNormals {
 public:
  Vec3 tangential(const Vec3& n, const Vec3& g) const { return g - dot(g, n) * n; }
  Vec3 step(const Vec3& n, const Vec3& g, const Symmetric3& m, double f, double least) const {
    const double sign = std::copysign(1.0, n[2]), a = -1 / (sign + n[2]), b = n[0] * n[1] * a;
    const Vec3 t1{{1 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]}}, t2{{b, sign + n[1] * n[1] * a, -n[1]}};
    const Vec3 m1 = times(m, t1), m2 = times(m, t2);
    const double g1 = dot(g, t1), g2 = dot(g, t2);
    const double m11 = dot(t1, m1) + f, m12 = dot(t1, m2), m22 = dot(t2, m2) + f, det = m11 * m22 - m12 * m12;
    if (m11 > 0 && det > 1e-12 * m11 * m22) {
      const double inverse = 1 / det;
      return (inverse * (m22 * g1 - m12 * g2)) * t1 + (inverse * (m11 * g2 - m12 * g1)) * t2;
    }
    // Uphill all the same: with the absolute values of the eigenvalues.
    const double middle = (m11 + m22) / 2, half = (m11 - m22) / 2, spread = std::sqrt(half * half + m12 * m12);
    const double angle = 0.5 * std::atan2(m12, half), c = std::cos(angle), s = std::sin(angle);
    const double up = (c * g1 + s * g2) / std::max(std::abs(middle + spread), least),
                 low = (c * g2 - s * g1) / std::max(std::abs(middle - spread), least);
    return (c * up - s * low) * t1 + (s * up + c * low) * t2;
  }
};

class NormalsAbout {
 public:
  explicit NormalsAbout(const Vec3& axis = {{0, 0, 1}}) : axis_(axis) {}
  Vec3 tangential(const Vec3& n, const Vec3& g) const {
    const Vec3 t = cross(axis_, n);
    return dot(g, t) * t;
  }
  Vec3 step(const Vec3& n, const Vec3& g, const Symmetric3& m, double f, double least) const {
    const Vec3 t = cross(axis_, n);
    return dot(g, t) / std::max(std::abs(dot(t, times(m, t)) + f), least) * t;
  }

 private:
  Vec3 axis_;
};

template <class Space, class A, class B>
SmoothMaximum climb(const Space& space, const A& a, const B& b, const Vec3& e, const Vec3& start, double size) {
  struct Here {
    Vec3 n, g;  // the normal, and the gradient along the space of normals
    SupportValue a, b;
    double f, slope;  // |g|²
  };
  const auto look = [&](const Vec3& n, Here& h) {
    h.n = n;
    h.a = a.at(n);
    h.b = b.at(n);
    h.f = dot(n, e) - h.a.value - h.b.value;
    h.g = space.tangential(n, e - h.a.point - h.b.point);
    h.slope = dot(h.g, h.g);
  };
  constexpr int most_steps = 300;
  const double rounding = 1e-15 * size;
  SmoothMaximum result;
  Here place[2];
  int now = 0;
  look(start, place[0]);
  while (!result.converged && result.steps < most_steps) {
    const Here& here = place[now];
    Here& there = place[1 - now];
    const double slope = here.slope;
    if (slope <= 100 * rounding * rounding) {
      result.converged = true;
      break;
    }
    Symmetric3 m{};
    a.add_hessian(here.n, here.a, m);
    b.add_hessian(here.n, here.b, m);
    const Vec3 step = space.step(here.n, here.g, m, here.f, 1e-9 * size);
    const double length2 = dot(step, step);
    double part = length2 > 1 ? 1 / std::sqrt(length2) : 1;
    for (; result.steps < most_steps; part *= 0.25) {
      ++result.steps;
      look((1 / std::sqrt(1 + part * part * length2)) * (here.n + part * step), there);  // a step is across the normal
      // Where rounding hides which is higher, the one whose points are more nearly opposite.
      if (there.f > here.f + 100 * rounding || (there.f >= here.f - 100 * rounding && there.slope < slope)) {
        now = 1 - now;
        break;
      }
      if (part * part * length2 < 1e-32) {
        result.converged = true;
        break;
      }
    }
    // A short step where the points are nearly opposite: what is left is its square.
    if (part == 1 && length2 < 1e-16 && slope < 1e-14 * size * size) result.converged = true;
  }
  const Here& here = place[now];
  result.value = here.f;
  result.normal = here.n;
  result.first = here.a.point;
  result.second = here.b.point;
  return result;
}

}  // namespace floc

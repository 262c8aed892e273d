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

// h, its gradient, and its second derivatives along two directions.
struct TangentJet {
  double value = 0;
  Vec3 point{};
  double h11 = 0, h12 = 0, h22 = 0;
};

class EllipsoidCore {
 public:
  EllipsoidCore(const Ellipsoid& shape, const Pose& pose) {
    const Vec3& s = shape.squares();
    for (int i = 0; i < 3; ++i)
      for (int k = i; k < 3; ++k) {
        const Vec3 &u = pose.rotation[static_cast<std::size_t>(i)], &v = pose.rotation[static_cast<std::size_t>(k)];
        q_[i + k + (i > 0)] = s[0] * u[0] * v[0] + s[1] * u[1] * v[1] + s[2] * u[2] * v[2];
      }
  }
  double value(const Vec3& n) const { return std::sqrt(dot(n, times(n))); }
  TangentJet jet(const Vec3& n, const Vec3& t1, const Vec3& t2) const {
    TangentJet j;
    const Vec3 q = times(n);
    j.value = std::sqrt(dot(n, q));
    const double inverse = 1 / j.value;
    j.point = inverse * q;
    const Vec3 q1 = times(t1), q2 = times(t2);
    const double x1 = dot(j.point, t1), x2 = dot(j.point, t2);
    j.h11 = (dot(t1, q1) - x1 * x1) * inverse;
    j.h12 = (dot(t1, q2) - x1 * x2) * inverse;
    j.h22 = (dot(t2, q2) - x2 * x2) * inverse;
    return j;
  }
  // xx, xy, xz, yy, yz, zz of R diag(a²) Rᵀ.
  const std::array<double, 6>& matrix() const { return q_; }
  Vec3 times(const Vec3& n) const {
    return {{q_[0] * n[0] + q_[1] * n[1] + q_[2] * n[2], q_[1] * n[0] + q_[3] * n[1] + q_[4] * n[2],
             q_[2] * n[0] + q_[4] * n[1] + q_[5] * n[2]}};
  }

 private:
  std::array<double, 6> q_;
};

class SmoothCore {
 public:
  SmoothCore(const SmoothShape& shape, const Pose& pose) : shape_(shape), pose_(pose) {}
  double value(const Vec3& n) const { return dot(n, pose_.turn(shape_.core_support(pose_.turn_back(n)))); }
  TangentJet jet(const Vec3& n, const Vec3& t1, const Vec3& t2) const {
    const SupportJet local = shape_.jet(pose_.turn_back(n));
    TangentJet j{local.value, pose_.turn(local.point), 0, 0, 0};
    const Vec3 u = pose_.turn_back(t1), v = pose_.turn_back(t2);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        const double h = local.hessian[static_cast<std::size_t>(i)][k];
        j.h11 += u[i] * h * u[k];
        j.h12 += u[i] * h * v[k];
        j.h22 += v[i] * h * v[k];
      }
    return j;
  }
  const Pose& pose() const { return pose_; }

 private:
  const SmoothShape& shape_;
  const Pose& pose_;
};

struct PointCore {
  double value(const Vec3&) const { return 0; }
  TangentJet jet(const Vec3&, const Vec3&, const Vec3&) const { return {}; }
};

struct SmoothMaximum {
  double value = 0;  // f
  Vec3 normal{};
  Vec3 first{}, second{};  // x_A, x_B: gradients of h at the normal
  int steps = 0;
  bool converged = false;
};

// Normals range over the sphere, or over the circle about a unit `axis`.
struct AllNormals {
  static constexpr int tangents = 2;
  static void basis(const Vec3& n, Vec3& t1, Vec3& t2) {
    const double sign = std::copysign(1.0, n[2]), a = -1 / (sign + n[2]), b = n[0] * n[1] * a;
    t1 = {{1 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]}};
    t2 = {{b, sign + n[1] * n[1] * a, -n[1]}};
  }
};
struct NormalsAbout {
  static constexpr int tangents = 1;
  Vec3 axis{{0, 0, 1}};
  void basis(const Vec3& n, Vec3& t1, Vec3& t2) const {
    t1 = cross(axis, n);
    t2 = {};
  }
};

template <class Space, class A, class B>
SmoothMaximum climb(const Space& space, const A& a, const B& b, const Vec3& e, const Vec3& start, double size) {
  struct Here {
    Vec3 n, t1, t2;
    TangentJet a, b;
    double f, g1, g2, slope;  // the gradient along t1, t2, and its square
  };
  const auto look = [&](const Vec3& n) {
    Here h;
    h.n = n;
    space.basis(n, h.t1, h.t2);
    h.a = a.jet(n, h.t1, h.t2);
    h.b = b.jet(n, h.t1, h.t2);
    h.f = dot(n, e) - h.a.value - h.b.value;
    const Vec3 g = e - h.a.point - h.b.point;
    h.g1 = dot(g, h.t1);
    h.g2 = Space::tangents == 2 ? dot(g, h.t2) : 0;
    h.slope = h.g1 * h.g1 + h.g2 * h.g2;
    return h;
  };
  constexpr int most_steps = 300;
  const double rounding = 1e-15 * size;
  SmoothMaximum result;
  Here here = look(start);
  while (!result.converged && result.steps < most_steps) {
    const double g1 = here.g1, g2 = here.g2, slope = here.slope;
    if (slope <= 100 * rounding * rounding) {
      result.converged = true;
      break;
    }
    double s1, s2 = 0;
    const double m11 = here.a.h11 + here.b.h11 + here.f;
    if constexpr (Space::tangents == 2) {
      const double m12 = here.a.h12 + here.b.h12, m22 = here.a.h22 + here.b.h22 + here.f, det = m11 * m22 - m12 * m12;
      if (m11 > 0 && det > 1e-12 * m11 * m22) {
        s1 = (m22 * g1 - m12 * g2) / det;
        s2 = (m11 * g2 - m12 * g1) / det;
      } else {  // uphill all the same: with the absolute values of the eigenvalues
        const double middle = (m11 + m22) / 2, half = (m11 - m22) / 2, spread = std::sqrt(half * half + m12 * m12);
        const double angle = 0.5 * std::atan2(m12, half), c = std::cos(angle), s = std::sin(angle);
        const double up = (c * g1 + s * g2) / std::max(std::abs(middle + spread), 1e-9 * size),
                     low = (c * g2 - s * g1) / std::max(std::abs(middle - spread), 1e-9 * size);
        s1 = c * up - s * low;
        s2 = s * up + c * low;
      }
    } else {
      s1 = g1 / std::max(std::abs(m11), 1e-9 * size);
    }
    const double length2 = s1 * s1 + s2 * s2;
    double part = length2 > 1 ? 1 / std::sqrt(length2) : 1;
    for (; result.steps < most_steps; part *= 0.25) {
      ++result.steps;
      const Vec3 to = here.n + (part * s1) * here.t1 + (part * s2) * here.t2;
      const Here there = look((1 / norm(to)) * to);
      // Where rounding hides which is higher, the one whose points are more nearly opposite.
      if (there.f > here.f + 100 * rounding || (there.f >= here.f - 100 * rounding && there.slope < here.slope)) {
        here = there;
        break;
      }
      if (part * part * length2 < 1e-32) {
        result.converged = true;
        break;
      }
    }
    // A short step where the points are nearly opposite: what is left is its square.
    if (part == 1 && length2 < 1e-18 && slope < 1e-16 * size * size) result.converged = true;
  }
  result.value = here.f;
  result.normal = here.n;
  result.first = here.a.point;
  result.second = here.b.point;
  return result;
}

}  // namespace floc

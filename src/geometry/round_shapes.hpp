// Shapes with a closed form: sphere, capsule, and the smooth ones whose support function has a Hessian.
#pragma once

#include <cmath>

#include "geometry/shape.hpp"

namespace floc {

class Sphere final : public Shape {
 public:
  Sphere(double radius, int dimension);
  Vec3 core_support(const Vec3&) const override { return {}; }
  Moments moments() const override;
  Mesh mesh(int resolution) const override;
  ShapePtr rounded(double more) const override;
};

class Capsule final : public Shape {
 public:
  Capsule(double length, double radius, int dimension);
  double half_length() const { return half_; }
  Vec3 core_support(const Vec3& n) const override { return {{n[0] < 0 ? -half_ : half_, 0, 0}}; }
  Moments moments() const override;
  Mesh mesh(int resolution) const override;
  ShapePtr rounded(double more) const override;

 private:
  double half_;
};

// h(n), ∇h and ∇∇h at a unit vector; the core's.
struct SupportJet {
  double value = 0;
  Vec3 point{};
  Matrix3 hessian{};
};

// Symmetric in each of the coordinate planes.
class SmoothShape : public Shape {
 public:
  const Vec3& semi_axes() const { return axis_; }
  virtual SupportJet jet(const Vec3& n) const = 0;
  Moments moments() const override;
  Mesh mesh(int resolution) const override;

 protected:
  SmoothShape(ShapeKind kind, int dimension, double rounding, const Vec3& semi_axes);
  virtual Moments core_moments() const = 0;
  // The point of the core's boundary in the direction u, and the normal there.
  struct BoundaryPoint {
    Vec3 point, normal;
  };
  virtual BoundaryPoint along(const Vec3& u) const = 0;

 private:
  Vec3 axis_;
};

class Ellipsoid final : public SmoothShape {
 public:
  Ellipsoid(const Vec3& semi_axes, int dimension, double rounding = 0);
  const Vec3& squares() const { return square_; }  // of the semi-axes
  Vec3 core_support(const Vec3& n) const override;
  SupportJet jet(const Vec3& n) const override;
  ShapePtr rounded(double more) const override;

 private:
  Moments core_moments() const override;
  BoundaryPoint along(const Vec3& u) const override;
  Vec3 square_;
};

class Superellipsoid final : public SmoothShape {
 public:
  Superellipsoid(const Vec3& semi_axes, double polar, double equatorial, int dimension, double rounding = 0);
  Vec3 core_support(const Vec3& n) const override { return value_and_point(n).point; }
  SupportJet jet(const Vec3& n) const override;
  ShapePtr rounded(double more) const override;

 private:
  SupportJet value_and_point(const Vec3& n) const;
  Moments core_moments() const override;
  BoundaryPoint along(const Vec3& u) const override;
  double polar_, equatorial_;            // exponents of the boundary
  double dual_polar_, dual_equatorial_;  // and of the support function: 1/p + 1/q = 1
};

}  // namespace floc

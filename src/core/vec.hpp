// Small vectors of fixed dimension, and the run-time → compile-time dimension switch.
#pragma once

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace floc {

template <int D>
struct Vec {
  std::array<double, D> c{};

  double& operator[](int k) { return c[static_cast<std::size_t>(k)]; }
  double operator[](int k) const { return c[static_cast<std::size_t>(k)]; }

  static Vec load(const double* p) {
    Vec v;
    for (int k = 0; k < D; ++k) v[k] = p[k];
    return v;
  }
  void store(double* p) const {
    for (int k = 0; k < D; ++k) p[k] = (*this)[k];
  }
  Vec& operator+=(const Vec& o) {
    for (int k = 0; k < D; ++k) (*this)[k] += o[k];
    return *this;
  }
  Vec& operator-=(const Vec& o) {
    for (int k = 0; k < D; ++k) (*this)[k] -= o[k];
    return *this;
  }
  Vec& operator*=(double s) {
    for (int k = 0; k < D; ++k) (*this)[k] *= s;
    return *this;
  }
  friend Vec operator+(Vec a, const Vec& b) { return a += b; }
  friend Vec operator-(Vec a, const Vec& b) { return a -= b; }
  friend Vec operator-(Vec a) { return a *= -1.0; }
  friend Vec operator*(double s, Vec a) { return a *= s; }
  friend Vec operator*(Vec a, double s) { return a *= s; }
  friend bool operator==(const Vec&, const Vec&) = default;
};

template <int D>
double dot(const Vec<D>& a, const Vec<D>& b) {
  double s = 0;
  for (int k = 0; k < D; ++k) s += a[k] * b[k];
  return s;
}

template <int D>
double norm(const Vec<D>& a) {
  return std::sqrt(dot(a, a));
}

using Vec3 = Vec<3>;

inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

// A point of dimension d ≤ 3 seen in space: missing components are zero.
inline Vec3 embed(const double* p, int dimension) {
  Vec3 v;
  for (int k = 0; k < dimension; ++k) v[k] = p[k];
  return v;
}

// Its first components.
template <int D>
Vec<D> truncate(const Vec3& v) {
  return Vec<D>::load(v.c.data());
}

// Calls f.template operator()<D>() for the run-time dimension.
template <class F>
decltype(auto) with_dimension(int dimension, F&& f) {
  switch (dimension) {
    case 1: return f.template operator()<1>();
    case 2: return f.template operator()<2>();
    case 3: return f.template operator()<3>();
    default: throw std::invalid_argument("dimension must be 1, 2 or 3");
  }
}

}  // namespace floc

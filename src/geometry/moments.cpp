#include "geometry/moments.hpp"

#include <algorithm>
#include <cmath>

#include "core/symmetric.hpp"
#include "geometry/frame.hpp"

namespace floc {
namespace {

void add(Matrix3& m, double s, const Matrix3& a) {
  for (std::size_t i = 0; i < 3; ++i) m[i] += s * a[i];
}

// ∫ over a circular arc of half-angle about `middle`:  n  and  n nᵀ.
struct Arc {
  double angle = 0;
  Vec3 first{};
  Matrix3 second{};

  Arc(const Vec3& normal1, const Vec3& normal2) {
    const Direction middle = direction(normal1 + normal2, normal1), across = direction(normal2 - normal1, {});
    angle = 2 * std::atan2(across.length, middle.length);
    first = across.length * middle.unit;  // 2 sin(angle/2)
    const double half = angle / 2, s = std::sin(angle) / 2;
    add_square(second, half + s, middle.unit);
    add_square(second, half - s, across.unit);
  }
};

// The moments of a sector of radius r about every point of a segment from a to b; `length` 1 with a = b: of a point.
Moments swept_sector(const Vec3& a, const Vec3& b, double length, const Arc& arc, double r) {
  const double area = r * r * arc.angle / 2, third = r * r * r / 3, fourth = r * r * r * r / 4;
  const Vec3 middle = 0.5 * (a + b);
  Moments m;
  m.volume = length * area;
  m.first = m.volume * middle + (length * third) * arc.first;
  add_square(m.second, m.volume, middle);
  add_square(m.second, m.volume / 12, b - a);
  add(m.second, length * third, symmetric_product(middle, arc.first));
  add(m.second, length * fourth, arc.second);
  return m;
}

double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 2 * std::atan2(dot(a, cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

}  // namespace

Moments& Moments::operator+=(const Moments& o) {
  volume += o.volume;
  first += o.first;
  add(second, 1, o.second);
  return *this;
}

Moments& Moments::operator-=(const Moments& o) { return *this += -1.0 * o; }

Moments operator*(double s, Moments m) {
  m.volume *= s;
  m.first *= s;
  for (Vec3& row : m.second) row *= s;
  return m;
}

Matrix3 symmetric_product(const Vec3& a, const Vec3& b) {
  Matrix3 m;
  for (int i = 0; i < 3; ++i) m[static_cast<std::size_t>(i)] = a[i] * b + b[i] * a;
  return m;
}

void add_square(Matrix3& m, double s, const Vec3& a) {
  for (int i = 0; i < 3; ++i) m[static_cast<std::size_t>(i)] += (s * a[i]) * a;
}

Moments moved(const Moments& moments, const Pose& pose) {
  Moments m;
  m.volume = moments.volume;
  const Vec3 turned_first = pose.turn(moments.first);
  m.first = turned_first + m.volume * pose.position;
  // R S Rᵀ: the rows of S R are S turned back by Rᵀ.
  Matrix3 half;
  for (std::size_t i = 0; i < 3; ++i) half[i] = pose.turn(moments.second[i]);  // (S Rᵀ) row i
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      m.second[static_cast<std::size_t>(i)] +=
          pose.rotation[static_cast<std::size_t>(i)][k] * half[static_cast<std::size_t>(k)];
  add(m.second, 1, symmetric_product(turned_first, pose.position));
  add_square(m.second, m.volume, pose.position);
  return m;
}

MassProperties mass_properties(const Moments& moments) {
  MassProperties p;
  p.volume = moments.volume;
  p.centre = (1 / moments.volume) * moments.first;
  Matrix3 s = moments.second;
  add_square(s, -moments.volume, p.centre);
  const double trace = s[0][0] + s[1][1] + s[2][2];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      p.inertia[static_cast<std::size_t>(i)][j] =
          (i == j ? trace : 0) - 0.5 * (s[static_cast<std::size_t>(i)][j] + s[static_cast<std::size_t>(j)][i]);
  return p;
}

Pose principal_axes(const MassProperties& properties) {
  const Matrix3& inertia = properties.inertia;
  const double off = std::max({std::abs(inertia[0][1]), std::abs(inertia[0][2]), std::abs(inertia[1][2])});
  const double all = inertia[0][0] + inertia[1][1] + inertia[2][2];
  Pose pose;
  if (off <= 1e-13 * all) return pose;
  SymmetricEigen<3>::Matrix a;
  for (std::size_t i = 0; i < 3; ++i) a[i] = inertia[i].c;
  const SymmetricEigen<3> eigen(a);
  // Which eigenvector becomes which axis: the order, of six, that turns least.
  std::array<std::size_t, 3> order{0, 1, 2}, best = order;
  double most = -1;
  do {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += std::abs(eigen.vector[order[k]][k]);
    if (sum > most + 1e-12) {
      most = sum;
      best = order;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  Matrix3 axis;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::array<double, 3>& v = eigen.vector[best[k]];
    axis[k] = (v[k] < 0 ? -1.0 : 1.0) * Vec3{v};
  }
  axis[2] = cross(axis[0], axis[1]);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) pose.rotation[static_cast<std::size_t>(i)][k] = axis[static_cast<std::size_t>(k)][i];
  return pose;
}

Moments cone_moments(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 sum = a + b + c;
  Moments m;
  m.volume = dot(a, cross(b, c)) / 6;
  m.first = (m.volume / 4) * sum;
  for (const Vec3& corner : {a, b, c, sum}) add_square(m.second, m.volume / 20, corner);
  return m;
}

Moments cone_moments(const Vec3& a, const Vec3& b) {
  const Vec3 sum = a + b;
  Moments m;
  m.volume = (a[0] * b[1] - a[1] * b[0]) / 2;
  m.first = (m.volume / 3) * sum;
  for (const Vec3& corner : {a, b, sum}) add_square(m.second, m.volume / 12, corner);
  return m;
}

Moments prism_moments(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal, double r) {
  const double area = norm(cross(b - a, c - a)) / 2;
  const Vec3 sum = a + b + c;
  Moments m;
  m.volume = area * r;
  m.first = m.volume * ((1.0 / 3) * sum + (r / 2) * normal);
  for (const Vec3& corner : {a, b, c, sum}) add_square(m.second, m.volume / 12, corner);
  add(m.second, m.volume * r / 6, symmetric_product(sum, normal));
  add_square(m.second, m.volume * r * r / 3, normal);
  return m;
}

Moments edge_strip_moments(const Vec3& a, const Vec3& b, const Vec3& normal, double r) {
  const Vec3 middle = 0.5 * (a + b);
  Moments m;
  m.volume = norm(b - a) * r;
  m.first = m.volume * (middle + (r / 2) * normal);
  add_square(m.second, m.volume, middle);
  add_square(m.second, m.volume / 12, b - a);
  add(m.second, m.volume * r / 2, symmetric_product(middle, normal));
  add_square(m.second, m.volume * r * r / 3, normal);
  return m;
}

Moments cylinder_sector_moments(const Vec3& a, const Vec3& b, const Vec3& normal1, const Vec3& normal2, double r) {
  return swept_sector(a, b, norm(b - a), Arc(normal1, normal2), r);
}

Moments disc_sector_moments(const Vec3& at, const Vec3& normal1, const Vec3& normal2, double r) {
  return swept_sector(at, at, 1, Arc(normal1, normal2), r);
}

// Over the part Ω of the unit sphere inside the polygon of great circles, with m an edge's unit normal that looks
// inside and θ its length:  ∫ n = ½ Σ θ m,  3 ∫ n nᵀ = |Ω| I + Σ (∫_edge n) mᵀ  (the divergence on the sphere of
// (a·n)(b − (b·n)n) is a·b − 3(a·n)(b·n)).
Moments ball_sector_moments(const Vec3& at, std::span<const Vec3> normals, double r) {
  const std::size_t n = normals.size();
  double angle = 0;
  Vec3 first;
  Matrix3 second{};
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3 &p = normals[k], &q = normals[(k + 1) % n];
    if (k > 0 && k + 1 < n) angle += solid_angle(normals[0], p, q);
    const Direction m = direction(cross(p, q), {});
    const double theta = std::atan2(m.length, dot(p, q));
    first += (theta / 2) * m.unit;
    // ∫ n along the arc is the chord's normal part: the arc's middle times 2 sin(θ/2).
    const Vec3 along = std::sin(theta / 2) * 2 * direction(p + q, p).unit;
    add(second, 0.5, symmetric_product(along, m.unit));
  }
  for (int k = 0; k < 3; ++k) second[static_cast<std::size_t>(k)][k] += angle;
  const double third = r * r * r / 3, fourth = third * r * 3 / 4, fifth = third * r * r * 3 / 5;
  Moments m;
  m.volume = angle * third;
  m.first = m.volume * at + fourth * first;
  add_square(m.second, m.volume, at);
  add(m.second, fourth, symmetric_product(at, first));
  add(m.second, fifth / 3, second);
  return m;
}

}  // namespace floc

#include "geometry/round_shapes.hpp"

#include <algorithm>
#include <numbers>
#include <string>

#include "geometry/frame.hpp"
#include "geometry/mesh.hpp"
#include "geometry/shapes.hpp"

namespace floc {
namespace {

using std::numbers::pi;

double power(double x, double p) { return x > 0 ? std::pow(x, p) : p > 0 ? 0.0 : 1.0; }

int require_plane_or_space(int dimension) {
  if (dimension != 2 && dimension != 3) throw Error("a shape has dimension 2 or 3");
  return dimension;
}

// A closed surface over directions of the unit sphere: two poles and rings between them, at the polar angles `theta`
// from the x axis; place(theta, direction) is where each goes. In the plane a closed polyline.
template <class Place>
Mesh round_mesh(int dimension, int resolution, const std::vector<double>& theta, Place&& place) {
  const int around = std::max(resolution, 8);
  Mesh mesh;
  const auto at = [&](double t, double phi) {
    mesh.points.push_back(place(t, Vec3{{std::cos(t), std::sin(t) * std::cos(phi), std::sin(t) * std::sin(phi)}}));
    return static_cast<int>(mesh.points.size()) - 1;
  };
  const int north = at(0, 0);
  if (dimension == 2) {
    std::vector<int> loop{north};
    for (const double t : theta) loop.push_back(at(t, 0));
    loop.push_back(at(pi, 0));
    for (auto t = theta.rbegin(); t != theta.rend(); ++t) loop.push_back(at(*t, pi));
    add_loop(mesh, loop);
    return mesh;
  }
  std::vector<int> before;
  for (const double t : theta) {
    std::vector<int> ring;
    for (int k = 0; k < around; ++k) ring.push_back(at(t, 2 * pi * k / around));
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const std::size_t next = (k + 1) % ring.size();
      if (before.empty())
        mesh.faces.push_back({north, ring[k], ring[next]});
      else
        mesh.faces.push_back({before[k], ring[k], ring[next], before[next]});
    }
    before = ring;
  }
  const int south = at(pi, 0);
  for (std::size_t k = 0; k < before.size(); ++k)
    mesh.faces.push_back({before[k], south, before[(k + 1) % before.size()]});
  return mesh;
}

std::vector<double> polar_angles(int resolution) {
  const int parts = std::max(resolution, 8) / 2;
  std::vector<double> theta;
  for (int k = 1; k < parts; ++k) theta.push_back(pi * k / parts);
  return theta;
}

Moments ball_moments(double r, int dimension) {
  Moments m;
  m.volume = dimension == 3 ? 4 * pi / 3 * r * r * r : pi * r * r;
  for (int k = 0; k < dimension; ++k) m.second[static_cast<std::size_t>(k)][k] = m.volume * r * r / (dimension + 2);
  return m;
}

Vec3 require_axes(const Vec3& axes, int dimension, const char* what) {
  Vec3 kept;
  for (int k = 0; k < dimension; ++k) kept[k] = require_positive(axes[k], what);
  return kept;
}

// (a^t + b^t)^{1/t} with t = 2p/(p − 2): squared and rooted, the largest (p > 2) or least (p < 2) distance from 0 of
// (x/a)^p + (y/b)^p = 1; whichever of largest and least it is not is an axis.
double extreme_distance(double a, double b, double p) {
  const double t = 2 * p / (p - 2), scale = p > 2 ? std::max(a, b) : std::min(a, b);
  return scale * std::pow(std::pow(a / scale, t) + std::pow(b / scale, t), 1 / t);
}
double largest_distance(double a, double b, double p) { return p > 2 ? extreme_distance(a, b, p) : std::max(a, b); }
double least_distance(double a, double b, double p) { return p < 2 ? extreme_distance(a, b, p) : std::min(a, b); }

double beta(double x, double y) { return std::exp(std::lgamma(x) + std::lgamma(y) - std::lgamma(x + y)); }

// Nodes of the double exponential rule on (0, π/2): sine and cosine of each, exact near both ends, where integrands
// may be infinite.
struct QuadratureNode {
  double sine, cosine, weight;
};
std::vector<QuadratureNode> quarter_turn_nodes() {
  constexpr int half = 110;
  constexpr double h = 0.032;
  std::vector<QuadratureNode> nodes;
  for (int k = -half; k <= half; ++k) {
    const double s = h * k, e = pi / 2 * std::sinh(s);
    const double lower = 1 / (1 + std::exp(-2 * e)), upper = 1 / (1 + std::exp(2 * e));  // x and 1 − x on (0, 1)
    nodes.push_back(
        {std::sin(pi / 2 * lower), std::sin(pi / 2 * upper), h * pi / 2 * pi * std::cosh(s) * lower * upper});
  }
  return nodes;
}

}  // namespace

Sphere::Sphere(double radius, int dimension)
    : Shape(ShapeKind::sphere, require_plane_or_space(dimension), require_positive(radius, "the radius of a sphere")) {
  set_radii(0, 0);
}
Moments Sphere::moments() const { return ball_moments(rounding(), dimension()); }
Mesh Sphere::mesh(int resolution) const {
  return round_mesh(dimension(), resolution, polar_angles(resolution),
                    [&](double, const Vec3& u) { return rounding() * u; });
}
ShapePtr Sphere::rounded(double more) const { return std::make_shared<Sphere>(rounding() + more, dimension()); }

Capsule::Capsule(double length, double radius, int dimension)
    : Shape(ShapeKind::capsule, require_plane_or_space(dimension), require_positive(radius, "the radius of a capsule")),
      half_(require_positive(length, "the length of a capsule") / 2) {
  set_radii(half_, 0);
}
// Two halves of a ball, moved apart, and a cylinder (a strip) between them.
Moments Capsule::moments() const {
  const double r = rounding();
  const Moments ball = ball_moments(r, dimension());
  Moments m = ball;
  // The centre of a half ball is 3r/8 from its flat side, that of a half disc 4r/3π.
  const double offset = dimension() == 3 ? 3 * r / 8 : 4 * r / (3 * pi);
  m.second[0][0] += ball.volume * (half_ * half_ + 2 * half_ * offset);
  const double section = dimension() == 3 ? pi * r * r : 2 * r, middle = section * 2 * half_;
  m.volume += middle;
  m.second[0][0] += middle * half_ * half_ / 3;
  for (int k = 1; k < dimension(); ++k)
    m.second[static_cast<std::size_t>(k)][k] += middle * r * r / (dimension() == 3 ? 4 : 3);
  return m;
}
Mesh Capsule::mesh(int resolution) const {
  // The equator stands twice, at both ends of the segment: a hair on either side of it.
  std::vector<double> theta;
  const int parts = std::max(resolution, 8) / 4;
  for (int k = 1; k <= parts; ++k) theta.push_back(pi / 2 * k / parts);
  for (int k = 0; k < parts; ++k) theta.push_back(pi / 2 + pi / 2 * k / parts);
  theta[static_cast<std::size_t>(parts) - 1] = std::nextafter(pi / 2, 0);
  theta[static_cast<std::size_t>(parts)] = std::nextafter(pi / 2, 2);
  return round_mesh(dimension(), resolution, theta, [&](double t, const Vec3& u) {
    return Vec3{{t < pi / 2 ? half_ : -half_, 0, 0}} + rounding() * u;
  });
}
ShapePtr Capsule::rounded(double more) const {
  return std::make_shared<Capsule>(2 * half_, rounding() + more, dimension());
}

SmoothShape::SmoothShape(ShapeKind kind, int dimension, double rounding, const Vec3& semi_axes)
    : Shape(kind, dimension, rounding), axis_(semi_axes) {}

// The layer that the ball adds:  ∫ over normals, ∫₀ʳ (x + tn)(x + tn)ᵀ det(∇∇h + t) dt, by quadrature over an eighth of
// the sphere (a quarter of the circle); exact to rounding, since the rule bears what is infinite at the edges.
Moments SmoothShape::moments() const {
  Moments m = core_moments();
  const double r = rounding();
  if (r == 0) return m;
  const std::vector<QuadratureNode> nodes = quarter_turn_nodes();
  const double powers[6] = {0, r, r * r / 2, r * r * r / 3, r * r * r * r / 4, r * r * r * r * r / 5};
  const auto add = [&](const Vec3& n, double weight) {
    const SupportJet j = jet(n);
    // det(∇∇h + t) on the plane normal to n = c₀ + c₁t + c₂t².
    double trace = 0, squares = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      trace += j.hessian[a][static_cast<int>(a)];
      squares += dot(j.hessian[a], j.hessian[a]);
    }
    const bool space = dimension() == 3;
    const double c[3] = {space ? (trace * trace - squares) / 2 : trace, space ? trace : 1, space ? 1.0 : 0.0};
    for (int a = 0; a < 3; ++a) m.volume += weight * c[a] * powers[a + 1];
    for (int k = 0; k < dimension(); ++k) {
      double sum = 0;
      for (int a = 0; a < 3; ++a)
        sum += c[a] * (j.point[k] * j.point[k] * powers[a + 1] + 2 * j.point[k] * n[k] * powers[a + 2] +
                       n[k] * n[k] * powers[a + 3]);
      m.second[static_cast<std::size_t>(k)][k] += weight * sum;
    }
  };
  for (const QuadratureNode& a : nodes) {
    if (dimension() == 2) {
      add({{a.cosine, a.sine, 0}}, 4 * a.weight);
      continue;
    }
    for (const QuadratureNode& b : nodes)
      add({{a.sine * b.cosine, a.sine * b.sine, a.cosine}}, 8 * a.weight * b.weight * a.sine);
  }
  return m;
}

Mesh SmoothShape::mesh(int resolution) const {
  return round_mesh(dimension(), resolution, polar_angles(resolution), [&](double, const Vec3& u) {
    Vec3 stretched;
    for (int k = 0; k < dimension(); ++k) stretched[k] = axis_[k] * u[k];
    const BoundaryPoint b = along(stretched);
    return b.point + rounding() * b.normal;
  });
}

Ellipsoid::Ellipsoid(const Vec3& semi_axes, int dimension, double rounding)
    : SmoothShape(ShapeKind::ellipsoid, require_plane_or_space(dimension), rounding,
                  require_axes(semi_axes, dimension, "a semi-axis of an ellipsoid")) {
  const Vec3& a = this->semi_axes();
  double least = a[0], most = a[0];
  for (int k = 0; k < dimension; ++k) {
    square_[k] = a[k] * a[k];
    least = std::min(least, a[k]);
    most = std::max(most, a[k]);
  }
  set_radii(most, least);
}
Vec3 Ellipsoid::core_support(const Vec3& n) const {
  Vec3 q;
  for (int k = 0; k < 3; ++k) q[k] = square_[k] * n[k];
  return (1 / std::sqrt(dot(n, q))) * q;
}
SupportJet Ellipsoid::jet(const Vec3& n) const {
  SupportJet j;
  Vec3 q;
  for (int k = 0; k < 3; ++k) q[k] = square_[k] * n[k];
  j.value = std::sqrt(dot(n, q));
  j.point = (1 / j.value) * q;
  for (int k = 0; k < 3; ++k) j.hessian[static_cast<std::size_t>(k)][k] = square_[k] / j.value;
  add_square(j.hessian, -1 / j.value, j.point);
  return j;
}
Moments Ellipsoid::core_moments() const {
  const Vec3& a = semi_axes();
  Moments m = ball_moments(1, dimension());
  double stretch = 1;
  for (int k = 0; k < dimension(); ++k) stretch *= a[k];
  m.volume *= stretch;
  for (int k = 0; k < 3; ++k) m.second[static_cast<std::size_t>(k)][k] *= stretch * square_[k];
  return m;
}
SmoothShape::BoundaryPoint Ellipsoid::along(const Vec3& u) const {
  double level = 0;
  Vec3 gradient;
  for (int k = 0; k < dimension(); ++k) {
    gradient[k] = u[k] / square_[k];
    level += u[k] * gradient[k];
  }
  return {(1 / std::sqrt(level)) * u, direction(gradient, axis_vector(0)).unit};
}
ShapePtr Ellipsoid::rounded(double more) const {
  return std::make_shared<Ellipsoid>(semi_axes(), dimension(), rounding() + more);
}

Superellipsoid::Superellipsoid(const Vec3& semi_axes, double polar, double equatorial, int dimension, double rounding)
    : SmoothShape(ShapeKind::superellipsoid, require_plane_or_space(dimension), rounding,
                  require_axes(semi_axes, dimension, "a semi-axis of a superellipsoid")),
      polar_(polar),
      equatorial_(equatorial),
      dual_polar_(polar / (polar - 1)),
      dual_equatorial_(equatorial / (equatorial - 1)) {
  for (const double p : {polar, equatorial})
    if (!(p > 1 && p <= 20)) throw Error("an exponent of a superellipsoid has to be above 1 and at most 20");
  const Vec3& a = this->semi_axes();
  double most = largest_distance(a[0], a[1], equatorial), least = least_distance(a[0], a[1], equatorial);
  if (dimension == 3) {
    most = largest_distance(most, a[2], polar);
    least = least_distance(least, a[2], polar);
  }
  set_radii(most, least);
}
// With m = (a|n_x|, b|n_y|, c|n_z|), s = (m₀^q + m₁^q)^{1/q} of the equator and h = (s^q + m₂^q)^{1/q} of the meridian.
SupportJet Superellipsoid::value_and_point(const Vec3& n) const {
  const Vec3& a = semi_axes();
  Vec3 m;
  for (int k = 0; k < dimension(); ++k) m[k] = a[k] * std::abs(n[k]);
  const double top = std::max(m[0], m[1]), q = dual_equatorial_;
  const double s = top > 0 ? top * std::pow(power(m[0] / top, q) + power(m[1] / top, q), 1 / q) : 0;
  double h = s;
  if (dimension() == 3) {
    const double high = std::max(s, m[2]), p = dual_polar_;
    h = high * std::pow(power(s / high, p) + power(m[2] / high, p), 1 / p);
  }
  SupportJet j;
  j.value = h;
  const double hs = dimension() == 3 ? power(s / h, dual_polar_ - 1) : 1;
  for (int k = 0; k < 2; ++k) j.point[k] = std::copysign(a[k] * hs * (s > 0 ? power(m[k] / s, q - 1) : 0), n[k]);
  if (dimension() == 3) j.point[2] = std::copysign(a[2] * power(m[2] / h, dual_polar_ - 1), n[2]);
  return j;
}
SupportJet Superellipsoid::jet(const Vec3& n) const {
  SupportJet j = value_and_point(n);
  const Vec3& a = semi_axes();
  // Where the boundary is flat the Hessian is infinite: it is taken a hair beside.
  constexpr double hair = 1e-14;
  Vec3 m;
  for (int k = 0; k < dimension(); ++k) m[k] = std::max(a[k] * std::abs(n[k]), hair * j.value);
  const double q = dual_equatorial_, p = dual_polar_, h = j.value;
  const double s = std::pow(std::pow(m[0] / h, q) + std::pow(m[1] / h, q), 1 / q) * h;
  const auto second = [](double ratio, double e) {
    return (e - 1) * (std::pow(ratio, e - 2) - std::pow(ratio, 2 * e - 2));
  };
  double hs = 1, hss = 0, hsz = 0, hzz = 0;
  if (dimension() == 3) {
    hs = std::pow(s / h, p - 1);
    hss = second(s / h, p) / h;
    hzz = second(m[2] / h, p) / h;
    hsz = -(p - 1) / h * hs * std::pow(m[2] / h, p - 1);
  }
  const double u[2] = {std::pow(m[0] / s, q - 1), std::pow(m[1] / s, q - 1)};
  const double cross_term = -(q - 1) / s * u[0] * u[1];
  const double entry[3][3] = {
      {hss * u[0] * u[0] + hs * second(m[0] / s, q) / s, hss * u[0] * u[1] + hs * cross_term, hsz * u[0]},
      {hss * u[0] * u[1] + hs * cross_term, hss * u[1] * u[1] + hs * second(m[1] / s, q) / s, hsz * u[1]},
      {hsz * u[0], hsz * u[1], hzz}};
  for (int i = 0; i < dimension(); ++i)
    for (int k = 0; k < dimension(); ++k)
      j.hessian[static_cast<std::size_t>(i)][k] = std::copysign(a[i], n[i]) * std::copysign(a[k], n[k]) * entry[i][k];
  return j;
}
// Slices across z are superellipses that shrink as (1 − (z/c)^n)^{1/n}.
Moments Superellipsoid::core_moments() const {
  const Vec3& a = semi_axes();
  const double m = equatorial_, n = polar_;
  Moments result;
  const double area = 4 / m * beta(1 / m, 1 + 1 / m) * a[0] * a[1];
  const double square = 4 / m * beta(3 / m, 1 + 1 / m) * a[0] * a[1];  // ∫ (x/a)², ∫ (y/b)²
  const bool space = dimension() == 3;
  result.volume = area * (space ? 2 * a[2] / n * beta(1 / n, 1 + 2 / n) : 1);
  const double slices = space ? 2 * a[2] / n * beta(1 / n, 1 + 4 / n) : 1;
  for (int k = 0; k < 2; ++k) result.second[static_cast<std::size_t>(k)][k] = square * a[k] * a[k] * slices;
  if (space) result.second[2][2] = area * 2 * a[2] * a[2] * a[2] / n * beta(3 / n, 1 + 2 / n);
  return result;
}
SmoothShape::BoundaryPoint Superellipsoid::along(const Vec3& u) const {
  const Vec3& a = semi_axes();
  const double m = equatorial_, n = polar_;
  const double x = std::abs(u[0]) / a[0], y = std::abs(u[1]) / a[1], z = dimension() == 3 ? std::abs(u[2]) / a[2] : 0;
  const double s = std::pow(power(x, m) + power(y, m), 1 / m);
  const double level = dimension() == 3 ? std::pow(power(s, n) + power(z, n), 1 / n) : s;
  Vec3 gradient;
  const double outer = s > 0 ? power(s / level, n - 1) : 0;
  if (s > 0) {
    gradient[0] = std::copysign(outer * power(x / s, m - 1) / a[0], u[0]);
    gradient[1] = std::copysign(outer * power(y / s, m - 1) / a[1], u[1]);
  }
  if (dimension() == 3) gradient[2] = std::copysign(power(z / level, n - 1) / a[2], u[2]);
  return {(1 / level) * u, direction(gradient, axis_vector(0)).unit};
}
ShapePtr Superellipsoid::rounded(double more) const {
  return std::make_shared<Superellipsoid>(semi_axes(), polar_, equatorial_, dimension(), rounding() + more);
}

ShapePtr make_sphere(double radius, int dimension) { return std::make_shared<Sphere>(radius, dimension); }
ShapePtr make_capsule(double length, double radius, int dimension) {
  return std::make_shared<Capsule>(length, radius, dimension);
}
ShapePtr make_ellipsoid(const Vec3& semi_axes) { return std::make_shared<Ellipsoid>(semi_axes, 3); }
ShapePtr make_ellipse(double a, double b) { return std::make_shared<Ellipsoid>(Vec3{{a, b, 0}}, 2); }
ShapePtr make_superellipsoid(const Vec3& semi_axes, double polar, double equatorial) {
  return std::make_shared<Superellipsoid>(semi_axes, polar, equatorial, 3);
}
ShapePtr make_superellipse(double a, double b, double exponent) {
  return std::make_shared<Superellipsoid>(Vec3{{a, b, 0}}, exponent, exponent, 2);
}

}  // namespace floc

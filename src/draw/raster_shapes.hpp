// What the rays of draw/raster.hpp hit, and which samples may see it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "draw/raster.hpp"

namespace floc::raster {

inline constexpr int samples_a_side = 2;  // of a pixel
inline constexpr int tile = 64;           // samples; a multiple of the above

struct Box {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;  // samples [x0, x1) × [y0, y1)
  bool empty() const { return x0 >= x1 || y0 >= y1; }
  Box cut(const Box& o) const {
    return {std::max(x0, o.x0), std::max(y0, o.y0), std::min(x1, o.x1), std::min(y1, o.y1)};
  }
};

// A ray, and the depth z at its parameter t: orthographic rays start in the sheet.
struct Ray {
  Vec3 start, along;
};

// The grid of samples and the rays through them.
class Grid {
 public:
  Grid(const RasterCamera& camera, int width, int height)
      : width_(width * samples_a_side),
        height_(height * samples_a_side),
        left_(camera.left),
        top_(camera.top),
        step_(1 / (camera.scale * samples_a_side)),
        eye_(camera.eye),
        perspective_(camera.perspective()) {}

  int width() const { return width_; }
  int height() const { return height_; }
  double step() const { return step_; }
  bool perspective() const { return perspective_; }
  Box all() const { return {0, 0, width_, height_}; }
  double x(int column) const { return left_ + (column + 0.5) * step_; }
  double y(int row) const { return top_ - (row + 0.5) * step_; }

  Ray ray(int column, int row) const {
    if (!perspective_) return {{{x(column), y(row), 0}}, {{0, 0, -1}}};
    return {{{0, 0, eye_}}, {{x(column) / eye_, y(row) / eye_, -1}}};
  }
  // Both kinds of ray go down by one unit of z in a unit of t.
  double depth(double t) const { return perspective_ ? eye_ - t : -t; }
  Vec3 point(int column, int row, double z) const {
    const double shrink = perspective_ ? (eye_ - z) / eye_ : 1;
    return {{x(column) * shrink, y(row) * shrink, z}};
  }
  Vec3 to_eye(const Vec3& p) const { return perspective_ ? Vec3{{0, 0, eye_}} - p : Vec3{{0, 0, 1}}; }
  // Where a point is seen, in samples from the corner.
  std::array<double, 2> seen(const Vec3& p) const {
    const double grow = perspective_ ? eye_ / std::max(eye_ - p[2], 1e-9 * eye_) : 1;
    return {(p[0] * grow - left_) / step_, (top_ - p[1] * grow) / step_};
  }
  // The samples that may see a ball; exact up to one.
  Box box(const Vec3& c, double r) const {
    const std::array<double, 2> h = interval(c[0], c[2], r), v = interval(c[1], c[2], r);
    return Box{floor_of((h[0] - left_) / step_), floor_of((top_ - v[1]) / step_), floor_of((h[1] - left_) / step_) + 1,
               floor_of((top_ - v[0]) / step_) + 1}
        .cut(all());
  }

 private:
  static int floor_of(double v) { return static_cast<int>(std::floor(std::clamp(v, -1e6, 1e6))); }
  // What of the sheet a disc (x, z) of radius r covers: between the two tangents through the eye.
  std::array<double, 2> interval(double x, double z, double r) const {
    if (!perspective_) return {x - r, x + r};
    const double away = eye_ - z, distance = std::hypot(x, away);
    if (!(distance > r)) return {-1e300, 1e300};
    const double middle = std::atan2(x, away), half = std::asin(r / distance);
    const auto at = [&](double angle) {
      return std::abs(angle) < 1.55 ? eye_ * std::tan(angle) : std::copysign(1e300, angle);
    };
    return {at(middle - half), at(middle + half)};
  }

  int width_, height_;
  double left_, top_, step_, eye_;
  bool perspective_;
};

// Things by the tiles that they may be seen in, in their order.
struct Bins {
  std::vector<std::uint32_t> start, item;

  template <class F>
  Bins(std::size_t count, int columns, int rows, F&& box_of) : start(static_cast<std::size_t>(columns * rows) + 1, 0) {
    const auto each = [&](std::size_t i, auto&& f) {
      const Box b = box_of(i);
      if (b.empty()) return;
      for (int y = b.y0 / tile; y <= (b.y1 - 1) / tile; ++y)
        for (int x = b.x0 / tile; x <= (b.x1 - 1) / tile; ++x) f(static_cast<std::size_t>(y * columns + x));
    };
    for (std::size_t i = 0; i < count; ++i) each(i, [&](std::size_t t) { ++start[t + 1]; });
    std::partial_sum(start.begin(), start.end(), start.begin());
    item.resize(start.back());
    std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
    for (std::size_t i = 0; i < count; ++i)
      each(i, [&](std::size_t t) { item[next[t]++] = static_cast<std::uint32_t>(i); });
  }
  std::span<const std::uint32_t> of(std::size_t t) const {
    return std::span(item).subspan(start[t], start[t + 1] - start[t]);
  }
};

// The first t of the ray on the sphere.
inline std::optional<double> hit(const Ray& ray, const Vec3& centre, double r) {
  const Vec3 to = centre - ray.start;
  const double a = dot(ray.along, ray.along), b = dot(ray.along, to), c = dot(to, to) - r * r, d = b * b - a * c;
  if (!(d > 0)) return {};
  return (b - std::sqrt(d)) / a;
}

// The same on a tube: its wall between the ends, and the half-spheres.
inline std::optional<double> hit(const Ray& ray, const RasterTube& tube) {
  const Vec3 axis = tube.to - tube.from, off = ray.start - tube.from;
  const double length2 = dot(axis, axis);
  std::optional<double> first;
  if (length2 > 0) {
    // Without their parts along the axis, ray and wall are a line and a circle.
    const Vec3 u = ray.along - (dot(ray.along, axis) / length2) * axis, w = off - (dot(off, axis) / length2) * axis;
    const double a = dot(u, u), b = dot(u, w), d = b * b - a * (dot(w, w) - tube.radius * tube.radius);
    if (a > 0 && d > 0) {
      const double root = std::sqrt(d);
      for (const double t : {(-b - root) / a, (-b + root) / a}) {
        const double s = dot(off + t * ray.along, axis);
        if (s < 0 || s > length2) continue;
        first = t;
        break;
      }
    }
  }
  if (tube.round)
    for (const Vec3& end : {tube.from, tube.to})
      if (const auto t = hit(ray, end, tube.radius); t && (!first || *t < *first)) first = t;
  return first;
}

inline Vec3 normal_on(const RasterTube& tube, const Vec3& p) {
  const Vec3 axis = tube.to - tube.from;
  const double length2 = dot(axis, axis);
  const double s = length2 > 0 ? std::clamp(dot(p - tube.from, axis) / length2, 0.0, 1.0) : 0;
  const Vec3 out = p - (tube.from + s * axis);
  const double n = norm(out);
  return n > 0 ? (1 / n) * out : Vec3{{0, 0, 1}};
}

// The normal at a point of a face that has them at its corners: linear on the triangles from the first corner.
inline Vec3 normal_between(const RasterFace& face, const Vec3& flat, const Vec3& p) {
  const Vec3 from = p - face.points[0];
  Vec3 best = flat;                                         // of the triangle that holds p best
  double worst = -std::numeric_limits<double>::infinity();  // how far p is inside of that triangle
  for (std::size_t k = 1; k + 1 < face.points.size(); ++k) {
    const Vec3 a = face.points[k] - face.points[0], b = face.points[k + 1] - face.points[0];
    const double area = dot(flat, cross(a, b));
    if (!(area > 0)) continue;
    const double u = dot(flat, cross(from, b)) / area, v = dot(flat, cross(a, from)) / area;
    if (const double inside = std::min({u, v, 1 - u - v}); inside > worst) {
      worst = inside;
      best = (1 - u - v) * face.normals[0] + u * face.normals[k] + v * face.normals[k + 1];
    }
  }
  const double length = norm(best);
  return length > 0 ? (1 / length) * best : flat;
}

// A face on the sheet: its plane and its corners in samples.
struct Polygon {
  std::vector<std::array<double, 2>> corners;
  Vec3 normal{};
  double level = 0;  // normal · p on the plane
  Box box{};

  Polygon(const RasterFace& face, const Grid& grid) {
    for (std::size_t k = 0; k < face.points.size(); ++k)
      normal += cross(face.points[k], face.points[(k + 1) % face.points.size()]);
    const double n = norm(normal);
    if (!(n > 0) || !std::isfinite(n)) return;
    normal *= 1 / n;
    level = dot(normal, face.points[0]);
    double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
    for (const Vec3& p : face.points) {
      corners.push_back(grid.seen(p));
      for (int k = 0; k < 2; ++k) {
        low[k] = std::min(low[k], corners.back()[static_cast<std::size_t>(k)]);
        high[k] = std::max(high[k], corners.back()[static_cast<std::size_t>(k)]);
      }
    }
    const auto at = [](double v) { return static_cast<int>(std::clamp(v, -1e6, 1e6)); };
    box = Box{at(std::floor(low[0])), at(std::floor(low[1])), at(std::ceil(high[0])), at(std::ceil(high[1]))}.cut(
        grid.all());
  }

  bool holds(double x, double y) const {
    bool left = false, right = false;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const auto &a = corners[k], &b = corners[k + 1 < corners.size() ? k + 1 : 0];
      const double side = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
      left = left || side < 0;
      right = right || side > 0;
    }
    return !(left && right);
  }
  std::optional<double> hit(const Ray& ray) const {
    const double slope = dot(normal, ray.along);
    if (std::abs(slope) < 1e-9) return {};
    return (level - dot(normal, ray.start)) / slope;
  }
};

}  // namespace floc::raster

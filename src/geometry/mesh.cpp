#include "geometry/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace floc {
namespace {

// Sutherland–Hodgman: the part of a convex polygon where sign·(x_k − bound) ≤ 0.
std::vector<Vec3> cut(const std::vector<Vec3>& polygon, int k, double bound, double sign) {
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3& a = polygon[i];
    const Vec3& b = polygon[(i + 1) % polygon.size()];
    const double fa = sign * (a[k] - bound), fb = sign * (b[k] - bound);
    if (fa <= 0) kept.push_back(a);
    if ((fa < 0 && fb > 0) || (fa > 0 && fb < 0)) {
      Vec3 crossing = a + fa / (fa - fb) * (b - a);
      crossing[k] = bound;
      kept.push_back(crossing);
    }
  }
  return kept;
}

std::vector<int> add_points(Mesh& mesh, const std::vector<Vec3>& points) {
  std::vector<int> indices;
  for (const Vec3& p : points) {
    indices.push_back(static_cast<int>(mesh.points.size()));
    mesh.points.push_back(p);
  }
  return indices;
}

}  // namespace

std::vector<int> add_circle(Mesh& mesh, const Vec3& centre, const Frame& frame, double radius) {
  std::vector<Vec3> points;
  for (int k = 0; k < facets; ++k) {
    const double angle = 2 * std::numbers::pi * k / facets;
    points.push_back(centre + radius * (std::cos(angle) * frame.u + std::sin(angle) * frame.v));
  }
  return add_points(mesh, points);
}

void add_tube(Mesh& mesh, const std::vector<int>& lower, const std::vector<int>& upper) {
  const std::size_t n = lower.size();
  for (std::size_t k = 0; k < n; ++k)
    mesh.faces.push_back({lower[k], lower[(k + 1) % n], upper[(k + 1) % n], upper[k]});
}

void add_loop(Mesh& mesh, std::vector<int> loop) {
  loop.push_back(loop.front());
  mesh.lines.push_back(std::move(loop));
}

void add_point(Mesh& mesh, const Vec3& point) { mesh.lines.push_back(add_points(mesh, {point})); }

void flip(Mesh& mesh) {
  for (auto& face : mesh.faces) std::reverse(face.begin(), face.end());
}

Mesh plane_in_window(const Vec3& point, const Vec3& normal, int dimension, const Bounds& window) {
  Vec3 centre, extent;
  for (int k = 0; k < dimension; ++k) {
    centre[k] = 0.5 * (window.low[k] + window.high[k]);
    extent[k] = window.high[k] - window.low[k];
  }
  require_finite(extent, "the window of a picture");
  Mesh mesh;
  if (dimension == 1) {
    if (window.low[0] <= point[0] && point[0] <= window.high[0]) add_point(mesh, point);
    return mesh;
  }
  // A piece of the plane about the foot of the window's centre, larger than what the window can hold.
  const double size = norm(extent);
  const Vec3 foot = centre - dot(normal, centre - point) * normal;
  if (dimension == 2) {
    const Vec3 along{{-normal[1], normal[0], 0}};
    double from = -2 * size, to = 2 * size;  // along the line, from the foot
    for (int k = 0; k < 2; ++k) {
      if (along[k] == 0) {
        if (foot[k] < window.low[k] || foot[k] > window.high[k]) return mesh;
        continue;
      }
      const double at_low = (window.low[k] - foot[k]) / along[k], at_high = (window.high[k] - foot[k]) / along[k];
      from = std::max(from, std::min(at_low, at_high));
      to = std::min(to, std::max(at_low, at_high));
    }
    if (from < to) mesh.lines.push_back(add_points(mesh, {foot + from * along, foot + to * along}));
    return mesh;
  }
  const Frame frame(normal);
  const Vec3 u = 2 * size * frame.u, v = 2 * size * frame.v;
  std::vector<Vec3> polygon{foot - u - v, foot + u - v, foot + u + v, foot - u + v};
  for (int k = 0; k < 3; ++k) polygon = cut(cut(polygon, k, window.low[k], -1), k, window.high[k], 1);
  if (polygon.size() >= 3) mesh.faces.push_back(add_points(mesh, polygon));
  return mesh;
}

}  // namespace floc

#include "output/gsd_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "output/json.hpp"

namespace floc {
namespace {

constexpr std::size_t few_corners = 64;  // outlines of round shapes have hundreds
constexpr double rounding = 1e-9;        // of an outline in a ball of radius 1

Json point(const Vec3& p, double scale, int dimension) {
  Json::Items numbers;
  for (int k = 0; k < dimension; ++k) numbers.push_back(Json(scale * p[k]));
  return Json::list(std::move(numbers));
}

// The semi-axes of the ellipsoid about 0, along the axes, on which all points lie. Corners of some polytopes lie on one
// too (an octahedron's), but those are few.
std::optional<Vec3> ellipsoid(const Mesh& outline, int dimension) {
  Vec3 axes{};
  for (const Vec3& p : outline.points)
    for (int k = 0; k < dimension; ++k) axes[k] = std::max(axes[k], std::abs(p[k]));
  if (outline.points.size() <= (dimension == 3 ? few_corners : few_corners / 2)) return {};
  for (const Vec3& p : outline.points) {
    double sum = 0;
    for (int k = 0; k < dimension; ++k) sum += p[k] * p[k] / (axes[k] * axes[k]);
    if (!(std::abs(sum - 1) < rounding)) return {};
  }
  if (dimension == 2) axes[2] = std::min(axes[0], axes[1]);
  return axes;
}

bool convex(const Mesh& outline) {
  for (const std::vector<int>& face : outline.faces) {
    const auto corner = [&](std::size_t k) { return outline.points[static_cast<std::size_t>(face[k % face.size()])]; };
    Vec3 normal{};
    for (std::size_t k = 0; k < face.size(); ++k) normal += cross(corner(k), corner(k + 1));
    const double size = norm(normal);
    for (const Vec3& p : outline.points)
      if (dot(normal, p - corner(0)) > rounding * size) return false;
  }
  return !outline.faces.empty();
}

// The lines of the plane as loops, without the last point, which is the first again. Those of level sets come in
// pieces.
std::vector<std::vector<int>> loops(const Mesh& outline) {
  std::map<int, int> pieces;
  std::vector<std::vector<int>> all;
  for (const std::vector<int>& line : outline.lines) {
    if (line.size() == 2) {
      pieces[line[0]] = line[1];
    } else if (line.size() > 2) {
      all.emplace_back(line.begin(), line.end() - (line.front() == line.back() ? 1 : 0));
    }
  }
  while (!pieces.empty()) {
    std::vector<int>& loop = all.emplace_back();
    for (auto at = pieces.begin(); at != pieces.end();) {
      loop.push_back(at->first);
      const int next = at->second;
      pieces.erase(at);
      at = pieces.find(next);
    }
  }
  return all;
}

}  // namespace

std::string gsd_sphere(double radius) {
  Json shape;
  shape.set("type", "Sphere");
  shape.set("diameter", 2 * radius);
  return shape.to_compact_text();
}

std::string gsd_shape(const Mesh& outline, double radius, int dimension) {
  Json shape;
  if (const std::optional<Vec3> axes = ellipsoid(outline, dimension)) {
    shape.set("type", "Ellipsoid");
    for (int k = 0; k < 3; ++k) shape.set(std::string(1, "abc"[k]), radius * (*axes)[k]);
    return shape.to_compact_text();
  }
  std::vector<std::vector<int>> faces = outline.faces;
  Json::Items corners;
  if (dimension == 2) {
    faces = loops(outline);
    if (faces.size() == 1) {
      for (const int k : faces.front())
        corners.push_back(point(outline.points[static_cast<std::size_t>(k)], radius, 2));
      shape.set("type", "Polygon");
      shape.set("rounding_radius", 0);
      shape.set("vertices", Json::list(std::move(corners)));
      return shape.to_compact_text();
    }
  }
  for (const Vec3& p : outline.points) corners.push_back(point(p, radius, 3));
  if (dimension == 3 && outline.points.size() <= few_corners && convex(outline)) {
    shape.set("type", "ConvexPolyhedron");
    shape.set("rounding_radius", 0);
    shape.set("vertices", Json::list(std::move(corners)));
    return shape.to_compact_text();
  }
  Json::Items indices;
  for (const std::vector<int>& face : faces) {
    Json::Items corners_of_face;
    for (const int k : face) corners_of_face.push_back(Json(k));
    indices.push_back(Json::list(std::move(corners_of_face)));
  }
  shape.set("type", "Mesh");
  shape.set("vertices", Json::list(std::move(corners)));
  shape.set("indices", Json::list(std::move(indices)));
  return shape.to_compact_text();
}

}  // namespace floc

#include "geometry/shape.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "geometry/frame.hpp"

namespace floc {

std::vector<Vec3> Shape::markers(double spacing) const {
  require_positive(spacing, "the spacing of markers");
  const double parts = std::ceil(2 * std::numbers::pi * bounding_radius() / spacing);
  return markers_on(mesh(static_cast<int>(std::clamp(parts, 8.0, 1e4))), spacing);
}

namespace {

// Halves the sides of triangles; a side is halved once for both of its triangles.
class Refiner {
 public:
  Refiner(const Mesh& mesh, double spacing) : points_(mesh.points), spacing_(spacing) {}

  void segment(int a, int b) {
    if (!longer(a, b)) return;
    const int m = middle(a, b);
    segment(a, m);
    segment(m, b);
  }
  // The longest side first: pieces stay well shaped.
  void triangle(int a, int b, int c) {
    if (norm(at(b) - at(a)) < std::max(norm(at(c) - at(b)), norm(at(a) - at(c)))) {
      if (norm(at(c) - at(b)) >= norm(at(a) - at(c))) return triangle(b, c, a);
      return triangle(c, a, b);
    }
    if (!longer(a, b)) return;
    const int m = middle(a, b);
    triangle(a, m, c);
    triangle(m, b, c);
  }
  std::vector<Vec3> points() && { return std::move(points_); }

 private:
  const Vec3& at(int k) const { return points_[static_cast<std::size_t>(k)]; }
  bool longer(int a, int b) const { return norm(at(b) - at(a)) > spacing_; }
  int middle(int a, int b) {
    const auto [found, fresh] = middle_.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<int>(points_.size()));
    if (fresh) points_.push_back(0.5 * (at(a) + at(b)));
    return found->second;
  }

  std::vector<Vec3> points_;
  double spacing_;
  std::map<std::pair<int, int>, int> middle_;
};

}  // namespace

std::vector<Vec3> markers_on(const Mesh& mesh, double spacing) {
  Refiner refiner(mesh, spacing);
  for (const std::vector<int>& line : mesh.lines)
    for (std::size_t k = 0; k + 1 < line.size(); ++k) refiner.segment(line[k], line[k + 1]);
  for (const std::vector<int>& face : mesh.faces)
    for (std::size_t k = 1; k + 1 < face.size(); ++k) refiner.triangle(face[0], face[k], face[k + 1]);
  return std::move(refiner).points();
}

}  // namespace floc

// Closed meshes for tests: shapes cut into triangles, and bodies that are not convex.
#pragma once

#include <numbers>

#include "geometry/closed_mesh.hpp"
#include "geometry/shape.hpp"

namespace floc::test {

inline ClosedMesh triangulated(const Mesh& mesh) {
  ClosedMesh m{mesh.faces.empty() ? 2 : 3, mesh.points, {}};
  for (const auto& line : mesh.lines)
    for (std::size_t k = 0; k + 1 < line.size(); ++k) m.pieces.push_back({line[k], line[k + 1], 0});
  for (const auto& face : mesh.faces)
    for (std::size_t k = 1; k + 1 < face.size(); ++k) m.pieces.push_back({face[0], face[k], face[k + 1]});
  return m;
}

inline ClosedMesh l_shape(double size = 1) {
  std::vector<Vec3> corners{{{0, 0, 0}}, {{2, 0, 0}}, {{2, 1, 0}}, {{1, 1, 0}}, {{1, 2, 0}}, {{0, 2, 0}}};
  for (Vec3& p : corners) p *= size;
  return closed_polygon(std::move(corners));
}

// A ring with a round section, which no ball at its centre touches.
inline ClosedMesh torus(double radius, double section, int around) {
  ClosedMesh m{3, {}, {}};
  for (int i = 0; i < around; ++i)
    for (int k = 0; k < around; ++k) {
      const double u = 2 * std::numbers::pi * i / around, v = 2 * std::numbers::pi * k / around;
      const double r = radius + section * std::cos(v);
      m.points.push_back({{r * std::cos(u), r * std::sin(u), section * std::sin(v)}});
      const int a = i * around + k, b = i * around + (k + 1) % around, c = (i + 1) % around * around + k,
                d = (i + 1) % around * around + (k + 1) % around;
      m.pieces.push_back({a, c, d});
      m.pieces.push_back({a, d, b});
    }
  return m;
}

}  // namespace floc::test

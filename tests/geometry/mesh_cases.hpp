// Closed meshes for tests: shapes cut into triangles, and bodies that are not convex.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "geometry/closed_mesh.hpp"
#include "geometry/frame.hpp"
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

// An octahedron with its faces cut in four again and again, and pulled on a ball with dents and a spur.
inline ClosedMesh dented_ball(int times) {
  ClosedMesh m{3, {}, {}};
  for (int k = 0; k < 3; ++k)
    for (const double sign : {1.0, -1.0}) m.points.push_back(axis_vector(k, sign));
  for (const int x : {0, 1})
    for (const int y : {2, 3})
      for (const int z : {4, 5}) {
        const bool turned = (x + y + z) % 2 == 1;
        m.pieces.push_back(turned ? std::array<int, 3>{x, z, y} : std::array<int, 3>{x, y, z});
      }
  for (int t = 0; t < times - 1; ++t) {
    std::map<std::array<int, 2>, int> middle;
    std::vector<std::array<int, 3>> finer;
    const auto between = [&](int a, int b) {
      const auto [found, fresh] =
          middle.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<int>(m.points.size()));
      if (fresh)
        m.points.push_back(
            direction(m.points[static_cast<std::size_t>(a)] + m.points[static_cast<std::size_t>(b)], {}).unit);
      return found->second;
    };
    for (const auto& [a, b, c] : m.pieces) {
      const int ab = between(a, b), bc = between(b, c), ca = between(c, a);
      for (const auto& piece : {std::array<int, 3>{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}})
        finer.push_back(piece);
    }
    m.pieces = std::move(finer);
  }
  for (Vec3& p : m.points) {
    const double dent = std::max(0.0, p[0] - 0.6), spur = std::max(0.0, p[1] - 0.9);
    p *= 0.8 + 0.1 * std::sin(7 * p[0] + 3 * p[2]) * std::cos(5 * p[1]) - 1.2 * dent + 4 * spur;
  }
  return m;
}

}  // namespace floc::test

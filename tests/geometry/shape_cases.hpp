// Shapes of every kind for tests that hold for all of them.
#pragma once

#include <string>
#include <vector>

#include "geometry/sampler.hpp"
#include "geometry/shapes.hpp"

namespace floc::test {

struct ShapeCase {
  std::string name;
  ShapePtr shape;
};

inline std::vector<Vec3> random_points(Sampler& sampler, int count, const Vec3& size) {
  std::vector<Vec3> points;
  for (int k = 0; k < count; ++k) {
    Vec3 p = sampler.unit(3);
    for (int i = 0; i < 3; ++i) p[i] *= size[i];
    points.push_back(p);
  }
  return points;
}

inline std::vector<ShapeCase> convex_shapes(int dimension) {
  Sampler sampler(7);
  if (dimension == 2)
    return {{"disc", make_sphere(0.8, 2)},
            {"stadium", make_capsule(1.5, 0.4, 2)},
            {"ellipse", make_ellipse(1.4, 0.6)},
            {"round ellipse", make_rounded(make_ellipse(1, 0.3), 0.3).shape},
            {"superellipse", make_superellipse(1.2, 0.7, 4)},
            {"pointed superellipse", make_superellipse(0.9, 1.1, 1.5)},
            {"rectangle", make_rectangle(2, 0.8)},
            {"pentagon", make_polygon({{{0, 0, 0}}, {{2, 0, 0}}, {{2.5, 1, 0}}, {{1, 1.8, 0}}, {{-0.2, 1, 0}}}).shape},
            {"round triangle", make_rounded(make_polygon({{{0, 0, 0}}, {{1.5, 0, 0}}, {{0, 1, 0}}}).shape, 0.2).shape}};
  return {{"sphere", make_sphere(0.8, 3)},
          {"capsule", make_capsule(1.5, 0.4, 3)},
          {"ellipsoid", make_ellipsoid({{1.3, 0.8, 0.5}})},
          {"round ellipsoid", make_rounded(make_ellipsoid({{1, 0.3, 0.5}}), 0.25).shape},
          {"superellipsoid", make_superellipsoid({{1.1, 0.7, 0.9}}, 3, 4)},
          {"pointed superellipsoid", make_superellipsoid({{0.8, 1.1, 0.9}}, 1.6, 1.5)},
          {"box", make_box({{1.6, 1, 0.7}})},
          {"round box", make_rounded(make_box({{1.2, 0.8, 0.5}}), 0.2).shape},
          {"tetrahedron", make_polyhedron({{{0, 0, 0}}, {{1.6, 0, 0}}, {{0.2, 1.5, 0}}, {{0.4, 0.3, 1.3}}}).shape},
          {"polyhedron", make_polyhedron(random_points(sampler, 14, {{1.2, 0.8, 0.6}})).shape},
          {"round polyhedron",
           make_rounded(make_polyhedron(random_points(sampler, 9, {{0.8, 0.7, 0.6}})).shape, 0.15).shape}};
}

}  // namespace floc::test

// What every surface has to satisfy, whatever its shape.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "geometry/surface.hpp"
#include "sampler.hpp"

namespace floc::test {

struct SurfaceCase {
  SurfacePtr surface;
  int dimension = 3;
  std::function<Vec3(Sampler&)> boundary;  // a random point of the wall, or of the boundary of the solid
  double size = 3;                         // half the size of the cube that is sampled, about 0
};

// |d(q)| is attained at q − d n, and no other point of the boundary is nearer.
inline void check_distance(const SurfaceCase& c) {
  Sampler sampler(1);
  std::vector<Vec3> boundary;
  for (int k = 0; k < 400; ++k) boundary.push_back(c.boundary(sampler));
  for (const Vec3& p : boundary) CHECK(std::abs(c.surface->nearest(p).distance) < 1e-13);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 q = sampler.point(c.dimension, c.size);
    const SurfacePoint there = c.surface->nearest(q);
    const Vec3 foot = q - there.distance * there.normal;
    REQUIRE(std::abs(c.surface->nearest(foot).distance) < 1e-13);
    REQUIRE(std::abs(norm(there.normal) - 1) < 1e-14);
    for (const Vec3& p : boundary) REQUIRE(norm(q - p) >= std::abs(there.distance) - 1e-13);
  }
}

// The normal is the gradient, by central differences away from kinks.
inline void check_gradient(const SurfaceCase& c) {
  Sampler sampler(2);
  constexpr double step = 1e-5;
  int kinks = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 q = sampler.point(c.dimension, c.size), u = sampler.unit(c.dimension);
    const double ahead = c.surface->nearest(q + step * u).distance, behind = c.surface->nearest(q - step * u).distance;
    const SurfacePoint here = c.surface->nearest(q);
    if (std::abs(ahead + behind - 2 * here.distance) > 1e-8)
      ++kinks;
    else
      REQUIRE(std::abs((ahead - behind) / (2 * step) - dot(here.normal, u)) < 1e-5);
  }
  CHECK(kinks < 20);
}

// d(b) ≥ d(a) + ∇d(a)·(b − a) for all a and b, points on the boundary included: convex, and the
// normal is a subgradient even at kinks; the other way round for a concave d.
inline void check_convexity(const SurfaceCase& c) {
  Sampler sampler(3);
  const double sign = c.surface->concave() ? -1 : 1;
  for (int k = 0; k < 20000; ++k) {
    const Vec3 a = k % 3 == 0 ? c.boundary(sampler) : sampler.point(c.dimension, c.size);
    const Vec3 b = k % 5 == 0 ? c.boundary(sampler) : sampler.point(c.dimension, c.size);
    const SurfacePoint at_a = c.surface->nearest(a), at_b = c.surface->nearest(b);
    const double between = c.surface->nearest(0.5 * (a + b)).distance;
    REQUIRE(sign * (0.5 * (at_a.distance + at_b.distance) - between) >= -1e-13);
    REQUIRE(sign * (at_b.distance - at_a.distance - dot(at_a.normal, b - a)) >= -1e-13);
  }
}

// Sampled points of the boundary lie within the bounds, and come near each of their faces.
inline void check_bounds(const SurfaceCase& c) {
  Sampler sampler(4);
  const Bounds box = c.surface->bounds();
  Bounds seen{{{9, 9, 9}}, {{-9, -9, -9}}};
  for (int k = 0; k < 5000; ++k) {
    const Vec3 p = c.boundary(sampler);
    for (int i = 0; i < 3; ++i) {
      seen.low[i] = std::min(seen.low[i], p[i]);
      seen.high[i] = std::max(seen.high[i], p[i]);
    }
  }
  for (int i = 0; i < 3; ++i) {
    CHECK(seen.low[i] >= box.low[i] - 1e-14);
    CHECK(seen.high[i] <= box.high[i] + 1e-14);
    CHECK(std::abs(seen.low[i] - box.low[i]) < 0.05);
    CHECK(std::abs(seen.high[i] - box.high[i]) < 0.05);
  }
}

// The picture's points lie on the surface; faces of one-sided surfaces look at the grains.
inline void check_mesh(const SurfaceCase& c, bool one_sided) {
  const Bounds window{{{-c.size, -c.size, -c.size}}, {{c.size, c.size, c.size}}};
  const Mesh mesh = c.surface->mesh(c.dimension, window);
  REQUIRE(!mesh.points.empty());
  CHECK(mesh.faces.empty() == (c.dimension != 3));
  CHECK(mesh.lines.empty() == (c.dimension == 3));
  for (const Vec3& p : mesh.points) CHECK(std::abs(c.surface->nearest(p).distance) < 1e-13);
  const int count = static_cast<int>(mesh.points.size());
  for (const auto* list : {&mesh.faces, &mesh.lines})
    for (const auto& indices : *list)
      for (int i : indices) REQUIRE((i >= 0 && i < count));
  for (const auto& face : mesh.faces) {
    REQUIRE(face.size() >= 3);
    Vec3 centre, area;  // twice the area vector
    for (std::size_t k = 0; k < face.size(); ++k) {
      const Vec3 &a = mesh.points[face[k]], &b = mesh.points[face[(k + 1) % face.size()]];
      centre += (1.0 / static_cast<double>(face.size())) * a;
      area += cross(a, b);
    }
    REQUIRE(norm(area) > 0);
    if (one_sided) CHECK(dot(direction(area, {}).unit, c.surface->nearest(centre).normal) > 0.9);
  }
}

inline void check_all(const SurfaceCase& c, bool one_sided) {
  check_distance(c);
  check_gradient(c);
  check_convexity(c);
  check_mesh(c, one_sided);
  if (!c.surface->concave() && std::isfinite(c.surface->bounds().low[0])) check_bounds(c);
}

// A unit normal and the distance `d` at a point where the gradient does not exist.
inline void check_degenerate(const Surface& surface, const Vec3& q, double d) {
  const SurfacePoint there = surface.nearest(q);
  CHECK(there.distance == doctest::Approx(d).epsilon(1e-14));
  CHECK(norm(there.normal) == doctest::Approx(1).epsilon(1e-14));
}

}  // namespace floc::test

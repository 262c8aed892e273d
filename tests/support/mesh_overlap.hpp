// How deep two bodies overlap, by their surfaces alone: the edges of each are cut where they pass through the triangles
// of the other, and the parts inside are sampled. Nothing here knows of the pair functions, of trees or of fields.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "geometry/body_pose.hpp"
#include "geometry/frame.hpp"
#include "geometry/shape.hpp"
#include "step/simulation.hpp"

namespace floc::test {

// The triangles (in the plane segments) of a body where it is.
struct PlacedSurface {
  int dimension = 3;
  std::vector<std::array<Vec3, 3>> pieces;
  Vec3 centre{};
  double radius = 0;
};

inline PlacedSurface surface_of(const Shape& shape, const Pose& pose, int resolution = 8) {
  PlacedSurface s{shape.dimension(), {}, pose.position, shape.bounding_radius()};
  const Mesh mesh = shape.mesh(resolution);
  const auto at = [&](int k) { return pose.to_world(mesh.points[static_cast<std::size_t>(k)]); };
  for (const auto& line : mesh.lines)
    for (std::size_t k = 0; k + 1 < line.size(); ++k) s.pieces.push_back({at(line[k]), at(line[k + 1]), at(line[k])});
  for (const auto& face : mesh.faces)
    for (std::size_t k = 1; k + 1 < face.size(); ++k) s.pieces.push_back({at(face[0]), at(face[k]), at(face[k + 1])});
  return s;
}

// By the angle under which the surface is seen from x.
inline bool is_inside(const PlacedSurface& s, const Vec3& x) {
  double turn = 0;
  for (const auto& piece : s.pieces) {
    const Vec3 a = piece[0] - x, b = piece[1] - x, c = piece[2] - x;
    if (s.dimension == 2) {
      turn += std::atan2(cross(a, b)[2], dot(a, b));
      continue;
    }
    const double u = norm(a), v = norm(b), w = norm(c);
    turn += std::atan2(dot(a, cross(b, c)), u * v * w + dot(a, b) * w + dot(b, c) * u + dot(c, a) * v);
  }
  return std::abs(turn) > std::numbers::pi;
}

inline double distance_to_surface(const PlacedSurface& s, const Vec3& x) {
  double least = 1e300;
  for (const auto& piece : s.pieces) {
    const int sides = s.dimension == 2 ? 1 : 3;
    const Vec3 n = direction(cross(piece[1] - piece[0], piece[2] - piece[0]), {}).unit;
    bool over = s.dimension == 3;
    for (int k = 0; k < sides; ++k) {
      const Vec3 &p = piece[static_cast<std::size_t>(k)], way = piece[static_cast<std::size_t>((k + 1) % 3)] - p;
      over = over && dot(cross(way, x - p), n) >= 0;
      least = std::min(least, norm(x - p - std::clamp(dot(x - p, way) / dot(way, way), 0.0, 1.0) * way));
    }
    if (over) least = std::min(least, std::abs(dot(n, x - piece[0])));
  }
  return least;
}

// The deepest point of a's edges in b; `samples` points on each part of an edge that is inside.
inline double depth_of_edges(const PlacedSurface& a, const PlacedSurface& b, int samples) {
  double worst = 0;
  for (const auto& piece : a.pieces)
    for (std::size_t k = 0; k < (a.dimension == 2 ? 1u : 3u); ++k) {
      const Vec3 &p = piece[k], way = piece[(k + 1) % 3] - p;
      if (norm(p + 0.5 * way - b.centre) > b.radius + 0.5 * norm(way)) continue;
      std::vector<double> cuts{0, 1};
      for (const auto& other : b.pieces) {
        const Vec3 u = other[1] - other[0];
        const Vec3 n = a.dimension == 2 ? cross(u, axis_vector(2)) : cross(u, other[2] - other[0]);
        const double slope = dot(n, way);
        if (slope == 0) continue;
        const double t = dot(n, other[0] - p) / slope;
        if (t > 0 && t < 1) cuts.push_back(t);  // of the plane of the triangle: too many do no harm
      }
      std::sort(cuts.begin(), cuts.end());
      for (std::size_t c = 0; c + 1 < cuts.size(); ++c) {
        if (!is_inside(b, p + 0.5 * (cuts[c] + cuts[c + 1]) * way)) continue;
        for (int i = 0; i <= samples; ++i)
          worst = std::max(worst, distance_to_surface(b, p + (cuts[c] + (cuts[c + 1] - cuts[c]) * i / samples) * way));
      }
    }
  return worst;
}

inline double overlap_of(const PlacedSurface& a, const PlacedSurface& b, int samples = 12) {
  if (norm(a.centre - b.centre) > a.radius + b.radius) return 0;
  return std::max(depth_of_edges(a, b, samples), depth_of_edges(b, a, samples));
}

// The largest overlap of any two bodies of a run.
inline double worst_surface_overlap(const Simulation& s) {
  std::vector<PlacedSurface> all;
  for (std::size_t i = 0; i < s.bodies().size(); ++i)
    all.push_back(surface_of(*s.setup().shapes[static_cast<std::size_t>(s.bodies().shape[i])], pose_of(s.bodies(), i)));
  double worst = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) worst = std::max(worst, overlap_of(all[i], all[k]));
  return worst;
}

}  // namespace floc::test

#include "output/window.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace floc {
namespace {

struct Box {
  Vec3 low{{1e300, 1e300, 1e300}}, high{{-1e300, -1e300, -1e300}};

  void add(const Vec3& x, double r = 0) {
    for (int k = 0; k < 3; ++k) {
      if (!std::isfinite(x[k])) continue;
      low[k] = std::min(low[k], x[k] - r);
      high[k] = std::max(high[k], x[k] + r);
    }
  }
};

template <class F>
void for_each_corner(const Bounds& b, F&& f) {
  for (int c = 0; c < 8; ++c)
    f(Vec3{{(c & 1) != 0 ? b.high[0] : b.low[0], (c & 2) != 0 ? b.high[1] : b.low[1],
            (c & 4) != 0 ? b.high[2] : b.low[2]}});
}

bool finite(const Bounds& b, int dimension) {
  for (int k = 0; k < dimension; ++k)
    if (!std::isfinite(b.low[k]) || !std::isfinite(b.high[k])) return false;
  return true;
}

// Missing coordinates do not count: they are zero.
Bounds flat(Bounds b, int dimension) {
  for (int k = dimension; k < 3; ++k) b.low[k] = b.high[k] = 0;
  return b;
}

// A box in the frame of a pose that holds the window; any box where the window is empty.
Bounds local_window(const Bounds& window, const Pose& pose, int dimension) {
  Box local;
  if (window.low[0] > window.high[0])
    local.add(Vec3{}, 1);
  else
    for_each_corner(flat(window, dimension), [&](const Vec3& x) { local.add(pose.to_local(x)); });
  return flat({local.low, local.high}, dimension);
}

// What is left of flat faces, or of straight lines, on the free side of a wall. One that lies in the wall is whole.
Mesh cut(const Mesh& mesh, const Surface::Plane& wall) {
  const auto height = [&](const Vec3& x) { return dot(wall.normal, x - wall.point); };
  double highest = 0, extent = 0;
  for (const Vec3& x : mesh.points) {
    highest = std::max(highest, std::fabs(height(x)));
    extent = std::max({extent, norm(x - mesh.points.front()), norm(x - wall.point)});
  }
  if (highest <= 1e-12 * extent) return mesh;
  Mesh left;
  const auto cut_along = [&](const std::vector<int>& corners, bool closed) {
    std::vector<int> kept;
    const auto keep = [&](const Vec3& x) {
      kept.push_back(static_cast<int>(left.points.size()));
      left.points.push_back(x);
    };
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Vec3 &x = mesh.points[static_cast<std::size_t>(corners[k])],
                 &next = mesh.points[static_cast<std::size_t>(corners[(k + 1) % corners.size()])];
      const double a = height(x), b = height(next);
      if (a >= 0) keep(x);
      if ((closed || k + 1 < corners.size()) && ((a > 0 && b < 0) || (a < 0 && b > 0)))
        keep(x + (a / (a - b)) * (next - x));
    }
    return kept;
  };
  for (const std::vector<int>& face : mesh.faces)
    if (std::vector<int> kept = cut_along(face, true); kept.size() > 2) left.faces.push_back(std::move(kept));
  for (const std::vector<int>& line : mesh.lines)
    if (std::vector<int> kept = cut_along(line, false); kept.size() > 1) left.lines.push_back(std::move(kept));
  return left;
}

}  // namespace

Vec3 wrapped_position(const Snapshot& frame, std::size_t i) {
  return frame.domain.wrap(embed(frame.bodies.x(i), frame.bodies.dimension));
}

bool has_volume(const Surface& surface) {
  const Bounds b = surface.bounds();
  return !surface.concave() && finite(b, 3) && surface.nearest(0.5 * (b.low + b.high)).distance < 0;
}

Bounds window_of(const Snapshot& frame, std::span<const Obstacle> obstacles, double margin) {
  const int d = frame.bodies.dimension;
  Box box;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) box.add(wrapped_position(frame, i), frame.bodies.radius[i]);
  // A container has no bounds, as its solid is outside, but what is drawn of it has an end.
  for (const Obstacle& o : obstacles) {
    const Pose pose = o.motion->at(frame.time);
    for (const SurfacePtr& s : o.surfaces) {
      if (const Bounds b = s->bounds(); finite(b, d))
        for_each_corner(flat(b, d), [&](const Vec3& q) { box.add(pose.to_world(q)); });
      else if (s->concave())
        for (const Vec3& q : s->mesh(d, local_window({box.low, box.high}, pose, d)).points) box.add(pose.to_world(q));
    }
  }
  double side = 0;
  for (int k = 0; k < d; ++k) {
    const auto u = static_cast<std::size_t>(k);
    if (frame.domain.periodic(k)) {
      box.low[k] = frame.domain.origin[u];
      box.high[k] = frame.domain.origin[u] + frame.domain.period[u];
    }
    if (box.low[k] > box.high[k]) box.low[k] = box.high[k] = 0;
    side = std::max(side, box.high[k] - box.low[k]);
  }
  const double wider = side > 0 ? margin * side : 1;
  for (int k = 0; k < d; ++k) {
    box.low[k] -= wider;
    box.high[k] += wider;
  }
  return flat({box.low, box.high}, d);
}

std::vector<PlacedMesh> place_meshes(std::span<const Obstacle> obstacles, double time, int dimension,
                                     const Bounds& window) {
  std::vector<PlacedMesh> placed;
  std::vector<std::pair<const Surface*, Surface::Plane>> walls;
  for (std::size_t o = 0; o < obstacles.size(); ++o) {
    const Pose pose = obstacles[o].motion->at(time);
    const Bounds local = local_window(window, pose, dimension);
    for (const SurfacePtr& s : obstacles[o].surfaces) {
      PlacedMesh m{o, s->mesh(dimension, local), s, pose};
      for (Vec3& p : m.mesh.points) p = pose.to_world(p);
      placed.push_back(std::move(m));
      if (const auto wall = s->plane())
        walls.emplace_back(s.get(), Surface::Plane{pose.to_world(wall->point), pose.turn(wall->normal)});
    }
  }
  if (dimension > 1)
    for (PlacedMesh& m : placed)
      for (const auto& [surface, wall] : walls)
        if (m.surface->plane() && m.surface.get() != surface) m.mesh = cut(m.mesh, wall);
  return placed;
}

}  // namespace floc

#include "scene/make_obstacles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/error.hpp"
#include "core/expression.hpp"
#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"
#include "scene/make_shapes.hpp"

namespace floc::scene {
namespace {

using Surfaces = std::vector<SurfacePtr>;

Surfaces make(const HalfSpace& s, int) { return {half_space(s.point, s.normal)}; }

Surfaces make(const Wall& s, int) {
  if (s.from) return {segment(*s.from, *s.to)};
  if (s.corner) return {rectangle(*s.corner, *s.edge1, *s.edge2)};
  return {disc(*s.centre, *s.normal, *s.radius)};
}

Surfaces make(const Box& s, int dimension) {
  if (s.side == "outside") return {solid_box(s.low, s.high, dimension)};
  Surfaces walls;
  for (int k = 0; k < dimension; ++k) {
    Vec3 n{};
    n[k] = 1;
    walls.push_back(half_space(s.low, n));
    walls.push_back(half_space(s.high, -n));
  }
  return walls;
}

Surfaces make(const Polyline& s, int) {
  Surfaces walls;
  for (std::size_t i = 0; i + 1 < s.points.size(); ++i) walls.push_back(segment(s.points[i], s.points[i + 1]));
  return walls;
}

Surfaces make(const Polygon& s, int dimension) {
  Polyline closed{s.points};
  closed.points.push_back(s.points.front());
  return make(closed, dimension);
}

Surfaces make(const Sphere& s, int dimension) {
  return {s.side == "outside" ? ball(s.centre, s.radius, dimension) : ball_inside(s.centre, s.radius, dimension)};
}

Surfaces make(const Cylinder& s, int) {
  if (s.side == "outside") return {cylinder(s.from, s.to, s.radius)};
  if (s.ends == "open") return {cylinder_inside(s.from, s.to, s.radius)};
  return {cylinder_inside(s.from, s.to, s.radius), drum_end(s.from, s.to - s.from, s.radius),
          drum_end(s.to, s.from - s.to, s.radius)};
}

Surfaces make(const MeshObstacle& s, int dimension) { return make_surfaces(s, dimension); }
Surfaces make(const LevelSetObstacle& s, int dimension) { return make_surfaces(s, dimension); }
Surfaces make(const SolidObstacle& s, int dimension) { return make_surfaces(s, dimension); }

// Where the file of an obstacle is named, or the obstacle itself.
const Place& place_of(const Obstacle& o) {
  if (const auto* mesh = std::get_if<MeshObstacle>(&o.shape)) return mesh->place;
  if (const auto* s = std::get_if<LevelSetObstacle>(&o.shape); s && s->levels.path) return s->levels.place;
  return o.place;
}

constexpr double never = std::numeric_limits<double>::infinity();

Vec3 unit(const Vec3& v) { return (1 / norm(v)) * v; }

MotionPtr make(const Translation& m, const Scene&) { return translation(m.velocity, m.start, m.stop.value_or(never)); }

MotionPtr make(const Rotation& m, const Scene&) {
  return rotation(m.centre, unit(m.axis), m.angular_velocity, m.start, m.stop.value_or(never));
}

MotionPtr make(const Oscillation& m, const Scene&) { return oscillation(m.amplitude, m.frequency, m.phase); }

MotionPtr make(const Path& m, const Scene&) {
  const auto along = [&](std::size_t k) {
    return k < m.displacement.size() ? m.displacement[k] : Expression("0", {"t"});
  };
  return expression_motion({along(0), along(1), along(2)}, m.angle, m.centre, unit(m.axis));
}

MotionPtr make(const Servo&, const Scene&) { return driven(); }

}  // namespace

std::vector<std::size_t> obstacle_order(const Scene& scene) {
  std::vector<std::size_t> order(scene.obstacles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(), [&](std::size_t k) {
    return scene.obstacles[k].motion && std::holds_alternative<Servo>(*scene.obstacles[k].motion);
  });
  return order;
}

Obstacles make_obstacles(const Scene& scene, const Domain& domain, std::vector<Diagnostic>& errors,
                         const FloorPlan* floor) {
  std::vector<floc::Obstacle> all;
  for (const std::size_t k : obstacle_order(scene)) {
    const Obstacle& o = scene.obstacles[k];
    try {
      all.push_back({o.name, o.colour,
                     o.motion ? std::visit([&](const auto& m) { return make(m, scene); }, *o.motion) : at_rest(),
                     std::visit([&](const auto& s) { return make(s, scene.dimension()); }, o.shape)});
    } catch (const Error& error) {
      errors.push_back(scene.at(place_of(o), fmt::format("obstacle \"{}\": {}", o.name, error.what())));
    }
  }
  if (floor && !floor->walls().empty())
    all.push_back({"walls", scene.floor->colour, at_rest(), floor->wall_surfaces()});
  return Obstacles(std::move(all), domain);
}

}  // namespace floc::scene

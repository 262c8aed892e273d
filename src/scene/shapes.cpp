#include "scene/shapes.hpp"

#include <cmath>
#include <numbers>

#include "geometry/frame.hpp"
#include "step/copies.hpp"

namespace floc::scene {
namespace {

std::vector<Vec3> line(std::int64_t beads, double spacing) {
  std::vector<Vec3> points;
  for (std::int64_t k = 0; k < beads; ++k)
    points.push_back({{spacing * (static_cast<double>(k) - 0.5 * static_cast<double>(beads - 1)), 0, 0}});
  return points;
}

std::vector<Vec3> ring(std::int64_t beads, double spacing) {
  const double angle = 2 * std::numbers::pi / static_cast<double>(beads), radius = 0.5 * spacing / std::sin(0.5 * angle);
  std::vector<Vec3> points;
  for (std::int64_t k = 0; k < beads; ++k) {
    const double a = angle * static_cast<double>(k);
    points.push_back({{radius * std::cos(a), radius * std::sin(a), 0}});
  }
  return points;
}

}  // namespace

std::vector<Vec3> shape_of(const Chain& s) { return s.closed ? ring(s.beads, s.spacing) : line(s.beads, s.spacing); }

std::size_t count_of(const Copies& s) {
  return s.centres ? s.centres->size() : static_cast<std::size_t>(s.count.value_or(0));
}

void place_given(Bodies& bodies, const std::vector<Vec3>& shape, const Copies& s) {
  if (!s.centres) return;
  for (std::size_t k = 0; k < s.centres->size(); ++k) {
    Pose pose;
    if (!s.directions.empty())
      pose = least_turn(axis_vector(0), direction(s.directions[k % s.directions.size()], axis_vector(0)).unit);
    pose.position = (*s.centres)[k];
    place_copy(bodies, k, shape, pose);
  }
}

}  // namespace floc::scene

#include "scene/shapes.hpp"

#include <cmath>
#include <numbers>

#include "geometry/frame.hpp"

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

// Rows of 1, 2 … beads, the longest along x.
std::vector<Vec3> triangle(std::int64_t side, double spacing) {
  const double high = spacing * std::sqrt(0.75), middle = high * static_cast<double>(side - 1) / 3;
  std::vector<Vec3> points;
  for (std::int64_t row = 0; row < side; ++row)
    for (Vec3 p : line(side - row, spacing)) {
      p[1] = high * static_cast<double>(row) - middle;
      points.push_back(p);
    }
  return points;
}

std::vector<Vec3> crossed(std::int64_t beads, double spacing) {
  std::vector<Vec3> points = line(beads, spacing);
  for (const Vec3& p : line(beads, spacing))
    if (p[0] != 0) points.push_back({{0, p[0], 0}});
  return points;
}

}  // namespace

std::vector<Vec3> shape_of(const Assembly& s) {
  if (s.offsets) return *s.offsets;
  if (*s.shape == "triangle") return triangle(*s.beads, *s.spacing);
  if (*s.shape == "ring") return ring(*s.beads, *s.spacing);
  if (*s.shape == "cross") return crossed(*s.beads, *s.spacing);
  return line(*s.beads, *s.spacing);
}

std::vector<double> radii_of(const Radius& radius, std::size_t beads) {
  std::vector<double> radii;
  for (std::size_t k = 0; k < beads; ++k)
    radii.push_back(radius.list ? (*radius.list)[k % radius.list->size()] : *radius.constant);
  return radii;
}

ShapeTable clump_of(const std::vector<Vec3>& shape, const std::vector<double>& radii, const Place& place) {
  ClumpShape clump;
  for (std::size_t k = 0; k < shape.size(); ++k) clump.parts.push_back({RoundShape{}, {.size = radii[k], .centre = shape[k]}});
  return {.shape = std::move(clump), .orientation = "aligned", .inertia = {}, .place = place, .inertia_place = {}};
}

std::vector<Vec3> shape_of(const Chain& s) { return s.closed ? ring(s.beads, s.spacing) : line(s.beads, s.spacing); }

std::size_t count_of(const Copies& s) {
  return s.centres ? s.centres->size() : static_cast<std::size_t>(s.count.value_or(0));
}

std::vector<Pose> given_poses(const Copies& s) {
  std::vector<Pose> poses;
  for (std::size_t k = 0; s.centres && k < s.centres->size(); ++k) {
    Pose pose;
    if (!s.directions.empty())
      pose = least_turn(axis_vector(0), direction(s.directions[k % s.directions.size()], axis_vector(0)).unit);
    pose.position = (*s.centres)[k];
    poses.push_back(pose);
  }
  return poses;
}

}  // namespace floc::scene

// Bodies of any shape for the tests.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/quaternion.hpp"
#include "geometry/body_pose.hpp"
#include "geometry/clump.hpp"
#include "geometry/shapes.hpp"
#include "support/setups.hpp"

namespace floc::test {

// A body with this shape and uniform density, its axes along those of space; its index.
inline std::size_t add_shape(Setup& setup, const ShapePtr& shape, const Vec3& x, const Vec3& v = {},
                             double density = 1) {
  Bodies& b = setup.bodies;
  if (!b.shaped) {
    b.let_turn();
    b.shaped = true;
  }
  const MassProperties own = shape->mass_properties();
  add(b, x, v, shape->bounding_radius(), density * own.volume);
  const std::size_t i = b.size() - 1;
  b.shape[i] = static_cast<std::int32_t>(setup.shapes.size());
  setup.shapes.push_back(shape);
  for (std::size_t k = 0; k < b.spin_width(); ++k)
    b.inertia[i * b.spin_width() + k] = density * (b.dimension == 3 ? own.inertia[k].c[k] : own.inertia[2].c[2]);
  return i;
}

// The polygon with these corners, where they are.
inline std::size_t add_polygon(Setup& setup, const std::vector<Vec3>& corners, double density = 1) {
  const PlacedShape placed = make_polygon(corners);
  const std::size_t i = add_shape(setup, placed.shape, placed.pose.position, {}, density);
  setup.bodies.orientation[i] = std::atan2(placed.pose.rotation[1][0], placed.pose.rotation[0][0]);
  return i;
}

// A body of balls of one radius about these centres, which may overlap; its index.
inline std::size_t add_beads(Setup& setup, const std::vector<Vec3>& centres, double radius, const Vec3& x = {},
                             const Vec3& v = {}, double density = 1) {
  std::vector<ClumpPart> parts;
  for (const Vec3& centre : centres) {
    Pose at;
    at.position = centre;
    parts.push_back({make_sphere(radius, setup.bodies.dimension), at});
  }
  const PlacedShape placed = make_clump(parts, ClumpMass::united);
  const std::size_t i = add_shape(setup, placed.shape, x + placed.pose.position, v, density);
  if (setup.bodies.dimension == 2) return i;  // its axes are those of the plane
  const Matrix3& r = placed.pose.rotation;
  const double angle = std::acos(std::clamp((r[0][0] + r[1][1] + r[2][2] - 1) / 2, -1.0, 1.0));
  const Vec3 axis{{r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]}};
  const Quaternion q = angle > 0 ? turned({}, angle / norm(axis) * axis) : Quaternion{};
  q.store(&setup.bodies.orientation[4 * i]);
  return i;
}
// Where bead k of such a body is.
inline Vec3 bead(const Simulation& s, std::size_t i, std::size_t k) {
  const auto& clump = dynamic_cast<const Clump&>(*s.setup().shapes[static_cast<std::size_t>(s.bodies().shape[i])]);
  return pose_of(s.bodies(), i).to_world(clump.parts()[k].pose.position);
}

// Steps that all converge, without overlap above the tolerance.
inline void advance(Simulation& s, int steps) {
  for (int k = 0; k < steps; ++k) {
    const StepReport report = s.advance();
    CAPTURE(report.message);
    REQUIRE(report.converged);
    REQUIRE(report.overlap <= s.setup().tolerance * (1 + 1e-6));
  }
}

}  // namespace floc::test

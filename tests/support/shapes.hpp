// Bodies of any shape for the tests.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "geometry/body_pose.hpp"
#include "geometry/clump.hpp"
#include "geometry/shapes.hpp"
#include "step/add_body.hpp"
#include "support/setups.hpp"

namespace floc::test {

// A body with this shape and uniform density, its axes along those of space; its index.
inline std::size_t add_shape(Setup& setup, const ShapePtr& shape, const Vec3& x, const Vec3& v = {},
                             double density = 1) {
  Pose at;
  at.position = x;
  return add_body(setup, {shape, at}, v, density);
}

// The polygon with these corners, where they are.
inline std::size_t add_polygon(Setup& setup, const std::vector<Vec3>& corners, double density = 1) {
  return add_body(setup, make_polygon(corners), {}, density);
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
  Pose at;
  at.position = x;
  return add_body(setup, {placed.shape, at * placed.pose}, v, density);
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

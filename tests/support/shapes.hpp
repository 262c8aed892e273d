// Bodies of any shape for the tests.
#pragma once

#include <doctest/doctest.h>

#include <cmath>

#include "core/quaternion.hpp"
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

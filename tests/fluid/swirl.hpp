// A flow in a periodic box, and round bodies in it.
#pragma once

#include <cmath>

#include "fluid/markers.hpp"

namespace floc::testing {

inline FlowSettings periodic_box(int dimension, int n, double side) {
  FlowSettings s;
  s.grid.dimension = dimension;
  s.grid.h = side / n;
  s.viscosity = 0.1;
  for (int k = 0; k < dimension; ++k) {
    s.grid.cells[static_cast<std::size_t>(k)] = n;
    for (FluidFace& face : s.grid.faces[static_cast<std::size_t>(k)]) face.kind = FaceKind::periodic;
  }
  return s;
}

// A flow that is anything but rigid.
inline Velocity swirl(FlowSolver& flow, Executor& executor) {
  return flow
      .begin(
          [](const Vec3& x) {
            return Vec3{{std::sin(3 * x[1]) + 0.2, std::cos(2 * x[0]), std::sin(x[0] + x[1])}};
          },
          executor)
      .velocity;
}

inline ImmersedBody round_body(const FlowSolver& flow, const Vec3& centre, double radius) {
  ImmersedBody body{ImmersedShape::round(flow.grid().dimension, radius, flow.grid().h), {}};
  body.pose.position = centre;
  return body;
}

}  // namespace floc::testing

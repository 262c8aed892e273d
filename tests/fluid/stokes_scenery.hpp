// Boxes of steady Stokes flow for tests.
#pragma once

#include "fluid/stokes_bodies.hpp"

namespace floc::testing {

inline FlowSettings stokes_box(std::array<int, 3> cells, int dimension, double h, std::array<bool, 3> walls) {
  FlowSettings s;
  s.grid.dimension = dimension;
  s.grid.h = h;
  s.grid.cells = cells;
  s.viscosity = 1;
  for (std::size_t k = 0; k < static_cast<std::size_t>(dimension); ++k)
    for (FluidFace& face : s.grid.faces[k]) face.kind = walls[k] ? FaceKind::wall : FaceKind::periodic;
  return s;
}

struct RoundBody {
  Vec3 centre;
  double radius;
};

inline std::vector<ImmersedBody> round_bodies(const std::vector<RoundBody>& round, const FluidGrid& grid) {
  std::vector<ImmersedBody> all;
  for (const RoundBody& r : round) {
    ImmersedBody body{ImmersedShape::round(grid.dimension, r.radius, grid.h), {}};
    body.pose.position = r.centre;
    all.push_back(body);
  }
  return all;
}

// Bodies, and what they do.
struct StokesCase {
  FlowSolver flow;
  Markers markers;
  StokesBodies stokes;
  std::vector<std::uint8_t> free;
  std::vector<RigidMotion> force, motion;
  CouplingReport report;

  StokesCase(const FlowSettings& settings, const StokesSettings& how, const std::vector<RoundBody>& bodies,
             Executor& executor)
      : StokesCase(settings, how, executor, round_bodies(bodies, settings.grid)) {}
  StokesCase(const FlowSettings& settings, const StokesSettings& how, Executor& executor,
             const std::vector<ImmersedBody>& bodies)
      : flow(settings),
        markers(flow),
        stokes(flow, how),
        free(bodies.size()),
        force(bodies.size()),
        motion(bodies.size()) {
    markers.place(bodies, executor);
    stokes.place(markers, 0, executor);
  }
  void solve(Executor& executor, std::vector<LinkRow> links = {}) {
    report = stokes.solve(markers, free, force, links, motion, executor);
  }
  RigidMotion drag(std::size_t b) const { return stokes.force(markers, b); }
};

}  // namespace floc::testing

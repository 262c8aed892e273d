// Bodies in steady Stokes flow, as a part of the step of a Medium: nothing has inertia, and the velocities are those at
// which the fluid's forces balance all others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fluid/stokes_bodies.hpp"

namespace floc {

class QuasiStatic {
 public:
  QuasiStatic(const FlowSolver& flow, const StokesSettings& settings) : flow_(flow), stokes_(flow, settings) {}

  // Forces and torques on the first bodies, which are free; motions of the others.
  CouplingReport predict(const Markers& markers, std::span<const RigidMotion> force,
                         std::span<const LinkRow> links, std::span<RigidMotion> motion, double t, Executor& executor);
  // All go as told.
  CouplingReport follow(const Markers& markers, std::span<const RigidMotion> motion, Executor& executor);
  // Velocity and pressure of the last solve.
  void flow(const Markers& markers, FlowState& state, Executor& executor);
  // Force and torque of the fluid on body b, by its markers.
  RigidMotion force(const Markers& markers, std::size_t b) const;
  // What the links give, forces.
  const std::vector<double>& link_forces() const { return stokes_.link_forces(); }
  const StokesBodies& stokes() const { return stokes_; }
  // Largest |∇·u|, in the largest speed a cell.
  double divergence(const FlowState& state, Executor& executor) const;

 private:
  const FlowSolver& flow_;
  StokesBodies stokes_;
  std::vector<std::uint8_t> free_;
  std::vector<RigidMotion> predicted_, still_;
};

}  // namespace floc

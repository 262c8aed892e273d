// Rigid bodies in steady Stokes flow: their velocities follow from the forces on them, at once.
//
// With the operators J, K of markers.hpp, S⁻¹ of stokes_inverse.hpp, forces λ of markers and walls together,
// and M = J S⁻¹ Jᵀ (plus the compliance of walls),
//
//   M λ + J(u₀ + ū) = K U,   c Kᵀλ = F,   Σλ + Σf = 0 where the uniform flow ū is free        c the volume of a cell
//
// u₀ the flow of the forces on the fluid, F what acts on the bodies beside the fluid. Bodies that are joined have
// c Kᵀλ = F + Gᵀη and G U = s (links.hpp). U and ū are unknowns with λ: conjugate gradients in the λ with balanced
// forces, which the preconditioner keeps to (Kᵀ of each search direction is 0).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fluid/links.hpp"
#include "fluid/marker_blocks.hpp"
#include "fluid/markers.hpp"
#include "fluid/stokes_inverse.hpp"
#include "fluid/wall_forces.hpp"

namespace floc {

struct StokesSettings {
  // Where no side holds a uniform flow: its mean, or none, and then the forces on the fluid sum to 0. Without either:
  // the mean is 0 where there are no walls and no `drive`.
  std::optional<Vec3> mean_velocity{};
  Vec3 drive{};             // a part of the force on the fluid
  double tolerance = 1e-7;  // of λ
  int most_iterations = 2000;
};

class StokesBodies {
 public:
  StokesBodies(const FlowSolver& flow, const StokesSettings& settings);

  // Bodies as they stand.
  void place(const Markers& markers, double t, Executor& executor);
  // How many numbers λ has.
  std::size_t size() const { return b_.size(); }

  // Free bodies get their velocity of the force and torque on them, others go as `motion` says. `force` is one a body.
  CouplingReport solve(const Markers& markers, std::span<const std::uint8_t> free,
                       std::span<const RigidMotion> force, std::span<const LinkRow> links,
                       std::span<RigidMotion> motion, Executor& executor);
  // The flow of the last solve, and its pressure (not over the density).
  void flow(const Markers& markers, Velocity& velocity, std::vector<double>& pressure, Executor& executor);
  // c Kᵀλ: what body b does to the fluid.
  RigidMotion force(const Markers& markers, std::size_t b) const;
  // λ at the markers.
  std::span<const double> marker_forces(const Markers& markers) const {
    return std::span(lambda_).first(markers.numbers());
  }
  // What the links of the last solve give, in their order.
  const std::vector<double>& link_forces() const { return link_forces_; }
  // The force of the fluid along a wall.
  Vec3 wall_force(int direction, int side) const;
  // ū.
  const Vec3& uniform() const { return uniform_; }
  std::size_t wall_numbers() const { return walls_.size(); }
  int multiplications() const { return multiplications_; }  // by M, since the beginning

 private:
  void clear(Velocity& f, Executor& executor) const;
  void multiply(const Markers& markers, std::span<const double> v, std::span<double> to, Executor& executor);
  void precondition(const Markers& markers, std::span<const double> r, std::span<double> z, Executor& executor);
  // What bodies and uniform flow have of a vector of all forces, Cᵀ; and the other way.
  struct Columns {
    std::vector<RigidMotion> body;
    Vec3 mean;
  };
  void from_all(const Markers& markers, std::span<const double> v, Columns& to) const;
  void to_all(const Markers& markers, const Columns& columns, std::span<double> v) const;
  void invert_bodies(std::vector<RigidMotion>& m);
  void invert(Columns& columns);  // (CᵀNC)⁻¹, within what the links allow; N the preconditioner
  void factor(const Markers& markers, std::span<const std::uint8_t> free, std::span<const LinkRow> links,
              Executor& executor);
  void take_background(double t, Executor& executor);

  const FlowSolver& flow_;
  StokesSettings settings_;
  StokesInverse inverse_;
  WallForces walls_;
  MarkerBlocks blocks_;
  std::array<bool, 3> balanced_{};  // ū is free there
  Ghosts ghosts_;
  std::vector<Expression::Evaluator> given_force_;
  Velocity force_, velocity_, background_;
  std::vector<double> background_pressure_;
  std::vector<double> source_;
  bool has_background_ = false;
  Vec3 pushed_;  // Σf of the fluid, a component
  std::vector<double> wall_velocity_, b_, lambda_, r_, z_, s_, q_, work_;
  std::vector<MotionBlock> inner_;
  Links links_;
  std::vector<double> link_forces_;
  std::array<Columns, 3> mean_column_;
  std::array<std::vector<RigidMotion>, 3> mean_response_;
  MotionBlock mean_inner_{};  // of the uniform flow: its first three rows and columns
  Vec3 uniform_;
  int multiplications_ = 0;
};

}  // namespace floc

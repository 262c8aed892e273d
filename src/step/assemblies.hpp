// Rigid assemblies: beads that move as one rigid body.
//
// With X the centre of mass of an assembly and r_i = x_i − X, its beads have velocities U + ω × r_i. P,
// the M-orthogonal projector onto such fields, is what an assembly does to any forces on its beads: it
// keeps momentum and angular momentum, U = Σ m v/Σ m, ω = I⁻¹ Σ m r × v. So
//
//   V* = P(V + hM⁻¹f) + c,    V⁺ = V* + h PM⁻¹Gᵀλ          (projection/problem.hpp).
//
// x + hV leaves the rigid shape at second order, by (hω)²/2. The correction c_i = (X + R q_i − x_i)/h
// leads back to it within the next step, q the shape about its centre of mass and R the rotation that
// fits it best (Σ m |R q_i − r_i|² least). It is part of V*: rows see it, so that it makes no overlap, and
// nothing adds up. At the best fit Σ m c = 0 and Σ m r × c = 0: c carries neither momentum nor angular
// momentum, and V⁺ (with c in it) has at x⁺ = x + hV⁺ just the angular momentum that it had at x. Both
// are kept to rounding.
//
// Beads are points of mass m here: the moment of inertia is that of their centres.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/bodies.hpp"
#include "core/vec.hpp"
#include "parallel/executor.hpp"
#include "projection/problem.hpp"

namespace floc {

struct Assembly {
  std::vector<std::int64_t> beads;  // names (Bodies::id)
  std::vector<Vec3> shape;          // where they are, in any frame
};

class Assemblies {
 public:
  // Throws Error for assemblies without beads, with shapes of another size, or that share a bead.
  explicit Assemblies(std::vector<Assembly> list);

  bool empty() const { return list_.empty(); }
  // Says which body is where; to be called again when bodies have come or gone. An assembly that has
  // lost a bead is none any more. `inverse_mass`: N, the metric of P.
  void place(const Bodies& bodies, std::span<const double> inverse_mass);
  std::span<const std::int32_t> unit() const { return unit_; }  // N: the assembly of each body; −1: none

  // free ← P free + c, at the present positions; the arrays below are then those of this step.
  void project_rigid(const Bodies& bodies, double h, std::span<double> free, Executor& executor);
  RigidUnits arrays() const { return {begin_, bodies_, unit_, arm_, inverse_mass_, inverse_inertia_}; }

 private:
  template <int D>
  void project_one(const Bodies& bodies, double h, std::span<double> free, std::size_t k);

  std::vector<Assembly> list_;
  std::vector<std::int32_t> begin_, bodies_, unit_;
  std::vector<double> mass_;                 // of the beads in bodies_
  std::vector<Vec3> shape_;                  // q of the beads in bodies_
  std::vector<double> size_;                 // Σ m |q|²
  std::vector<double> arm_, inverse_mass_, inverse_inertia_;
};

}  // namespace floc

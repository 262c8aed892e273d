// Bodies that turn freely in a step, and their inertia.
//
// With L = I ω the angular momentum, which is kept, ω is not for a body with three moments: its axes turn. The midpoint
// rule takes I where the body is half-way,
//
//   ω* = I(R½)⁻¹ L,   R½ = exp(h ω*/2) R,
//
// which the projection makes ω⁺ of, in the metric of I(R½). Then R⁺ = exp(h ω⁺) R, and with the new L⁺ = I(R½) ω⁺ the spin
// kept is I(R⁺)⁻¹ L⁺. A free body keeps L to rounding and its energy to O(h²). In a step of more than a radian or so the rule has
// no solution that could be found: then ω* is no faster than its energy allows.
#pragma once

#include <span>
#include <vector>

#include "core/bodies.hpp"
#include "parallel/executor.hpp"

namespace floc {

class FreeRotation {
 public:
  // ω*, and I(R½)⁻¹ of all bodies.
  void take(const Bodies& bodies, double h, std::vector<double>& spin, Executor& executor);
  // In the world's frame, N × 1 | 6: xx, yy, zz, xy, xz, yz.
  std::span<const double> inverse_inertia() const { return inverse_; }
  // Σ ½ ω·I(R½)ω.
  double energy(const Bodies& bodies, std::span<const double> spin) const;
  // Turns the bodies by `moved`; their spins are then those of the angular momentum that `kept` (which is used up) has.
  void finish(Bodies& bodies, double h, std::span<const double> moved, std::vector<double>& kept) const;

 private:
  std::vector<double> inverse_;  // I(R½)⁻¹
  std::vector<double> half_;     // R½, quaternions; as they are where all moments are the same
};

}  // namespace floc

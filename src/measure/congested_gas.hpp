// The gas of sticky blocks on a line, blocks of vanishing size: the congested pressureless gas
// (GRAN 20, 75),
//
//   ∂_tρ + ∂_x(ρu) = 0,   ∂_t(ρu) + ∂_x(ρu²) + ∂_xp = ρf,   ρ ≤ 1,  p ≥ 0,  (1 − ρ)p = 0,
//
// and its lubricated version (GRAN 76), in which p may pull as long as there is adhesion γ to use up,
//
//   ∂_tγ + ∂_x(γu) = −p,   ρ ≤ 1,  γ ≤ 0,  (1 − ρ)γ = 0.
//
// With the mass m to the left of a grain as coordinate, X(t, m) its position and U = ∂_tX:
//
//   ∂_tU + ∂_mp = f(X, t),   ∂_mX ≥ 1,   (∂_mX − 1)p = 0;     lubricated: ∂_tγ = −p, (∂_mX − 1)γ = 0.
//
// K = {X : ∂_mX ≥ 1} is convex, and −∂_mp is what keeps X in it: the dry gas is ∂_tU + N_K(X) ∋ f with
// inelastic shocks, U⁺ the projection of U⁻ on the velocities that K admits. In the lubricated one
// W = U − ∂_mγ obeys ∂_tW = f, so that it is the first-order inclusion ∂_tX + N_K(X) ∋ W: X and γ are
// unique. (The dry one need not be, GRAN 22–24.) A step of the solver:
//
//   W = U + hf (dry)  or  W + hf (lubricated),    X⁺ = P_K(X + hW),    U⁺ = (X⁺ − X)/h,
//
// and ∂_mI = W − U⁺ gives the impulse I of the step: p = I/h, or γ⁺ = −I and p = (γ − γ⁺)/h. P_K is
// exact (measure/monotone.hpp); walls that X stays between only cut what it gives.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "contact/contacts.hpp"
#include "core/bodies.hpp"
#include "measure/step_function.hpp"

namespace floc {

// Cells of the gas from left to right. Pressure and adhesion live between them: entry k left of cell
// k, the last one right of all; those at the ends are those on the walls.
struct GasState {
  std::vector<double> mass, position, velocity;  // n
  std::vector<double> pressure, adhesion;        // n + 1

  std::size_t size() const { return mass.size(); }
  // Profiles along x, constant between the centres of the cells.
  StepFunction density() const;
  StepFunction pressure_profile() const;
  StepFunction adhesion_profile() const;
  // Along m, constant on the cells: the velocity has no meaning where there is no mass.
  StepFunction velocity_by_mass() const;
};

// n cells of the same mass of the gas with density ρ⁰(x) ≤ 1 and velocity u⁰(x) in [low, high].
GasState sample_gas(const std::function<double(double)>& density, const std::function<double(double)>& velocity,
                    double low, double high, std::size_t n);

// Every cell a block of its mass and of saturated density 1, r = m/2; and back, with λ as the pressure
// and what the contacts remember as the adhesion. Bodies in dimension 1, in order.
Bodies blocks_of_gas(const GasState& gas);
GasState gas_of_blocks(const Bodies& blocks, const Contacts& contacts);

enum class GasContact { dry, lubricated };
struct GasWalls {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

class CongestedGas {
 public:
  CongestedGas(GasState initial, GasContact contact, GasWalls walls = {});
  void advance(double h, const std::function<double(double x, double t)>& force);

  double time() const { return time_; }
  const GasState& state() const { return state_; }
  // ∫ p dt since the beginning, between the cells.
  const std::vector<double>& impulse() const { return impulse_; }

 private:
  GasState state_;
  GasContact contact_;
  GasWalls walls_;
  double time_ = 0;
  std::vector<double> offset_;  // of the packed row, from its left end to the centres
  std::vector<double> free_;    // W
  std::vector<double> impulse_;
};

}  // namespace floc

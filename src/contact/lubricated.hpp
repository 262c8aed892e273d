// Viscous films as a contact law (model.md, section 2: scheme I; GRAN 49–51): a film of viscous fluid between bodies that
// are close resists every change of the gap,
//
//   M v̇ = f − Σ κ(D_ij)(G_ij ⊗ G_ij)V,    κ(D) = 6πμR²(1/D − 1/ℓ) for D < ℓ,
//
// R = r_i r_j/(r_i + r_j), and r against a plane. The 1/ℓ takes the force to zero where the range ends.
// Against a surface with curvatures c₁, c₂ Reynolds' equation gives, with 1/R_k = 1/r + c_k,
//
//   12πμ (R₁R₂)^{3/2}/(R₁ + R₂)  in the place of 6πμR²:
//
// (rR/(R ± r))² for a sphere of radius R from outside and from inside, and the right mean for cylinders.
//
// One step is one convex problem (projection/film_solver.hpp). A contact remembers γ = 6πμR²ψ(D) ≤ 0, the
// impulse the film has taken up, in the place of the gap: γ⁺ = γ − hλ, and 0 beyond the range. The gap
// that γ stands for is positive whatever the rounding of positions, e^{−1000} included; the gap of the
// positions follows it to the tolerance. Against a moving obstacle the film sees the gap at both ends
// of the step, and so the relative velocity.
#pragma once

#include <array>

#include "contact/law.hpp"

namespace floc {

struct LubricatedParameters {
  static constexpr std::string_view kind = "lubricated",
                                    help = "films of viscous fluid between close bodies resist every change of the gap";
  double viscosity = 1;  // μ > 0
  double range = 0.5;    // ℓ > 0, in units of r̄

  void declare(Table& t);
  LawPtr make(const LawContext&) const;
};

// Throws Error for parameters out of bounds.
LawPtr lubricated(const LubricatedParameters& parameters);

// 6πμR² for a grain of radius r against a surface with these curvatures.
double film_strength(double viscosity, double r, const std::array<double, 2>& curvatures);

}  // namespace floc

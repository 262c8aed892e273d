// Restitution (GRAN 5): V⁺ = V⁻ − (1 + e) P_N V⁻ at the contacts that close in the step.
//
// With C the cone of velocities that part the contacts which closed in this step and pushed (λ > 0, and not what a solver
// leaves on an open row: is_open in law.hpp), P_N V⁻ = V⁻ − P_C V⁻, so that V⁺ = P_C V⁻ + e (P_C V⁻ − V⁻): a second projection, on velocities.
// The bodies are moved by the first one, which respects the gaps; the velocity kept is V⁺.
//
// With friction the rows have levers and cones, and the law is Newton's: with u_n the speeds along the normals after
// P_C V⁻ and before, a second projection of V⁻ asks for u_n + e (u_n − u_n⁻). Friction there is Coulomb's exact law: a
// convex one would add μ|u_t| to every bounce.
//
// e = 0 is inelastic up to the approach within the step; e = 1 conserves energy.
#pragma once

#include "contact/law.hpp"

namespace floc {

struct RestitutionParameters {
  static constexpr std::string_view kind = "restitution", help = "bounce with a coefficient of restitution";
  double restitution = 0.5;  // e

  void declare(Table& t);
  LawPtr make(const LawContext&) const;
};

LawPtr restitution(double e);

}  // namespace floc

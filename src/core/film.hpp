// The viscous film of one row, as a soft form of a contact.
//
// The lubrication force −κ(1/D − 1/ℓ)Ḋ on a gap D below the range ℓ is the time derivative of −κψ(D),
//
//   ψ(D) = ln(D/ℓ) − D/ℓ + 1  for D < ℓ,   0 beyond:   increasing from −∞ at D = 0 to 0 at D = ℓ.
//
// The impulse of a step is therefore κψ(D) − κψ(D⁺), whatever happens in between: with γ = κψ ≤ 0,
// γ⁺ = γ − hλ as in the gluey law. In the working form of rows.hpp (p = h²λ, k = hκ, p_min = hγ) a row
// asks for a point (g, p) of the graph
//
//   p = p_min − kψ(g),    g > 0, p ≥ p_min,
//
// where a gluey contact asks for g ≥ 0, p ≥ p_min and (p − p_min)g = 0: its limit as κ → 0. The tangent of
// the graph is the force law again: dp = −t dg with t = hκ(1/g − 1/ℓ).
#pragma once

namespace floc {

double film_level(double gap, double range);  // ψ(D), for D > 0
double film_gap(double level, double range);  // D(ψ): ℓ when ψ ≥ 0; 0 where it underflows

// A point of the graph, and its tangent.
struct FilmPoint {
  double gap = 0;        // g
  double p = 0;
  double stiffness = 0;  // t, infinite where g underflows or the contact is hard
  double depth = 0;      // v = ln(g/ℓ) ≤ 0 of a film, which does not underflow
};

// The row alone: its own p opens it by a each, so that g = x + a p with x what all else gives. With
// g = ℓe^v this is (ℓ − ak)e^v + ak(v + 1) = x + a p_min: increasing in v, so that there is one root for
// every x and a > 0, and g > 0. k = 0: a contact without a film, g = max(0, x + a p_min), which with
// p_min = −∞ is a bond. `start` is where v may be, > 0 where that is not known: the nearer the sooner found.
FilmPoint settle_alone(double x, double a, double k, double lower, double range, double start = 1);

}  // namespace floc

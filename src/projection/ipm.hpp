// A primal–dual interior-point method on the dual (Mehrotra 1992), for answers to many digits.
//
// With slacks s ≥ 0 and z = p − p_min ≥ 0 the conditions are
//
//   g(w(p)) + εp − s = 0,    s z = 0        (s = 0 and no z for an equality row).
//
// w is w(p) throughout, so that every iterate is a pair the certificate can judge. A Newton step is
//
//   (GM⁻¹Gᵀ + diag(1/t)) dp = −r,   1/t = ε + s/z,   r = (g + εp − s) + (s z + correction − σμ)/z,
//
// solved without forming GM⁻¹Gᵀ (Woodbury):  K dw = −Gᵀ t r,  dp = −t(r + G dw),  K = M + Gᵀ diag(t) G.
// K is positive definite whatever the rows: duplicated, dependent, or none at all. The compliance is
// exact. In the matrix alone 1/t is at least ρ = 1e-10 a: a proximal-point step, with the same
// solution, that keeps K within the reach of double precision when s/z and ε vanish (as in an
// equality row without compliance).
//
// Rows with viscous films (film.hpp, k = hκ) ask for p = p_min + q(s), q = −kψ, with s > 0 a barrier of its own that
// is none far from it. With p = p_min + z + q(s), s z = 0 at the end as above, and T = z/s − q'(s) in the place of z/s,
// the same steps solve for them from anywhere.
//
// Predictor and corrector share one factorisation. How many it takes hardly depends on size or tolerance
// (docs/theory/solvers.md); a guess is of no use here unless it already solves the problem.
#pragma once

#include <span>

#include "projection/iteration.hpp"
#include "projection/primal_factor.hpp"

namespace floc {

class Ipm : public IterativeSolver {
 public:
  using IterativeSolver::IterativeSolver;


  // The rows of the next `begin` have films of these strengths k, of this range; empty: none.
  void soften(std::span<const double> strength, double range) {
    film_ = strength;
    range_ = range;
  }
  void begin(std::span<const double> start, Executor& executor) override;
  Tests advance(bool watch, Executor& executor) override;
  std::span<const double> iterate() const override { return p_; }
  bool failed() const { return !trouble.empty(); }

 protected:
  int patience() const override { return 60; }

 private:
  // dp and ds for the right-hand side in correction_; the longest step that keeps s and z ≥ 0.
  double direction(Executor& executor);
  // sᵀz and the least s z after a step of this length.
  struct Products;
  Products products(double length, Executor& executor) const;
  // The step to take when the boundary is `length` away: one that brings down the sum of s z, and
  // leaves no row far behind (the wide neighbourhood of the central path).
  double admissible(double length, double total, Executor& executor) const;
  bool equality(std::size_t c) const;
  // q(s), and −q'(s).
  double film(std::size_t c, double s) const;
  double film_slope(std::size_t c, double s) const;

  PrimalFactor factor_;
  // z is kept beside p: at the end it is smaller than the rounding of p_min + z.
  std::span<double> p_, z_, s_, slope_, t_, right_, dp_, dz_, ds_, correction_;
  std::span<double> tangent_;     // sT
  std::span<const double> film_;  // k
  double range_ = 1;              // ℓ
  std::span<double> w_, dw_, force_;
  double least_barrier_ = 0;  // keeps s and z off zero
  std::size_t bounded_ = 0;   // rows that are not equalities
};

}  // namespace floc

// Uzawa's method: projected gradient descent on the dual with a fixed step, the solver of the
// papers and the reference for the others, in the metric of the diagonal a:
//
//   p₊ = max(p_min, p − ρ(g(w(p)) + εp)/a),   ρ = 1.95/L.
//
// It converges for ρ < 2/L, L the largest eigenvalue of the matrix in that metric. A power iteration
// from below finds L up to a few per cent, and 1.95/1.02 leaves room for them; should a step d meet
// a curvature dᵀ(GM⁻¹Gᵀ + εI)d / dᵀ diag(a) d above L all the same, L is raised to it.
#pragma once

#include <span>

#include "projection/iteration.hpp"

namespace floc {

class Uzawa : public IterativeSolver {
 public:
  using IterativeSolver::IterativeSolver;

 protected:
  void begin(std::span<const double> start, Executor& executor) override;
  Tests advance(bool watch, Executor& executor) override;
  std::span<const double> iterate() const override { return p_; }

 private:
  double largest_eigenvalue(Executor& executor);

  std::span<double> p_, w_, next_;
  double curvature_ = 1;
};

}  // namespace floc

// Accelerated projected gradient descent on the dual (Nesterov 1983, with the adaptive restart of
// O'Donoghue and Candès 2015 and the step adaptation of Mazhar et al. 2015), in the metric of the
// diagonal a:
//
//   y = p + β(p − p₋),   p₊ = max(p_min, y − (g(w(y)) + εy)/(La)),   β from θ₊² = (1 − θ₊)θ²,
//
// restarted (θ = 1, β = 0) when the momentum points uphill: (g + εy)·(p₊ − p) > 0.
//
// The step 1/L follows the curvature met on the way, q = dᵀ(GM⁻¹Gᵀ + εI)d / dᵀ diag(a) d with
// d = p₊ − y: a step with q > L is taken again with a larger L, at most until L is Gershgorin's
// bound, which every q obeys; so the search always ends, also at d = 0.
//
// An iteration is two passes. Over the rows, at w(y): gradient, projection and all dot products; y is
// made on the fly. Over the bodies, at p₊: w(p₊) and dᵀGM⁻¹Gᵀd = |w(p₊) − w(y)|²_M; when the step is
// taken, w(y₊) = w(p₊) + β₊(w(p₊) − w(p)). The tests are those at y.
#pragma once

#include <array>
#include <span>

#include "projection/iteration.hpp"

namespace floc {

class Apgd : public IterativeSolver {
 public:
  using IterativeSolver::IterativeSolver;

 protected:
  void begin(std::span<const double> start, Executor& executor) override;
  Tests advance(bool watch, Executor& executor) override;
  std::span<const double> iterate() const override { return p_[0]; }

 private:
  struct Products;
  template <int D, bool watch>
  Products step(Executor& executor);
  template <int D>
  double displace(Executor& executor);
  void extrapolate(Executor& executor);

  std::array<std::span<double>, 3> p_;  // p, p₋ and room for p₊
  std::array<std::span<double>, 2> w_;  // w(p) and room for w(p₊)
  std::span<double> wy_;                // w(y)
  double theta_ = 1, beta_ = 0, curvature_ = 1, largest_curvature_ = 1;
};

}  // namespace floc

// Projected gradient descent with the steps of Barzilai and Borwein, in turns the long and the short
// one, in the metric of the diagonal a:
//
//   p₊ = max(p_min, p − α(g(w(p)) + εp)/a),    s = p₊ − p,  y = the change of g + εp,
//   α = sᵀ diag(a) s / sᵀy   or   sᵀy / yᵀ diag(a)⁻¹ y.
//
// It is not monotone, and on bounds it may cycle. The dual cost f is quadratic, so its change is
// known exactly from dot products, (g + εp)ᵀs + ½sᵀy. Where f would rise above its largest value of
// the last ten iterations, the step is shortened to the minimum of f along it (Dai and Fletcher
// 2005): then every limit is a solution.
#pragma once

#include <array>
#include <span>

#include "projection/iteration.hpp"

namespace floc {

class Bbpgd : public IterativeSolver {
 public:
  using IterativeSolver::IterativeSolver;

 protected:
  void begin(std::span<const double> start, Executor& executor) override;
  Tests advance(bool watch, Executor& executor) override;
  std::span<const double> iterate() const override { return p_; }

 private:
  struct Products;
  // The gradient at p, and what it says together with the gradient before.
  template <int D>
  Products measure(Executor& executor);

  static constexpr std::size_t memory = 10;
  std::span<double> p_, previous_, slope_, w_;
  std::array<double, memory> costs_{};
  double step_ = 1, cost_ = 0;
  std::size_t count_ = 0;
};

}  // namespace floc

// Projected Gauss–Seidel on the dual: the rows one by one, each minimised alone,
//
//   p_c ← max(p_min, p_c − (g_c + εp_c)/a_c),   w kept up to date at the two bodies of the row.
//
// Sequential, in the order of the rows, so that the result does not depend on threads. The tests of
// a sweep are those each row met when its turn came. w is rebuilt from p now and then, so that
// roundings do not add up.
#pragma once

#include <span>

#include "projection/iteration.hpp"

namespace floc {

class Pgs : public IterativeSolver {
 public:
  using IterativeSolver::IterativeSolver;


 protected:
  void begin(std::span<const double> start, Executor& executor) override;
  Tests advance(bool watch, Executor& executor) override;
  std::span<const double> iterate() const override { return p_; }

 private:
  template <int D>
  Tests sweep_once();

  std::span<double> p_, w_;
  int sweeps_ = 0;
};

}  // namespace floc

// The accelerated gradient method of accelerated.hpp on contacts:
//
//   p₊ = max(p_min, y − (g(w(y)) + εy)/(La)).
#pragma once

#include "projection/accelerated.hpp"
#include "projection/iteration.hpp"

namespace floc {

class Apgd : public IterativeSolver {
 public:
  using IterativeSolver::IterativeSolver;

 protected:
  void begin(std::span<const double> start, Executor& executor) override;
  Tests advance(bool watch, Executor& executor) override;
  std::span<const double> iterate() const override { return method_.iterate(); }

 private:
  Accelerated method_;
};

}  // namespace floc

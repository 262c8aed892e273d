// How far apart two bodies may be to have a row, in every step.
//
// Bodies that go far in a step meet many that are no rows yet. They would be looked for among all, and the step would be
// projected again: a wider cutoff costs less. Where they stay it would only make the lists of neighbours longer. A
// function of the state, so that a resumed run has the same rows.
#pragma once

#include "core/bodies.hpp"
#include "parallel/executor.hpp"

namespace floc {

class Cutoff {
 public:
  // `asked` in units of `length`, r̄; 0: by the state. No less than `film`, the range of films.
  Cutoff(double asked, double length, double film);

  double least() const { return least_; }
  double of_step(const Bodies& bodies, double h, Executor& executor) const;

 private:
  double least_, wide_, far_;
};

}  // namespace floc

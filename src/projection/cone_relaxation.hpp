// Rows with friction that fail their tests, relaxed one by one (internal; local_relaxation.hpp).
//
// Sweeps serve the worst rows last. A row here takes the step of its own block and goes back into its cone.
#pragma once

#include <span>

#include "projection/cone_certificate.hpp"
#include "projection/local_relaxation.hpp"

namespace floc {

// What a row has to pass  [length].
struct ConeDemands {
  double violation = 0, residual = 0;  // at most
};

class ConeRelaxation {
 public:
  using End = LocalRelaxation::End;
  // From the forces of the result and their motion, both of which it changes, as far as few rows fail: in the time of
  // some sweeps. `done`: none fails in the end; `untouched`: too many failed to begin with.
  // The problem has no joints and no resistance to rolling; the incidence and the metric are its own.
  End run(const ProjectionProblem& problem, const Incidence& incidence, std::span<const ConeMetric> metric,
          const ConeDemands& demands, ProjectionResult& result, Executor& executor);

 private:
  LocalRelaxation relaxation_;
};

}  // namespace floc

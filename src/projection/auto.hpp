// The solver that picks a solver, from the problem and the settings alone: same problem, same guess,
// same answer, whatever was solved before.
//
// Measured on settled beds under gravity (h²g = 0.01 r̄, pairs below 0.25 r̄, one thread of a quiet
// EPYC core), seconds cold, iterations in brackets, to the tolerance in the heading; in the last
// column the multipliers are resolved too, at 1e-4:
//
//                     1e-3          1e-5           1e-8            1e-4, multipliers
//   2D 10³  apgd   .0014 (40)    .014 (508)     .049 (1684)       .06 (1604)
//           ipm    .007 (5)      .010 (8)       .015 (12)         .027 (14)
//   2D 10⁴  apgd   .024 (68)     .40 (1420)     1.35 (4768)       2.1 (3664)
//           ipm    .22 (5)       .48 (11)       .57 (15)          .75 (18)
//   3D 10³  apgd   .0027 (60)    .014 (392)     .037 (1056)       .03 (840)
//           ipm    .09 (5)       .16 (9)        .20 (12)          .29 (17)
//
// In 3D the factors fill and apgd wins throughout. In 1D (chains, columns) information travels one
// body an iteration in the gradient methods, and a factorisation costs next to nothing: ipm. From a
// guess and to 1e-3 bbpgd needs as many iterations as apgd, each with less to do (3D 10⁴: .014 s
// against .018 s); everywhere else it needs two to four times as many.
//
// A gradient method gets as many iterations as an interior-point solve would cost; what has not
// converged by then goes to ipm where its factors are affordable, and back if that fails too. When
// ipm is the choice and fails, apgd stands in. The better answer is returned.
#pragma once

#include <string_view>
#include <vector>

#include "projection/apgd.hpp"
#include "projection/bbpgd.hpp"
#include "projection/ipm.hpp"

namespace floc {

class Auto : public ProjectionSolver {
 public:
  void solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
             ProjectionResult& result) override;

  // "ipm", "apgd" or "bbpgd".
  static std::string_view choice(const ProjectionProblem& problem, const ProjectionSettings& settings);

 private:
  ProjectionSolver& named(std::string_view name);

  Apgd apgd_;
  Bbpgd bbpgd_;
  Ipm ipm_;
  ProjectionResult second_;
  std::vector<double> guess_;
};

}  // namespace floc

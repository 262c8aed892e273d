// The solver that picks a solver, from the problem and the settings alone: same problem, same guess,
// same answer, whatever was solved before.
//
// Passes (conjugate, stream) are quickest where there are many rows to few digits. ipm is for chains, for many digits of
// few rows in the plane, and for free motions that go far beyond the gaps: which rows push is all but a linear program
// then. apgd is for few rows, where its care costs nothing. The measurements are on docs/theory/solvers.md.
//
// Multipliers, where they are asked for, are resolved for up to 500 rows only: what they are wrong by is within what
// the velocities are. A solver that is named resolves them at any size.
//
// Where the contact graph falls apart into islands (islands.hpp), each is a problem of its own: aggregates,
// grains that rain on a bed. A bed that holds nine tenths of all rows is not worth the copy.
//
// What is first for a problem, and what follows where that fails: fallback_chain.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "projection/fallback_chain.hpp"
#include "projection/islands.hpp"

namespace floc {

class Auto : public ProjectionSolver {
 public:
  Auto();
  ~Auto() override;
  void solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
             ProjectionResult& result) override;
  // 0 where islands were solved one by one.
  double bytes_an_iteration() const override { return on_islands_ ? 0 : chain_.bytes_an_iteration(); }

 private:
  struct Helper;  // what one thread needs to solve islands

  bool relax_repeated(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                      ProjectionResult& result);
  bool falls_apart(const ProjectionProblem& problem, Executor& executor);
  void solve_whole(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                   ProjectionResult& result);
  void solve_islands(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                     ProjectionResult& result);

  FallbackChain chain_;
  bool on_islands_ = false;  // the last solve was
  Islands islands_;
  std::vector<std::unique_ptr<Helper>> idle_;  // helpers that nobody uses, under the mutex
  std::mutex mutex_;
};

}  // namespace floc

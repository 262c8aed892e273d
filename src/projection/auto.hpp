// The solver that picks a solver, from the problem and the settings alone: same problem, same guess,
// same answer, whatever was solved before.
//
// Passes (conjugate, stream) are quickest where there are many rows to few digits. ipm is for chains, for many digits of
// few rows in the plane, and for free motions that go far beyond the gaps: which rows push is all but a linear program
// then. apgd is for few rows, where its care costs nothing, and for rigid units, which passes do not move. The
// measurements are on docs/theory/solvers.md.
//
// Multipliers, where they are asked for, are resolved for up to 500 rows only: what they are wrong by is within what
// the velocities are. A solver that is named resolves them at any size.
//
// Where the contact graph falls apart into islands (islands.hpp), each is a problem of its own: aggregates,
// grains that rain on a bed. A bed that holds nine tenths of all rows is not worth the copy.
//
// A gradient method gets as many iterations as an interior-point solve would cost; what has not
// converged by then goes to ipm where its factors are affordable, and back if that fails too. When
// ipm is the choice and fails, apgd stands in. The better answer is returned.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "projection/apgd.hpp"
#include "projection/conjugate.hpp"
#include "projection/ipm.hpp"
#include "projection/islands.hpp"
#include "projection/stream.hpp"

namespace floc {

class Auto : public ProjectionSolver {
 public:
  Auto();
  ~Auto() override;
  void solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
             ProjectionResult& result) override;
  // 0 where islands were solved one by one.
  double bytes_an_iteration() const override { return last_ ? last_->bytes_an_iteration() : 0; }

  // "ipm", "stream", "conjugate" or "apgd".
  // For a problem without fault.
  static std::string_view choice(const ProjectionProblem& problem, const ProjectionSettings& settings);

 private:
  struct Helper;  // what one thread needs to solve islands

  // "stream" or "conjugate".
  static std::string_view passes(const ProjectionProblem& problem, const ProjectionSettings& settings);
  bool relax_repeated(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                      ProjectionResult& result);
  bool falls_apart(const ProjectionProblem& problem, Executor& executor);
  void solve_whole(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                   ProjectionResult& result);
  void solve_islands(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                     ProjectionResult& result);
  void solve_with(std::string_view name, const ProjectionProblem& problem, const ProjectionSettings& settings,
                  Executor& executor, ProjectionResult& result);
  // The solver of that name, which is then the last that was used.
  ProjectionSolver& use(std::string_view name);

  // They take turns, on one set of rows and arrays.
  const std::shared_ptr<Workspace> work_ = std::make_shared<Workspace>();
  SinglePass pass_{work_};
  ConjugatePass conjugate_{work_};
  Apgd apgd_{work_};
  Ipm ipm_{work_};
  ProjectionResult second_;
  const ProjectionSolver* last_ = nullptr;  // that was used

  Islands islands_;
  std::vector<std::unique_ptr<Helper>> idle_;  // helpers that nobody uses, under the mutex
  std::mutex mutex_;
};

}  // namespace floc

// The solver that picks a solver, from the problem and the settings alone: same problem, same guess,
// same answer, whatever was solved before.
//
// Measured on settled beds under gravity (benchmarks/projection_bench, h²g = 0.01 r̄, one thread of an
// EPYC core, processor seconds cold, iterations in brackets), to the tolerance in the heading:
//
//                      1e-5            1e-8
//   2D 10³  stream   .004 (750)      .010 (1800)
//           ipm      .014 (14)       .015 (15)
//   2D 10⁴  stream   .10 (1600)      .37 (5750)
//           ipm      .37 (17)        .46 (21)
//   2D 10⁵  stream   3.0 (2600)      5.9 (7500)
//           ipm      6.8 (22)        8.8 (29)
//   3D 10³  stream   .004 (450)      .009 (1100)
//           ipm      .071 (14)       .11 (21)
//
// In 3D the factors fill, and passes win throughout; apgd takes three to five times as long, and is there for
// rigid units, which stream does not move, and for few rows, where its care costs nothing. In 1D (chains,
// columns) information travels one body an iteration in the gradient methods, and a factorisation costs next
// to nothing: ipm.
//
// In the plane newton takes over from passes for tolerances below 5e-8. To 1e-8 it takes 1.0 and .7 of the time of
// stream with 10³ and 10⁴ grains, to 1e-10 .64 and .4 (benchmarks/preconditioner_bench).
//
// The table is older than conjugate, which has taken the place of stream in space at all tolerances, and in the plane
// below 4e-4. An iteration takes 1.25 times as long; as long with a million spheres, where both wait for memory. A
// settled step of 10⁴ spheres takes 32 for 56 iterations and .85 of the time at 1e-3, 71 for 118 and .85 at 1e-4; beds
// that flow take as long with either at 1e-3. Of 10⁴ discs it takes 158 for 314 and .67 of the time at 1e-4, of 10⁵ .94;
// at 1e-3 as long, and at 1e-2 a fifth longer (docs/theory/streaming.md).
//
// Where the free motion takes bodies far into each other, what pushes is not known from the step before, and to find
// it is all but a linear program, which gradient methods are bad at whatever the tolerance. 506 discs with radii over a
// ratio of 3 and of 50 in a box, ten steps after the start: with h²g = 30 r̄ conjugate takes 2,000 to 3,400 iterations a
// projection and as long as ipm, with 100 r̄ 8,000 to 12,000 and three to seven times as long, and from 700 r̄ on it does not
// get there, ipm in 30 to 50 iterations. In space the times meet at 100 r̄, for few rows at 30. A free motion that is further beyond a gap
// than that goes to ipm.
//
// Multipliers, where they are asked for, are resolved for up to 500 rows only: beyond what the
// velocities need it takes ten times as many iterations and more. The gradient methods start from the
// multipliers of the last step and hardly move them along directions that the velocities do not see;
// what they are wrong by is within what the velocities are (docs/theory/gluey.md has the figures).
// A solver that is named resolves them at any size.
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
#include "projection/newton.hpp"
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

  // "ipm", "newton", "stream", "conjugate" or "apgd".
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
  NewtonStages newton_{work_};
  ProjectionResult second_;
  const ProjectionSolver* last_ = nullptr;  // that was used

  Islands islands_;
  std::vector<std::unique_ptr<Helper>> idle_;  // helpers that nobody uses, under the mutex
  std::mutex mutex_;
};

}  // namespace floc

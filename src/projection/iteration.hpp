// What every solver does round its iteration (internal).
//
// A run starts from the guess, clipped to the bounds, watches the tests of problem.hpp where the
// iteration has them for nothing, and stops only on the certificate of the multipliers it returns.
// The tests seen on the way may belong to a nearby point (an extrapolated one, or one a sweep ago);
// when they look converged, the iterate itself is certified. The best iterate seen, up to a factor
// two, is kept: methods that are not monotone lose nothing when they are stopped.
//
// A run gives up, as `stagnated`, when the residual is down to rounding; when the rows are settled
// (small residual) and the violation that is left is the work of the compliance; or when its tests
// have not improved for as many iterations as it took to reach them, and `patience` more. (Patience
// is long for the methods that carry news from one body to the next: on a column of n the worst row
// may see nothing of it for n iterations.)
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>

#include "projection/certificate.hpp"
#include "projection/solver.hpp"
#include "projection/workspace.hpp"

namespace floc {

class IterativeSolver : public ProjectionSolver {
 public:
  explicit IterativeSolver(std::shared_ptr<Workspace> shared = std::make_shared<Workspace>())
      : work(std::move(shared)), rows(work->rows) {}

  void solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
             ProjectionResult& result) final;

 protected:
  // Makes ready to iterate from `start` (C values within the bounds), with w(start) in `work->passing`. `rows` is
  // prepared.
  virtual void begin(std::span<const double> start, Executor& executor) = 0;
  // One iteration. Returns the tests at a point of it, which may be left out unless `watch`.
  virtual Tests advance(bool watch, Executor& executor) = 0;
  // p after the last `advance`, within the bounds.
  virtual std::span<const double> iterate() const = 0;
  // Iterations whose tests are wanted: every one while there are few, then now and then.
  virtual bool watches(int iteration) const { return iteration <= 32 || iteration % 4 == 0; }
  // How many iterations may pass without progress.
  virtual int patience() const { return 20000; }
  // How many tolerances the residual may be, and the target gap of contacts that push is.
  virtual double residual_share() const { return 1; }
  virtual double target_gap() const { return 0; }
  // Whether rows are relaxed one by one where few of them fail (local_gauss_seidel.hpp), also before the first
  // iteration: a row more than in the last step, or a few, needs no other.
  virtual bool relaxes() const { return false; }
  // p, with w(p) in `work->passing`. Whether no row fails then.
  bool relax(std::span<double> p, Executor& executor);
  // w(p) and the slopes g + εp, into these arrays; returns the tests.
  Tests measure(std::span<const double> p, std::span<double> w, std::span<double> slope, Executor& executor) const;

  const std::shared_ptr<Workspace> work;  // `begin` takes its arrays
  const Rows& rows;
  double allowed = 0;   // by the tests  [length]
  std::string trouble;  // said by a solver that cannot go on

 private:
  // λ of p, within the bounds; its velocity and certificate; returns its merit.
  double certify_result(const ProjectionProblem& problem, const ProjectionSettings& settings,
                        std::span<const double> p, Executor& executor, ProjectionResult& result);
  // The same for the λ and the velocity that the result has, from all rows or some.
  double weigh(const ProjectionProblem& problem, const ProjectionSettings& settings, Look look, Executor& executor,
               ProjectionResult& result);
  void take_multipliers(const ProjectionProblem& problem, std::span<const double> p, Executor& executor,
                        ProjectionResult& result) const;
  bool zero_is_exact(Executor& executor) const;
  void iterate_from_best(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                         ProjectionResult& result);

  std::span<double> best_;  // p, where λ will be in the end
  double best_merit_ = 0, rounding_ = 0;
};

}  // namespace floc

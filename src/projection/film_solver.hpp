// The projection of a step with viscous films between the bodies (model.md, section 2: scheme I).
//
// In the working form of rows.hpp, with the films of film.hpp: find w and p with
//
//   w = w* + M⁻¹Gᵀp,   and (g_c, p_c) on the graph of its film for every row,   g = D + Gw:
//
// the minimum of ½|w − w*|²_M + Σ Φ_c(g_c), Φ' = −p as the graph has it. It is unique, multipliers
// included, and has g > 0. Each iteration is the two steps of the paper:
//
//   1. every gap alone, the others explicit: with x = g − a p, the point (ĝ, p̂) of the graph with
//      ĝ = x + a p̂ (one scalar equation a row);
//   2. all together with the new gaps: the graph is replaced by its tangent there, dp = −t dg with
//      t = hκ(ĝ), which leaves a linear system with the matrix M + Gᵀ diag(t) G = M + hA (metric.hpp).
//
// For one pair the first iteration is exact; for many it leaves O(h²) of each gap, and is repeated until
// a hundredth of the tolerance is reached: a Newton method, as a rule of two to five iterations.
//
// The guard. Where the step is huge gaps are not alone, and the tangents mislead. An iteration that does
// not halve |p̂ − p|²_a is not taken. Where its factors are affordable the interior-point method of ipm.hpp goes to
// the tolerance instead, from nothing. Where they are not, or it gets stuck, the accelerated method of accelerated.hpp,
// whose steps are the scalar equations of 1. with La in the place of a, and which converges from anywhere, brings
// the residual down tenfold. Then Newton's method tries again. Feasible is what all of them return: the film is its own
// barrier, and no row is projected that the films have not.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "projection/accelerated.hpp"
#include "projection/ipm.hpp"
#include "projection/metric.hpp"
#include "projection/problem.hpp"

namespace floc {

struct Films {
  std::span<const double> strength;  // κ, C; 0: a contact, or a bond, without a film
  double range = 1;                  // ℓ
};

class FilmSolver {
 public:
  explicit FilmSolver(LinearSolver solver = LinearSolver::automatic) : metric_(solver) {}
  FilmSolver(const FilmSolver&) = delete;

  // λ_min is γ/h; the problem has no compliance. Converged: (a + ĝ/k)|p̂ − p| ≤ tolerance · r̄ for every row,
  // so that neither do gap and film differ by more, nor is a row violated by more. `iterations` counts
  // factorisations and iterations of either kind.
  void solve(const ProjectionProblem& problem, const Films& films, const ProjectionSettings& settings,
             Executor& executor, ProjectionResult& result);

 private:
  struct Film;
  struct Found;
  // Step 1 at w(p).
  Found settle(const Film& film, Executor& executor);
  // Step 2 from there; false when the linear system was not solved.
  bool step(double tolerance, int most, int& iterations, Executor& executor);
  // The guard: from p_ until the residual is at most `goal`.
  void descend(const Film& film, double goal, const ProjectionSettings& settings, int& iterations, Executor& executor);
  // The same from nothing, by the interior-point method; p_ is as it was where that gets stuck.
  void cross(const Film& film, double goal, const ProjectionSettings& settings, int& iterations, Executor& executor);
  void finish(const ProjectionProblem& problem, const Film& film, const Found& found, Executor& executor,
              ProjectionResult& result) const;

  Metric metric_;
  Accelerated method_;
  const std::shared_ptr<Workspace> work_ = std::make_shared<Workspace>();
  Rows& rows_ = work_->rows;
  Ipm interior_{work_};
  std::vector<double> k_, p_, before_, w_;
  std::vector<double> t_, change_, depth_;  // of the last `settle`: tangents, p̂ − p (then dp), ln(ĝ/ℓ)
};

}  // namespace floc

// The projection of one step after another, with the stated compliance of model.md, section 1.
//
// δ makes the multipliers unique; it must be small enough to be no overlap worth the name, and large
// enough to be resolved. Here it is a power of ten with
//
//   δ·max|λ|  in  (1/100, 1/10] · tolerance · r̄,
//
// so that the same forces always meet the same δ. The violation that the tolerance allows includes
// the share of the compliance.
//
// Forces die away where nothing presses, and δ would grow without bound. It is bounded by what the next impact could
// need: δ·f ≤ 10⁵ · tolerance · r̄ for the force f that stops any body within the step. A δ that an impact finds too soft is
// then corrected in two or three solves.
//
// A step starts with the δ of the step before. Where that turns out too soft, it is solved again,
// from the multipliers just found. Where it turns out too stiff the velocities are right, and only the
// multipliers are not pinned down as they should be: it is solved again if they matter
// (`resolve_multipliers`), else δ is adapted, at most tenfold, for the next step.
//
// A problem with films has unique multipliers without it, and goes to its own solver. So does one with bodies that turn,
// with the compliance.
#pragma once

#include <memory>
#include <string>

#include "projection/solver.hpp"

namespace floc {

class ConeSolver;
class FilmSolver;

class Projector {
 public:
  // The residual asked for, over δ·max|λ|, when multipliers are to be resolved: they are then known
  // to about a fiftieth of the largest, in the directions that only the compliance decides.
  static constexpr double multiplier_tolerance = 0.02;

  // Throws Error for an unknown solver. compliance 0: not known yet; found by a first solve, unless
  // the first problem brings a guess.
  explicit Projector(std::string_view solver, const ProjectionSettings& settings = {}, double compliance = 0);
  Projector(Projector&&) noexcept;
  ~Projector();

  // The compliance in the problem is ignored; its guess may be the result's own multiplier. Iterations
  // of all solves are added up. `repeated`: with a few rows more than the last, whose result this is.
  void solve(ProjectionProblem problem, bool resolve_multipliers, Executor& executor, ProjectionResult& result,
             bool repeated = false);

  // δ for the next step; part of the state that a checkpoint keeps. 0: not known yet.
  double compliance() const { return compliance_; }
  void set_compliance(double compliance) { compliance_ = compliance; }
  // δ of the last problem solved: what its certificate holds for.
  double last_compliance() const { return last_compliance_; }
  // Of the last problem solved; 0 where films are.
  double bytes_an_iteration() const { return soft_ ? 0 : solver_->bytes_an_iteration(); }

 private:
  std::unique_ptr<ProjectionSolver> solver_;
  std::unique_ptr<FilmSolver> film_solver_;  // from the first problem with films on
  std::unique_ptr<ConeSolver> cone_solver_;  // from the first problem with bodies that turn on
  bool soft_ = false;
  ProjectionSettings settings_;
  double compliance_, last_compliance_ = 0;
};

}  // namespace floc

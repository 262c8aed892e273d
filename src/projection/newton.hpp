// Passes of conjugate.hpp until the active set is nearly known, then Newton's method on it, for many digits in the
// plane (docs/theory/preconditioners.md).
//
// A step of Newton's method for  g(w(p)) + εp = 0 on the set, p = p_min elsewhere  is a linear system with the
// dual matrix on the face (face.hpp); the next set is { p − p_min > slope / a } (the primal–dual active set
// method; Hintermüller, Ito & Kunisch 2003). It ends when the set is its own successor: the answer is then
// exact up to rounding. Without a good start it goes round in circles; from a few wrong rows it takes few
// steps, the first with a factorisation, the others with what changes of it.
#pragma once

#include <memory>
#include <vector>

#include "projection/conjugate.hpp"
#include "projection/face.hpp"
#include "projection/iteration.hpp"
#include "projection/stream.hpp"

namespace floc {

// The steps alone. They give up (`trouble`) as soon as the set does not settle.
class ActiveSet : public IterativeSolver {
 public:
  using IterativeSolver::IterativeSolver;
  bool moves_rigid_units() const override { return false; }

 protected:
  void begin(std::span<const double> start, Executor& executor) override;
  Tests advance(bool watch, Executor& executor) override;
  std::span<const double> iterate() const override { return clipped_; }
  int patience() const override { return 60; }

 private:
  // The successor of the set; returns the number of rows that changed.
  std::size_t choose(bool first);

  Face face_;
  std::vector<char> in_;
  std::size_t changed_ = 0;  // rows, in the last step
  bool first_ = true;
  std::span<double> p_, clipped_, slope_, right_, dp_;
  std::span<double> w_;
};

// Passes to a looser tolerance, then steps; passes to the end where the steps fail.
class NewtonStages : public ProjectionSolver {
 public:
  explicit NewtonStages(std::shared_ptr<Workspace> shared) : pass_(shared), set_(shared) {}
  void solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
             ProjectionResult& result) override;
  bool moves_rigid_units() const override { return false; }
  double bytes_an_iteration() const override { return pass_.bytes_an_iteration(); }

 private:
  ConjugatePass pass_;
  ActiveSet set_;
  ProjectionResult near_;
};

// What they do not reach is left to the accelerated passes.
using Newton = InTurn<NewtonStages, SinglePass, Apgd>;

}  // namespace floc

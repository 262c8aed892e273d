// The projection with levers and friction (problem.hpp): accelerated block Gauss–Seidel.
//
// Sweeps over coloured rows with Nesterov's extrapolation round them (cone_sweep.hpp), and a restart where it goes
// uphill; the few rows that they leave are relaxed one by one (cone_relaxation.hpp). In single precision where the
// tolerance allows that, with displacements made new from the forces now and then, and in double where it does not or
// where there are joints, which long chains make ill-conditioned. For Coulomb's exact law, which is no minimum,
// momentum ends after some sweeps.
//
// Conjugate gradients, which are ahead without friction, go uphill on cones: sticking faces have more forces than
// motions.
#pragma once

#include <vector>

#include "projection/cone_relaxation.hpp"
#include "projection/cone_sweep.hpp"
#include "projection/solver.hpp"

namespace floc {

class ConeSolver final : public ProjectionSolver {
 public:
  void solve(const ProjectionProblem& problem, const ProjectionSettings& asked, Executor& executor,
             ProjectionResult& result) override;

 private:
  enum class End { converged, too_soft, rounding, limit };
  // Certifies the forces of the result, and gives it their motion; returns the merit.
  double certify(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                 ProjectionResult& result);
  template <class Real>
  End iterate(ConeSweep<Real>& method, const ProjectionProblem& problem, bool round, const ProjectionSettings& settings,
              Executor& executor, ProjectionResult& result, int& sweeps);

  // Relaxes the rows that the forces of the result leave, certifies them, and returns the merit. Where rows fail still
  // the forces are as they were.
  template <class Real>
  double relax(const ConeSweep<Real>& method, const ProjectionProblem& problem, const ProjectionSettings& settings,
               Executor& executor, ProjectionResult& result);

  Incidence incidence_;
  ConeColours colours_;
  std::vector<ConeMetric> metric_;
  ConeSweep<float> single_;
  ConeSweep<double> double_;
  ConeRelaxation relaxation_;
  Assessment assessment_;
};

}  // namespace floc

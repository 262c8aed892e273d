// The projection with levers and friction (problem.hpp): accelerated block Gauss–Seidel.
//
// Sweeps over coloured rows with Nesterov's extrapolation round them (cone_sweep.hpp), and a restart where it goes
// uphill. In single precision where the tolerance allows that, with displacements made new from the forces now and
// then, and in double where it does not or where there are joints, which long chains make ill-conditioned. For Coulomb's
// exact law, which is no minimum, momentum ends after some sweeps.
//
// Conjugate gradients, which are ahead without friction, go uphill on cones: sticking faces have more forces than
// motions.
#pragma once

#include <vector>

#include "projection/cone_sweep.hpp"
#include "projection/solver.hpp"

namespace floc {

class ConeSolver final : public ProjectionSolver {
 public:
  void solve(const ProjectionProblem& problem, const ProjectionSettings& asked, Executor& executor,
             ProjectionResult& result) override;
  bool moves_rigid_units() const override { return false; }

 private:
  enum class End { converged, too_soft, rounding, limit };
  // Certifies the forces of the result, and gives it their motion; returns the merit.
  double certify(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                 ProjectionResult& result);
  template <class Real>
  End iterate(ConeSweep<Real>& method, const ProjectionProblem& problem, bool round, const ProjectionSettings& settings,
              Executor& executor, ProjectionResult& result, int& sweeps);

  Incidence incidence_;
  ConeColours colours_;
  std::vector<ConeMetric> metric_;
  ConeSweep<float> single_;
  ConeSweep<double> double_;
  Assessment assessment_;
};

}  // namespace floc

#include "projection/projector.hpp"

#include <algorithm>
#include <cmath>

namespace floc {

namespace {

// The largest power of ten with δ·force ≤ room.
double fitting(double room, double force) { return std::pow(10.0, std::floor(std::log10(room / force))); }

}  // namespace

Projector::Projector(std::string_view solver, const ProjectionSettings& settings, double compliance)
    : solver_(make_solver(solver)), settings_(settings), compliance_(compliance) {}

void Projector::solve(ProjectionProblem problem, bool resolve_multipliers, Executor& executor,
                      ProjectionResult& result, bool repeated) {
  const double room = 0.1 * settings_.tolerance * problem.length;
  ProjectionSettings settings = settings_;
  if (resolve_multipliers) settings.multiplier_tolerance = multiplier_tolerance;
  settings.repeated = repeated && !resolve_multipliers;
  if (compliance_ == 0) {
    double largest = 0;
    for (const double force : problem.guess)
      if (std::isfinite(force)) largest = std::max(largest, std::abs(force));
    if (largest > 0) compliance_ = fitting(room, largest);
  }

  int iterations = 0;
  bool may_soften = true;  // once a step: no cycles
  const double start = compliance_;
  for (;;) {
    problem.compliance = last_compliance_ = compliance_;
    solver_->solve(problem, settings, executor, result);
    iterations += result.certificate.iterations;
    result.certificate.iterations = iterations;
    const double force = result.certificate.largest_multiplier, share = compliance_ * force;
    // Rows that contradict each other (bonds, grains in a press) push the harder the stiffer they are, until
    // a solver gives up: no reason to keep what it has come to.
    if (result.status != ProjectionStatus::converged && compliance_ < start &&
        (share <= room || result.status == ProjectionStatus::iteration_limit)) {
      compliance_ = start;
      return;
    }
    if (result.status == ProjectionStatus::invalid || result.status == ProjectionStatus::iteration_limit ||
        !(force > 0) || !std::isfinite(force))
      return;

    const double wanted = fitting(room, force);
    if (share > room) {
      compliance_ = std::min(wanted, compliance_ / 10);
      may_soften = false;
    } else if (share > 0.1 * room || !may_soften) {
      return;
    } else if (compliance_ == 0 || resolve_multipliers) {
      // The force may shrink a little as δ grows, and leave the new δ too stiff: for the next step.
      compliance_ = wanted;
      may_soften = false;
    } else {
      compliance_ = std::min(wanted, 10 * compliance_);
      return;
    }
    problem.guess = result.multiplier;
    settings.repeated = false;
  }
}

}  // namespace floc

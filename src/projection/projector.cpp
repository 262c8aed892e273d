#include "projection/projector.hpp"

#include <algorithm>
#include <cmath>

#include "projection/cone_solver.hpp"
#include "projection/film_solver.hpp"

namespace floc {

namespace {

constexpr double contradiction = 1e-20;  // of the compliance that a step begins with

// The largest power of ten with δ·force ≤ room.
double fitting(double room, double force) { return std::pow(10.0, std::floor(std::log10(room / force))); }

// δ for the next impact: forces may be a millionth of the one that stops the body with the largest momentum within the
// step, and still decide δ. 0 when all are at rest.
double softest(const ProjectionProblem& problem, double room) {
  const auto d = static_cast<std::size_t>(problem.dimension);
  double square = 0;
  for (std::size_t i = 0; i < problem.bodies(); ++i) {
    double speed = 0;
    for (std::size_t k = i * d; k < (i + 1) * d; ++k) speed += problem.free_velocity[k] * problem.free_velocity[k];
    if (problem.inverse_mass[i] > 0) 
      square = std::max(square, speed / (problem.inverse_mass[i] * problem.inverse_mass[i]));
  }
  return square > 0 ? fitting(room, 1e-6 * std::sqrt(square) / problem.step) : 0;
}

}  // namespace

Projector::Projector(std::string_view solver, const ProjectionSettings& settings, double compliance)
    : solver_(make_solver(solver)), settings_(settings), compliance_(compliance) {}

Projector::Projector(Projector&&) noexcept = default;
Projector::~Projector() = default;

void Projector::solve(ProjectionProblem problem, bool resolve_multipliers, Executor& executor,
                      ProjectionResult& result, bool repeated) {
  soft_ = !problem.film.empty();
  if (soft_) {
    if (!film_solver_) film_solver_ = std::make_unique<FilmSolver>(settings_.linear_solver);
    problem.compliance = last_compliance_ = 0;
    return film_solver_->solve(problem, {problem.film, problem.film_range}, settings_, executor, result);
  }
  if (!problem.turning.empty() && !cone_solver_) cone_solver_ = std::make_unique<ConeSolver>();
  ProjectionSolver& solver = problem.turning.empty() ? *solver_ : *cone_solver_;
  const double room = 0.1 * settings_.tolerance * problem.length;
  ProjectionSettings settings = settings_;
  if (resolve_multipliers) settings.multiplier_tolerance = multiplier_tolerance;
  settings.repeated = repeated && !resolve_multipliers;
  if (compliance_ == 0) {
    double largest = 0;
    for (const auto& forces : {problem.guess, problem.joints.guess})
      for (const double force : forces)
        if (std::isfinite(force)) largest = std::max(largest, std::abs(force));
    if (largest > 0) compliance_ = fitting(room, largest);
  }

  int iterations = 0;
  bool may_soften = true;  // once a step: no cycles
  const double start = compliance_;
  for (;;) {
    problem.compliance = last_compliance_ = compliance_;
    solver.solve(problem, settings, executor, result);
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

    // However stiff, forces grow with it: no motion satisfies these rows. Least squares of them do no harm.
    if (compliance_ < contradiction * start) {
      problem.compliance = last_compliance_ = compliance_ = start;
      problem.guess = problem.turning.guess = problem.turning.torque_guess = problem.joints.guess = {};
      solver.solve(problem, settings, executor, result);
      result.certificate.iterations += iterations;
      result.status = ProjectionStatus::stagnated;
      result.message = "rows contradict each other";
      return;
    }

    const double wanted = fitting(room, force);
    if (share > room) {
      compliance_ = std::min(wanted, compliance_ / 10);
      may_soften = false;
    } else if (share > 0.1 * room || !may_soften) {
      return;
    } else if (compliance_ == 0) {
      compliance_ = wanted;
      may_soften = false;
    } else {
      const double softer = std::min(wanted, softest(problem, room));
      if (!(softer > compliance_)) return;
      compliance_ = resolve_multipliers ? softer : std::min(softer, 10 * compliance_);
      if (!resolve_multipliers) return;
      // The force may shrink a little as δ grows, and leave the new δ too stiff: for the next step.
      may_soften = false;
    }
    problem.guess = result.multiplier;
    problem.turning.guess = result.tangential;
    problem.turning.torque_guess = result.torque;
    problem.joints.guess = result.joint;
    settings.repeated = false;
  }
}

}  // namespace floc

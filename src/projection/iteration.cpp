#include "projection/iteration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace floc {

void IterativeSolver::solve(const ProjectionProblem& problem, const ProjectionSettings& asked, Executor& executor,
                            ProjectionResult& result) {
  ProjectionSettings settings = asked;
  settings.residual_share = std::max(asked.residual_share, residual_share());
  result.certificate = {};
  result.message = settings.checked ? "" : find_fault(problem, executor);
  if (!result.message.empty()) {
    result.status = ProjectionStatus::invalid;
    return;
  }
  result.status = ProjectionStatus::converged;
  resize_buffer(result.velocity, problem.free_velocity.size());
  resize_buffer(result.multiplier, problem.rows());
  work->rows.prepare(problem);
  work->passing = result.velocity;
  const bool repeated = settings.repeated && relaxes();
  const bool without_guess = problem.guess.empty() || (!repeated && zero_is_exact(executor));
  work->clear();
  executor.for_each(rows.rows(), [&](std::size_t c) {
    const double guess = without_guess ? 0 : problem.guess[c];
    result.multiplier[c] = std::max(std::isfinite(guess) ? guess : 0, problem.lower.empty() ? 0 : problem.lower[c]);
  });
  allowed = settings.tolerance * problem.length;
  best_ = result.multiplier;
  // From λ and V to p and w.
  const auto rescale = [&] {
    const double h = problem.step, square = h * h;
    executor.for_each(rows.rows(), [&](std::size_t c) { best_[c] = std::max(square * best_[c], rows.lower()[c]); });
    executor.for_each(result.velocity.size(), [&](std::size_t k) { result.velocity[k] *= h; });
  };
  const auto is_near = [&] { return relaxes() && result.certificate.complementarity <= 2 * allowed; };
  // Where that is not the answer yet it goes on with p and w. Of a guess that is far off some rows say enough.
  const auto judge = [&](Look first = Look::at_all) {
    take_velocity(problem, rows.incidence(), result.multiplier, result.velocity, executor);
    best_merit_ = weigh(problem, settings, first, executor, result);
    if (first == Look::at_some && (result.certificate.violation <= allowed || is_near()))
      best_merit_ = weigh(problem, settings, Look::at_all, executor, result);
    if (best_merit_ > 1) rescale();
    return best_merit_ <= 1;
  };
  const auto relax_guess = [&] {
    const bool none_fails = relax(best_, executor);
    if (none_fails || repeated) take_multipliers(problem, best_, executor, result);
    return none_fails;
  };
  if (repeated) {
    rescale();
    if (!relax_guess() && settings.max_iterations == 0) {
      result.status = ProjectionStatus::iteration_limit;
      return;
    }
  }
  bool solved = judge(!repeated && rows.rows() >= many_rows ? Look::at_some : Look::at_all);
  const bool relaxed = !solved && !repeated && is_near() && relax_guess();
  if (relaxed) solved = judge();
  if (relaxed || repeated) result.certificate.iterations = 1;
  if (!solved) iterate_from_best(problem, settings, executor, result);
}

void IterativeSolver::iterate_from_best(const ProjectionProblem& problem, const ProjectionSettings& settings,
                                        Executor& executor, ProjectionResult& result) {
  trouble.clear();
  begin(best_, executor);
  result.status = ProjectionStatus::iteration_limit;
  int iteration = 0, progress = 0, next_verification = 1;
  double lowest = best_merit_;
  while (iteration < settings.max_iterations && trouble.empty()) {
    ++iteration;
    settings.go_on_unless_stopped();
    const bool watch = watches(iteration) || iteration == settings.max_iterations;
    const Tests tests = advance(watch, executor);
    if (!trouble.empty()) break;
    if (!watch) continue;

    const double now = merit(problem, settings, tests, rounding_);
    if (now <= 1 && iteration >= next_verification) {
      if (certify_result(problem, settings, iterate(), executor, result) <= 1) {
        result.status = ProjectionStatus::converged;
        result.certificate.iterations = iteration;
        return;
      }
      next_verification = iteration + 1 + iteration / 32;
      best_merit_ = std::numeric_limits<double>::infinity();  // its place was taken
    }
    if (now < 0.5 * best_merit_) {
      best_merit_ = now;
      std::ranges::copy(iterate(), best_.begin());
    }
    if (now < 0.99 * lowest) {
      lowest = now;
      progress = iteration;
    }
    const bool too_soft = tests.residual <= (target_gap() + 0.05) * allowed && tests.violation > allowed;
    const bool rounded = tests.residual <= rounding_ && now > 1;
    if (too_soft || rounded || !std::isfinite(now) || iteration - progress > patience() + progress) {
      result.status = ProjectionStatus::stagnated;
      if (!too_soft) break;
      // No failure to settle, so not the best by its tests but the settled iterate is of use.
      certify_result(problem, settings, iterate(), executor, result);
      result.message = "the compliance alone exceeds the tolerance";
      result.certificate.iterations = iteration;
      return;
    }
  }
  if (!trouble.empty()) {
    result.status = ProjectionStatus::stagnated;
    result.message = trouble;
  }
  // Nothing converged: the better of the last and the best iterate.
  const std::span<double> best = work->row_array();
  std::ranges::copy(best_, best.begin());
  const double last = certify_result(problem, settings, iterate(), executor, result);
  if (last < certify_result(problem, settings, best, executor, result))
    certify_result(problem, settings, iterate(), executor, result);
  result.certificate.iterations = iteration;
}

bool IterativeSolver::relax(std::span<double> p, Executor& executor) {
  const double most = (1 - 1e-3) * allowed;  // and something for rounding
  const Demands demands{target_gap() * allowed, most, residual_share() * most};
  return work->local_gauss_seidel.run(rows, demands, p, work->passing, executor);
}

void IterativeSolver::take_multipliers(const ProjectionProblem& problem, std::span<const double> p, Executor& executor,
                                       ProjectionResult& result) const {
  const double square = problem.step * problem.step;
  executor.for_each(rows.rows(), [&](std::size_t c) {
    result.multiplier[c] = std::max(p[c] / square, problem.lower.empty() ? 0 : problem.lower[c]);
  });
}

double IterativeSolver::certify_result(const ProjectionProblem& problem, const ProjectionSettings& settings,
                                       std::span<const double> p, Executor& executor, ProjectionResult& result) {
  take_multipliers(problem, p, executor, result);
  take_velocity(problem, rows.incidence(), result.multiplier, result.velocity, executor);
  return weigh(problem, settings, Look::at_all, executor, result);
}

double IterativeSolver::weigh(const ProjectionProblem& problem, const ProjectionSettings& settings, Look look,
                              Executor& executor, ProjectionResult& result) {
  const Assessment found = assess_rows(problem, result.multiplier, result.velocity, look, executor);
  result.certificate = found.certificate;
  rounding_ = found.rounding;
  return merit(problem, settings, found.tests, found.rounding);
}

Tests IterativeSolver::measure(std::span<const double> p, std::span<double> w, std::span<double> slope,
                               Executor& executor) const {
  rows.displace(executor, p, w);
  return with_dimension(rows.dimension(), [&]<int D>() {
    return rows.sweep<D, Tests>(executor, w, [&](std::size_t c, double g, Tests& total) {
      slope[c] = g + rows.compliance() * p[c];
      total.add({g, slope[c], p[c], rows.lower()[c], rows.diagonal()[c]});
    });
  });
}

bool IterativeSolver::zero_is_exact(Executor& executor) const {
  struct Worst {
    bool feasible = true;
    Worst& operator+=(const Worst& o) {
      feasible = feasible && o.feasible;
      return *this;
    }
  };
  const std::span<double> w = work->passing;
  return with_dimension(rows.dimension(), [&]<int D>() {
    executor.for_each(rows.bodies(), [&](std::size_t i) { rows.free_velocity<D>(i).store(&w[i * D]); });
    return rows.sweep<D, Worst>(executor, w, [&](std::size_t c, double g, Worst& total) {
      total.feasible = total.feasible && g >= 0 && rows.lower()[c] == 0;
    });
  }).feasible;
}

}  // namespace floc

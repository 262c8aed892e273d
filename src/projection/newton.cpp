#include "projection/newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.hpp"

namespace floc {

namespace {

constexpr double nearly = 1e-6;          // tolerance of the passes before the first step
constexpr double most_changes = 0.01;    // of the rows in a step that is worth another
constexpr int most_refinements = 5;

}  // namespace

void ActiveSet::begin(std::span<const double> start, Executor& executor) {
  for (auto* x : {&p_, &clipped_, &slope_, &right_, &dp_}) *x = work->row_array();
  w_ = work->displacements();
  std::ranges::fill(w_, 0.0);
  std::ranges::copy(start, p_.begin());
  std::ranges::copy(start, clipped_.begin());
  in_.assign(rows.rows(), 0);
  first_ = true;
  measure(p_, w_, slope_, executor);
}

std::size_t ActiveSet::choose(bool first) {
  std::size_t changed = 0;
  for (std::size_t c = 0; c < rows.rows(); ++c) {
    const double lower = rows.lower()[c];
    const bool in = lower == -std::numeric_limits<double>::infinity() ||
                    p_[c] - lower > (first ? 0 : slope_[c] / rows.diagonal()[c]);
    changed += in != static_cast<bool>(in_[c]);
    in_[c] = in;
  }
  return changed;
}

Tests ActiveSet::advance(bool, Executor& executor) {
  const std::size_t changed = choose(first_);
  const auto most = static_cast<std::size_t>(most_changes * static_cast<double>(rows.rows()));
  if (!first_ && (changed > std::max<std::size_t>(most, 10) || changed > changed_ || changed == 0)) {
    trouble = "the active set does not settle";
    return {};
  }
  try {
    if (first_) face_.factorise(rows, in_);
    else face_.change(rows, in_);
    changed_ = changed;
    first_ = false;
    rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) {
      if (!in_[c]) p_[c] = rows.lower()[c];
    });
    Tests tests = measure(p_, w_, slope_, executor);
    for (int k = 0; k < most_refinements; ++k) {
      const double error = rows.over_rows<Largest>(executor, [&](std::size_t c, Largest& total) {
        right_[c] = -slope_[c];
        if (in_[c]) total.value = std::max(total.value, std::abs(slope_[c]));
      }).value;
      if (error <= 0.01 * allowed) break;
      face_.solve(right_, dp_);
      rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) { p_[c] += dp_[c]; });
      tests = measure(p_, w_, slope_, executor);
    }
    rows.over_rows<Nothing>(executor, [&](std::size_t c, Nothing&) { clipped_[c] = std::max(p_[c], rows.lower()[c]); });
    return tests;
  } catch (const Error& error) {
    trouble = error.what();
    return {};
  }
}

void NewtonStages::solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                         ProjectionResult& result) {
  ProjectionProblem from_here = problem;
  int iterations = 0;
  const auto with = [&](ProjectionSolver& solver, ProjectionSettings asked, ProjectionResult& into) {
    asked.max_iterations = std::max(0, settings.max_iterations - iterations);
    solver.solve(from_here, asked, executor, into);
    iterations += into.certificate.iterations;
    into.certificate.iterations = iterations;
    return into.status == ProjectionStatus::converged;
  };
  if (settings.tolerance < nearly && with(pass_, {.tolerance = nearly, .stop = settings.stop}, near_)) {
    from_here.guess = near_.multiplier;
    if (with(set_, settings, near_)) return std::swap(result, near_);
    from_here.guess = problem.guess;  // passes that start close to the answer soon look stagnated
  }
  with(pass_, settings, result);
}

}  // namespace floc

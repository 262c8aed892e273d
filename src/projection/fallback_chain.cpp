#include "projection/fallback_chain.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/vec.hpp"

namespace floc {
namespace {

bool affordable(const ProjectionProblem& problem) {
  return PrimalFactor::affordable(problem.dimension, problem.rows());
}

// As many iterations of a gradient method as cost one interior-point solve or two: where it has not converged by
// then, a direct method is the better bet.
int fair_iterations(const ProjectionProblem& problem) {
  const double bodies = static_cast<double>(problem.bodies());
  return problem.dimension == 2 ? 10000 : static_cast<int>(std::clamp(20 * bodies, 2000.0, 1e9));
}

constexpr double pays_to_conjugate = 4e-4;  // in the plane, for tolerances below

constexpr std::size_t pays_to_factorise = 10000;  // rows in space

// Whether the free motion takes some row so far beyond its gap, in r̄, that which rows push is all but a linear
// program: passes then take tens of thousands of iterations, or do not get there.
bool goes_far(const ProjectionProblem& problem) {
  const double far = problem.dimension == 3 && problem.rows() > pays_to_factorise ? 100 : 30;
  const double most = far * problem.length, h = problem.step;
  return with_dimension(problem.dimension, [&]<int D>() {
    double fastest = 0, least = 0;
    for (std::size_t i = 0; i < problem.bodies(); ++i) {
      const auto v = Vec<D>::load(&problem.free_velocity[i * D]);
      fastest = std::max(fastest, dot(v, v));
    }
    for (const double gap : problem.gap) least = std::min(least, gap);
    if (2 * h * std::sqrt(fastest) - least <= most) return false;
    const auto velocity = [&](std::int32_t i) {
      return Vec<D>::load(&problem.free_velocity[static_cast<std::size_t>(i) * D]);
    };
    for (std::size_t c = 0; c < problem.rows(); ++c) {
      Vec<D> v = velocity(problem.first[c]);
      if (problem.second[c] >= 0) v -= velocity(problem.second[c]);
      if (problem.gap[c] + h * dot(Vec<D>::load(&problem.normal[c * D]), v) < -most) return true;
    }
    return false;
  });
}

double worst(const ProjectionResult& result) {
  return std::max(result.certificate.violation, result.certificate.complementarity);
}

}  // namespace

std::string_view FallbackChain::choice(const ProjectionProblem& problem, const ProjectionSettings& settings) {
  const bool few = problem.rows() <= few_rows, resolve = settings.multiplier_tolerance > 0,
             many_digits = settings.tolerance < 1e-5 || resolve;
  if (affordable(problem) && (problem.dimension == 1 || (problem.dimension == 2 && (few || resolve) && many_digits)))
    return "ipm";
  const std::string_view many = choice_for_many(problem, settings);
  return many != "ipm" && (few || resolve) ? "apgd" : many;
}

std::string_view FallbackChain::choice_for_many(const ProjectionProblem& problem, const ProjectionSettings& settings) {
  return affordable(problem) && goes_far(problem) ? "ipm" : passes(problem, settings);
}

std::string_view FallbackChain::passes(const ProjectionProblem& problem, const ProjectionSettings& settings) {
  const bool pays = problem.dimension == 3 || (problem.dimension == 2 && settings.tolerance < pays_to_conjugate);
  return pays ? "conjugate" : "stream";
}

void FallbackChain::solve(std::string_view first, Factors factors, const ProjectionProblem& problem,
                          const ProjectionSettings& settings, Executor& executor, ProjectionResult& result) {
  const bool may_factorise = factors == Factors::where_affordable && first != "ipm" && affordable(problem);
  ProjectionSettings haste = settings;
  if (may_factorise) haste.max_iterations = std::min(settings.max_iterations, fair_iterations(problem));
  use(first).solve(problem, haste, executor, result);
  const double allowed = settings.tolerance * problem.length;
  const auto too_soft = [&](const Certificate& found) {
    return found.violation > allowed && problem.compliance * found.largest_multiplier > 0.5 * allowed;
  };
  const auto failed = [&] {
    return result.status != ProjectionStatus::converged && result.status != ProjectionStatus::invalid &&
           !too_soft(result.certificate);
  };
  const auto then = [&](std::string_view next, const ProjectionSettings& asked) {
    if (!failed()) return;
    ProjectionProblem from_here = problem;
    from_here.guess = result.multiplier;
    use(next).solve(from_here, asked, executor, second_);
    const int iterations = result.certificate.iterations + second_.certificate.iterations;
    if (second_.status == ProjectionStatus::converged || worst(second_) < worst(result)) std::swap(result, second_);
    result.certificate.iterations = iterations;
  };
  if (first == "conjugate") then("stream", haste);
  if (may_factorise) then("ipm", settings);
  if (first == "apgd" && !may_factorise) return;
  if (first == "ipm" && problem.dimension > 1 && failed() && goes_far(problem)) return;
  then("apgd", settings);
}

ProjectionSolver& FallbackChain::use(std::string_view name) {
  ProjectionSolver& solver = name == "ipm" ? static_cast<ProjectionSolver&>(ipm_)
                             : name == "stream" ? static_cast<ProjectionSolver&>(pass_)
                             : name == "conjugate" ? static_cast<ProjectionSolver&>(conjugate_)
                                                   : apgd_;
  last_ = &solver;
  return solver;
}

}  // namespace floc

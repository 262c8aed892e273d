#include "projection/auto.hpp"

#include <algorithm>
#include <utility>

namespace floc {

namespace {

// Where the factors of K fit in memory and in patience: they grow as N log N in 2D and N^(4/3) in 3D.
// Rigid units are beyond them.
bool affordable(const ProjectionProblem& problem) {
  constexpr std::size_t rows[] = {10'000'000, 1'000'000, 50'000};
  return problem.rows() <= rows[problem.dimension - 1] && problem.rigid.empty();
}

// As many iterations of a gradient method as cost one interior-point solve or two, from the measurements
// in the header: where it has not converged by then, a direct method is the better bet.
int fair_iterations(const ProjectionProblem& problem) {
  const double bodies = static_cast<double>(problem.bodies());
  return problem.dimension == 2 ? 10000 : static_cast<int>(std::clamp(20 * bodies, 2000.0, 1e9));
}

// Up to so many rows, digits that nobody asked for cost nothing: the plain methods, which give more than they
// must, and resolved multipliers (header).
constexpr std::size_t few_rows = 500;

double worst(const ProjectionResult& result) {
  return std::max(result.certificate.violation, result.certificate.complementarity);
}

}  // namespace

std::string_view Auto::choice(const ProjectionProblem& problem, const ProjectionSettings& settings) {
  const bool few = problem.rows() <= few_rows, resolve = settings.multiplier_tolerance > 0,
             many_digits = settings.tolerance < 1e-5 || resolve;
  if (affordable(problem) && (problem.dimension == 1 || (problem.dimension == 2 && (few || resolve) && many_digits)))
    return "ipm";
  return few || resolve || !problem.rigid.empty() ? "apgd" : "stream";
}

ProjectionSolver& Auto::use(std::string_view name) {
  ProjectionSolver& solver = name == "ipm" ? static_cast<ProjectionSolver&>(ipm_)
                             : name == "stream" ? static_cast<ProjectionSolver&>(pass_)
                                                : apgd_;
  last_ = &solver;
  return solver;
}

void Auto::solve(const ProjectionProblem& problem, const ProjectionSettings& asked, Executor& executor,
                 ProjectionResult& result) {
  ProjectionSettings settings = asked;
  if (problem.rows() > few_rows) settings.multiplier_tolerance = 0;
  if (problem.dimension < 1 || problem.dimension > 3) return use("apgd").solve(problem, settings, executor, result);

  // The choice, then the other kind of method, then apgd without haste.
  const std::string_view name = choice(problem, settings);
  const bool may_factorise = name != "ipm" && affordable(problem);
  ProjectionSettings haste = settings;
  if (may_factorise) haste.max_iterations = std::min(settings.max_iterations, fair_iterations(problem));
  use(name).solve(problem, haste, executor, result);
  const auto settled = [&] {
    return result.status == ProjectionStatus::converged || result.status == ProjectionStatus::invalid ||
           // A compliance that exceeds the tolerance by itself is nobody's failure.
           problem.compliance * result.certificate.largest_multiplier > 0.5 * settings.tolerance * problem.length;
  };
  const auto try_also = [&](std::string_view other) {
    ProjectionProblem from_here = problem;
    from_here.guess = result.multiplier;
    use(other).solve(from_here, settings, executor, second_);
    const int iterations = result.certificate.iterations + second_.certificate.iterations;
    if (second_.status == ProjectionStatus::converged || worst(second_) < worst(result)) std::swap(result, second_);
    result.certificate.iterations = iterations;
  };
  if (!settled() && may_factorise) try_also("ipm");
  if (!settled() && (name != "apgd" || may_factorise)) try_also("apgd");
}

}  // namespace floc

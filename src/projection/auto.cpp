#include "projection/auto.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/grow.hpp"
#include "core/vec.hpp"

namespace floc {

namespace {

// Where the factors of K fit in memory and in patience: they grow as N log N in 2D and N^(4/3) in 3D.
// Rigid units are beyond them.
bool affordable(const ProjectionProblem& problem) {
  constexpr std::size_t rows[] = {10'000'000, 1'000'000, 50'000};
  return problem.rows() <= rows[problem.dimension - 1] && problem.rigid.empty();
}

// As many iterations of a gradient method as cost one interior-point solve or two: where it has not converged by
// then, a direct method is the better bet.
int fair_iterations(const ProjectionProblem& problem) {
  const double bodies = static_cast<double>(problem.bodies());
  return problem.dimension == 2 ? 10000 : static_cast<int>(std::clamp(20 * bodies, 2000.0, 1e9));
}

// Up to so many rows, digits that nobody asked for cost nothing: the plain methods, which give more than they
// must, and resolved multipliers.
constexpr std::size_t few_rows = 500;

constexpr double pays_to_conjugate = 4e-4;  // in the plane, for tolerances below

// Whether the free motion takes some row so far beyond its gap, in r̄, that which rows push is all but a linear
// program: passes then take tens of thousands of iterations, or do not get there.
bool goes_far(const ProjectionProblem& problem) {
  const double far = problem.dimension == 3 && problem.rows() > few_rows ? 100 : 30;
  const double most = far * problem.length, h = problem.step;
  return with_dimension(problem.dimension, [&]<int D>() {
    double fastest = 0, least = 0;
    for (std::size_t i = 0; i < problem.bodies(); ++i) {
      const auto v = Vec<D>::load(&problem.free_velocity[i * D]);
      fastest = std::max(fastest, dot(v, v));
    }
    for (const double gap : problem.gap) least = std::min(least, gap);
    if (2 * h * std::sqrt(fastest) - least <= most) return false;
    for (std::size_t c = 0; c < problem.rows(); ++c) {
      Vec<D> v = Vec<D>::load(&problem.free_velocity[static_cast<std::size_t>(problem.first[c]) * D]);
      if (problem.second[c] >= 0) v -= Vec<D>::load(&problem.free_velocity[static_cast<std::size_t>(problem.second[c]) * D]);
      if (problem.gap[c] + h * dot(Vec<D>::load(&problem.normal[c * D]), v) < -most) return true;
    }
    return false;
  });
}

// Islands of more rows are solved one after the other by all threads, the others side by side.
constexpr std::size_t rows_for_all_threads = 4096;

double worst(const ProjectionResult& result) {
  return std::max(result.certificate.violation, result.certificate.complementarity);
}

}  // namespace

struct Auto::Helper {
  Auto solver;
  ProblemArrays part;
  ProjectionResult result;
  Executor alone;
};

Auto::Auto() = default;
Auto::~Auto() = default;

std::string_view Auto::choice(const ProjectionProblem& problem, const ProjectionSettings& settings) {
  const bool few = problem.rows() <= few_rows, resolve = settings.multiplier_tolerance > 0,
             many_digits = settings.tolerance < 1e-5 || resolve;
  if (affordable(problem) && (problem.dimension == 1 || (problem.dimension == 2 && (few || resolve) && many_digits)))
    return "ipm";
  if (affordable(problem) && goes_far(problem)) return "ipm";
  return few || resolve || !problem.rigid.empty() ? "apgd" : passes(problem, settings);
}

std::string_view Auto::passes(const ProjectionProblem& problem, const ProjectionSettings& settings) {
  const bool pays = problem.dimension == 3 || (problem.dimension == 2 && settings.tolerance < pays_to_conjugate);
  return pays ? "conjugate" : "stream";
}

ProjectionSolver& Auto::use(std::string_view name) {
  ProjectionSolver& solver = name == "ipm" ? static_cast<ProjectionSolver&>(ipm_)
                             : name == "stream" ? static_cast<ProjectionSolver&>(pass_)
                             : name == "conjugate" ? static_cast<ProjectionSolver&>(conjugate_)
                                                : apgd_;
  last_ = &solver;
  return solver;
}

void Auto::solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                 ProjectionResult& result) {
  // Once for all that will solve it or a part of it.
  ProjectionSettings with_check = settings;
  with_check.checked = settings.checked || find_fault(problem, executor).empty();
  if (with_check.checked && settings.repeated && relax_repeated(problem, with_check, executor, result)) return;
  with_check.repeated = false;
  if (with_check.checked && falls_apart(problem, executor)) solve_islands(problem, with_check, executor, result);
  else solve_whole(problem, with_check, executor, result);
}

// A few rows, whatever they belong to.
bool Auto::relax_repeated(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                          ProjectionResult& result) {
  if (problem.dimension == 1 || problem.rows() <= few_rows || !problem.rigid.empty()) return false;
  ProjectionSettings no_passes = settings;
  no_passes.max_iterations = 0;
  use(passes(problem, settings)).solve(problem, no_passes, executor, result);
  return result.status == ProjectionStatus::converged;
}

// Not looked into where it cannot pay: few rows; chains, which ipm solves as they are.
bool Auto::falls_apart(const ProjectionProblem& problem, Executor& executor) {
  if (problem.rows() <= few_rows || problem.dimension == 1 || !problem.rigid.empty()) return false;
  return 10 * islands_.find(problem, executor) < 9 * problem.rows();
}

void Auto::solve_islands(const ProjectionProblem& problem, const ProjectionSettings& asked, Executor& executor,
                         ProjectionResult& result) {
  ProjectionSettings settings = asked;
  settings.multiplier_tolerance = 0;  // as for the whole
  grow(result.velocity, problem.free_velocity.size());
  grow(result.multiplier, problem.rows());
  std::ranges::copy(problem.free_velocity, result.velocity.begin());
  result.status = ProjectionStatus::converged;
  result.message.clear();
  islands_.list(problem);
  std::size_t work = 0, first_failure = islands_.groups();
  const auto solve_group = [&](std::size_t group, Executor* all) {
    std::unique_ptr<Helper> helper;
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) helper = std::move(idle_.back()), idle_.pop_back();
    }
    if (!helper) helper = std::make_unique<Helper>();
    islands_.take(problem, group, helper->part);
    const ProjectionProblem part = helper->part;
    const std::string_view name = affordable(part) && goes_far(part) ? "ipm" : passes(part, settings);
    helper->solver.solve_with(name, part, settings, all ? *all : helper->alone, helper->result);
    islands_.put(helper->result, group, result);
    const std::lock_guard lock(mutex_);
    work += islands_.rows(group) * static_cast<std::size_t>(helper->result.certificate.iterations);
    if (helper->result.status != ProjectionStatus::converged && group < first_failure) {
      first_failure = group;
      result.status = helper->result.status;
      result.message = helper->result.message;
    }
    idle_.push_back(std::move(helper));
  };
  for (std::size_t g = 0; g < islands_.groups(); ++g)
    if (islands_.rows(g) > rows_for_all_threads) solve_group(g, &executor);
  executor.for_each(islands_.groups(), [&](std::size_t g) {
    if (islands_.rows(g) <= rows_for_all_threads) solve_group(g, nullptr);
  }, 1);

  work_->rows.prepare(problem);
  result.certificate = assess(problem, work_->rows.incidence(), result.multiplier, result.velocity, executor)
                           .certificate;
  // As many as would have been the same work for the whole.
  result.certificate.iterations = static_cast<int>((work + problem.rows() - 1) / problem.rows());
  last_ = nullptr;
}

void Auto::solve_whole(const ProjectionProblem& problem, const ProjectionSettings& asked, Executor& executor,
                       ProjectionResult& result) {
  ProjectionSettings settings = asked;
  if (problem.rows() > few_rows) settings.multiplier_tolerance = 0;
  if (!settings.checked) return use("apgd").solve(problem, settings, executor, result);  // which says what is wrong

  solve_with(choice(problem, settings), problem, settings, executor, result);
}

// That solver, then the other kind of passes or of method, then apgd without haste.
void Auto::solve_with(std::string_view name, const ProjectionProblem& problem, const ProjectionSettings& settings,
                      Executor& executor, ProjectionResult& result) {
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
  if (!settled() && name == "conjugate") go_on_with(use("stream"), problem, haste, executor, result);
  if (!settled() && may_factorise) try_also("ipm");
  // Where a direct method fails on what goes far, digits are missing, and a gradient method only takes long.
  const bool hopeless = name == "ipm" && problem.dimension > 1 && goes_far(problem);
  if (!settled() && !hopeless && (name != "apgd" || may_factorise)) try_also("apgd");
}

}  // namespace floc

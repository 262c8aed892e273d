#include "projection/auto.hpp"

#include <algorithm>
#include <utility>

#include "core/buffers.hpp"

namespace floc {

namespace {

// Islands of more rows are solved one after the other by all threads, the others side by side.
constexpr std::size_t rows_for_all_threads = 4096;

}  // namespace

struct Auto::Helper {
  FallbackChain chain;
  ProblemArrays part;
  ProjectionResult result;
  Executor alone;
};

Auto::Auto() = default;
Auto::~Auto() = default;

void Auto::solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                 ProjectionResult& result) {
  on_islands_ = false;
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
  if (problem.dimension == 1 || problem.rows() <= FallbackChain::few_rows) return false;
  ProjectionSettings no_passes = settings;
  no_passes.max_iterations = 0;
  chain_.use(FallbackChain::passes(problem, settings)).solve(problem, no_passes, executor, result);
  return result.status == ProjectionStatus::converged;
}

// Not looked into where it cannot pay: few rows; chains, which ipm solves as they are.
bool Auto::falls_apart(const ProjectionProblem& problem, Executor& executor) {
  if (problem.rows() <= FallbackChain::few_rows || problem.dimension == 1) return false;
  return 10 * islands_.find(problem, executor) < 9 * problem.rows();
}

void Auto::solve_islands(const ProjectionProblem& problem, const ProjectionSettings& asked, Executor& executor,
                         ProjectionResult& result) {
  ProjectionSettings settings = asked;
  settings.multiplier_tolerance = 0;  // as for the whole
  resize_buffer(result.velocity, problem.free_velocity.size());
  resize_buffer(result.multiplier, problem.rows());
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
    helper->chain.solve(FallbackChain::choice_for_many(part, settings), FallbackChain::Factors::where_affordable, part,
                        settings, all ? *all : helper->alone, helper->result);
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

  Rows& rows = chain_.work().rows;
  rows.prepare(problem);
  result.certificate = assess(problem, rows.incidence(), result.multiplier, result.velocity, executor)
                           .certificate;
  // As many as would have been the same work for the whole.
  result.certificate.iterations = static_cast<int>((work + problem.rows() - 1) / problem.rows());
  on_islands_ = true;
}

void Auto::solve_whole(const ProjectionProblem& problem, const ProjectionSettings& asked, Executor& executor,
                       ProjectionResult& result) {
  ProjectionSettings settings = asked;
  if (problem.rows() > FallbackChain::few_rows) settings.multiplier_tolerance = 0;
  if (!settings.checked) return chain_.use("apgd").solve(problem, settings, executor, result);  // which says what is wrong
  chain_.solve(FallbackChain::choice(problem, settings), FallbackChain::Factors::where_affordable, problem, settings,
               executor, result);
}

}  // namespace floc

// floc dump-problem and floc solve: one projection of a run, alone.
#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "app/commands.hpp"
#include "app/exit_status.hpp"
#include "app/run_course.hpp"
#include "core/error.hpp"
#include "core/timer.hpp"
#include "output/checkpoint.hpp"
#include "output/fclib_file.hpp"
#include "output/problem_file.hpp"
#include "projection/projector.hpp"
#include "scene/build.hpp"

namespace floc::app {

int dump_problem(const DumpOptions& options) {
  const LatestCheckpoint latest = load_latest(options.directory);
  const SceneResult read =
      read_scene_text(latest.checkpoint.scene, options.directory + "/scene.toml", options.directory);
  if (!read.scene) throw Error(read.errors.front().str());
  const std::int64_t last = step_count(read.scene->time);
  const bool adaptive = read.scene->time.adaptive.has_value();
  if (!adaptive && options.step > last)
    throw WrongInput(fmt::format("--step {}: {} has {} steps", options.step, options.directory, last));
  // Runs repeat to the bit: the step is reached again from the checkpoint, or from the start.
  const bool from_checkpoint = latest.checkpoint.state.step < options.step;
  const int threads = thread_count(options.threads);
  BuildResult built = build(*read.scene, threads, from_checkpoint ? Placing::skip : Placing::search);
  if (!built.setup) throw Error(built.errors.front().str());
  Simulation simulation(std::move(*built.setup), threads);
  if (from_checkpoint) simulation.restore(latest.checkpoint.state);
  const auto over = [&] { return simulation.progress() >= static_cast<double>(last) || simulation.deserted(); };
  for (; simulation.step() + 1 < options.step && !over();)
    if (const StepReport report = simulation.advance(); !report.moved)
      throw Error(fmt::format("the run stops at step {}: {}", simulation.step() + 1, report.message));
  if (over())
    throw WrongInput(fmt::format("--step {}: {} ends with step {}", options.step, options.directory, simulation.step()));
  const ProjectionProblem problem = simulation.next_problem();
  if (options.fclib)
    save_fclib(options.output, problem, fmt::format("step {} of {}", options.step, options.directory));
  else
    save_problem(options.output, problem);
  fmt::print("{}: the projection of step {}, {} bodies, {} rows\n", options.output, options.step, problem.bodies(),
             problem.rows());
  return finished;
}

int solve_problem(const SolveOptions& options) {
  const ProblemArrays arrays = read_problem(options.problem);
  ProjectionProblem problem = arrays;
  if (options.cold) problem.guess = {};
  std::optional<Projector> projector;
  try {
    projector.emplace(options.solver, ProjectionSettings{options.tolerance, 0, options.max_iterations});
  } catch (const Error& error) {
    throw WrongInput(error.what());
  }
  Executor executor(thread_count(options.threads));
  ProjectionResult result;
  const Stopwatch watch;
  projector->solve(problem, false, executor, result);  // with the compliance that goes with the tolerance
  const double seconds = watch.seconds();
  const Certificate& c = result.certificate;
  fmt::print("problem          {} bodies, {} rows, dimension {}, compliance {:.2e}\n", problem.bodies(), problem.rows(),
             problem.dimension, projector->last_compliance());
  fmt::print("status           {}{}{}\n", to_string(result.status), result.message.empty() ? "" : ": ", result.message);
  fmt::print("iterations       {} in {:.4f} s, {:.2f} ns per row and iteration\n", c.iterations, seconds,
             c.iterations > 0 && problem.rows() > 0 ? 1e9 * seconds / c.iterations / static_cast<double>(problem.rows())
                                                    : 0.0);
  fmt::print("violation        {:.3e} r̄\ncomplementarity  {:.3e} r̄\nduality gap      {:.3e}\n",
             c.violation / problem.length, c.complementarity / problem.length, c.duality_gap);
  fmt::print("active rows      {}, largest multiplier {:.6g}\n", c.active, c.largest_multiplier);
  return result.status == ProjectionStatus::converged ? finished : not_converged;
}

}  // namespace floc::app

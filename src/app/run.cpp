// floc run and floc resume: one loop.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>

#include "app/commands.hpp"
#include "app/estimate.hpp"
#include "app/exit_status.hpp"
#include "app/interrupt.hpp"
#include "app/profile.hpp"
#include "app/progress.hpp"
#include "app/run_files.hpp"
#include "app/run_folder.hpp"
#include "app/start_from.hpp"
#include "core/error.hpp"
#include "output/files.hpp"
#include "scene/build.hpp"
#include "scene/changes.hpp"
#include "scene/stages.hpp"

namespace floc::app {
namespace {

int report_errors(const std::vector<Diagnostic>& errors) {
  for (const Diagnostic& e : errors) fmt::print(stderr, "{}\n", e.str());
  if (errors.size() > 1) fmt::print(stderr, "{} errors; nothing was run\n", errors.size());
  return wrong_input;
}

struct LoopOptions {
  bool quiet, profile;
  int threads;
};

const char* unconverged_note = "step {} did not converge: {} (overlap {:.1e})";

// `how` it ended: finished, or interrupted …
std::string last_line(const Totals& t, const std::string& how) {
  const std::string figures =
      fmt::format("{} steps in {:.1f} s, worst overlap {:.1e} of the mean radius", t.steps, t.wall_seconds, t.worst_overlap);
  if (t.unconverged_steps == 0) return fmt::format("{}: {}, all converged", how, figures);
  return fmt::format("{}, but {} of {} steps did not converge: {}", how, t.unconverged_steps, t.steps, figures);
}

struct Ending {
  ExitStatus result;
  std::string status;  // of the summary
};

Ending ending(bool over, const Totals& totals, const StepReport& last) {
  if (over && totals.unconverged_steps > 0) return {unconverged, "unconverged"};
  if (over) return {finished, "finished"};
  if (Interrupt::out_of_time()) return {out_of_time, "walltime"};
  if (Interrupt::requested()) return {interrupted, "interrupted"};
  return {not_converged, "stopped: " + last.message};
}

// The next stage takes over the state.
void enter_next_stage(std::unique_ptr<Simulation>& simulation, RunFolder& folder, int threads) {
  NextStage next = next_stage(folder.course(), *simulation, threads, [](Setup& setup) { setup.stop = &Interrupt::requested(); });
  simulation = std::move(next.simulation);
  folder.enter(std::move(next.begin), *simulation);
}

int loop(std::unique_ptr<Simulation>& running, RunFolder& folder, const std::string& directory,
         const LoopOptions& options) {
  const auto course = [&] {
    return Course{folder.course().last_step(), running->setup().adaptive.has_value(), folder.course().begun().back().name};
  };
  StepReport report;
  report.step = running->step();
  report.progress = running->progress();
  Progress progress(stdout, isatty(STDOUT_FILENO) != 0, report,
                    course());
  const Stopwatch wall;
  Profile profile;
  int notes = 0;
  while (!folder.course().over(*running) && !Interrupt::requested()) {
    while (folder.course().stage_over(*running)) {
      enter_next_stage(running, folder, options.threads);
      const StageBegin& b = folder.course().begun().back();
      if (!options.quiet)
        progress.note(fmt::format("stage {} begins at t = {:g}{}", b.name, b.time, b.because.empty() ? "" : ", " + b.because));
      progress.follow(course());
    }
    if (folder.course().over(*running)) break;
    report = running->advance();
    profile.add(report);
    if (!report.moved) break;
    folder.keep(report, *running);
    if (!report.converged && ++notes <= 5) {
      progress.warn(fmt::format(fmt::runtime(unconverged_note), report.step, report.message, report.overlap));
      if (notes == 5) progress.warn("further steps that do not converge are only counted");
    }
    if (!options.quiet) progress.show(report, folder.course().waiting(report.time));
  }
  const Simulation& simulation = *running;
  const Totals& t = folder.totals();
  const auto [result, status] = ending(folder.course().over(simulation), t, report);
  const bool broken = result == not_converged && report.fatal;
  folder.finish(simulation, status, broken);
  if (!options.quiet && report.h > 0) progress.finish(report);  // a run that had ended makes no step

  if (options.profile) profile.print(stdout, wall.seconds());
  if (result == not_converged) progress.warn(fmt::format("step {} {}", simulation.step() + 1, status));
  if (broken && !folder.last_checkpoint().empty())
    progress.warn(fmt::format("the last good checkpoint is {}/checkpoint.h5, of {}", directory, folder.last_checkpoint()));
  std::string how = status == "unconverged" ? "ended" : status;
  if (!folder.course().stopped_by().empty()) how += fmt::format(" at t = {:g}, {}", simulation.time(), folder.course().stopped_by());
  const std::string end = last_line(t, how);
  if (options.quiet) {
    if (result == unconverged) fmt::print(stderr, "{}\n", end);
    return result;
  }
  if (t.refused > 0)
    progress.note(fmt::format("{} steps tried and undone, for shorter ones; the shortest {:g}", t.refused, t.shortest_step));
  progress.note(end);
  if (!folder.course().over(simulation)) progress.note("go on with: floc resume " + directory);
  return result;
}

// Errors of files and of the machine: what was written is safe, and the run can go on from it.
int guarded_loop(std::unique_ptr<Simulation>& simulation, RunFolder& folder, const std::string& directory,
                 const LoopOptions& options) {
  try {
    return loop(simulation, folder, directory, options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "floc: {}\n", error.what());
    if (holds_run(directory))
      fmt::print(stderr, "what was written is safe; go on with: floc resume {}\n", directory);
    return failed;
  }
}

void describe(const Scene& scene, const Simulation& simulation, std::int64_t steps) {
  std::size_t to_come = 0;
  for (const Feed& feed : simulation.setup().feeds) to_come += feed.pending.size();
  const double h = scene.time.step;
  const std::string how = !simulation.setup().adaptive
                              ? fmt::format("{} steps of {:g}", steps, h)
                              : fmt::format("{} steps of {:g} or shorter ones, down to {:g},", steps, h,
                                            std::ldexp(h, -simulation.setup().adaptive->halvings));
  fmt::print(
      "{}{}dimension {}, {} particles{}, {} obstacles, {} to t = {:g}{}, solver {}, tolerance {:g}\n",
      scene.title, scene.title.empty() ? "" : ": ", scene.dimension(), simulation.bodies().size(),
      to_come > 0 ? fmt::format(" and {} to come", to_come) : "", simulation.obstacles().list().size(), how,
      scene.time.end, scene.stop.any() ? " at the latest" : "", scene.solver.solver, scene.solver.tolerance);
}

std::string scene_path(const std::string& directory) { return directory + "/scene.toml"; }

// The scene that a run goes on with: scene.toml of its folder may have been edited since.
ChangedScene scene_of_now(const Scene& before, const Checkpoint& checkpoint, const ResumeOptions& options) {
  const std::string path = scene_path(options.directory);
  const bool there = file_exists(path);
  ChangedScene read = read_changed_scene(before, there ? read_text(path) : checkpoint.scene, path, options.directory,
                                         options.overrides);
  if (!read.scene) return read;
  const auto last = static_cast<double>(step_count(read.scene->time));
  if (last < checkpoint.state.clock.wholes() && !read.changes.empty()) {
    read.errors.push_back({path, 0, 0, fmt::format("the run would end at t = {:g}, and it is at t = {:g} already",
                                                   read.scene->time.end, checkpoint.state.time)});
    read.scene.reset();
  }
  return read;
}

}  // namespace

int thread_count(int asked) {
  return asked > 0 ? asked : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

int run(const RunOptions& options) {
  const Interrupt interrupt(options.max_walltime);
  const int threads = thread_count(options.threads);
  std::optional<Start> start;
  StartedScene started;
  if (options.from.empty()) {
    started.read = read_scene(options.scene, options.overrides);
  } else {
    start = load_start(options.from);
    started = scene_from(*start, options.scene, options.overrides, options.directory);
  }
  const SceneResult& read = started.read;
  if (!read.scene) return report_errors(read.errors);
  if (!options.dry_run)
    check_output_folder(options.directory, options.scene, *read.scene, options.overwrite);
  PlacingLine line(options.quiet ? nullptr : stdout);
  if (const auto faults = faults_of_stages(*read.scene, threads); !faults.empty()) return report_errors(faults);
  BuildResult built = build_stage(*read.scene, begun_stages(*read.scene, nullptr), threads,
                                  start ? Placing::skip : Placing::search,
                            {&Interrupt::requested(), [&](double reached, double all) { line.show(reached, all); }});
  line.clear();
  if (built.stopped) {
    fmt::print(stderr, "floc: {} while the particles were placed; nothing was written\n",
               Interrupt::out_of_time() ? "out of time" : "interrupted");
    return Interrupt::out_of_time() ? out_of_time : interrupted;
  }
  if (!built.setup) return report_errors(built.errors);

  built.setup->stop = &Interrupt::requested();
  auto simulation = std::make_unique<Simulation>(std::move(*built.setup), threads);
  std::vector<Change> origin;
  if (start) {
    begin_with(*start, started, *simulation);
    origin.push_back({simulation->step(), simulation->time(), "state", "", start->where});
    if (!options.quiet)
      fmt::print("beginning with {}: step {}, t = {:g}\n", start->where, simulation->step(), simulation->time());
  }
  const auto steps = static_cast<std::int64_t>(planned_steps(*read.scene));
  const RunEstimate estimate = estimate_run(*read.scene, *simulation, steps);
  if (!options.quiet || options.dry_run) {
    describe(*read.scene, *simulation, steps);
    fmt::print("{}\n", estimate.text());
  }
  for (const std::string& warning : shortages(estimate, options.directory)) fmt::print(stderr, "floc: {}\n", warning);
  if (options.dry_run) {
    fmt::print("the scene is sound; nothing was run\n");
    return finished;
  }
  if (!options.quiet && holds_run(options.directory))
    if (const auto left = left_by_clear(options.directory); !left.empty())
      fmt::print("left as they are in {}: {}\n", options.directory, fmt::join(left, ", "));
  RunFolder folder = RunFolder::create(options.directory, *read.scene, *simulation, threads, std::move(origin));
  return guarded_loop(simulation, folder, options.directory, {options.quiet, options.profile, threads});
}

int resume(const ResumeOptions& options) {
  const Interrupt interrupt(options.max_walltime);
  const int threads = thread_count(options.threads);
  LatestCheckpoint latest = load_latest(options.directory);
  if (!latest.note.empty()) fmt::print(stderr, "floc: {}\nfloc: going on from {} instead\n", latest.note, latest.path);
  const SceneResult before = read_scene_text(latest.checkpoint.scene, latest.path + " (scene)", options.directory);
  if (!before.scene) return report_errors(before.errors);
  const ChangedScene read = scene_of_now(*before.scene, latest.checkpoint, options);
  if (!read.scene) return report_errors(read.errors);
  for (const SceneChange& c : read.changes)
    latest.checkpoint.changes.push_back(
        {latest.checkpoint.state.step, latest.checkpoint.state.time, c.key, c.from, c.to});
  // Conditions that were changed begin anew, also where one of them had ended the run.
  if (std::ranges::any_of(read.changes, [](const SceneChange& c) { return c.key.starts_with("stop."); }))
    latest.checkpoint.stop = {};
  const bool elsewhere = !options.output.empty();
  const std::string& directory = elsewhere ? options.output : options.directory;
  if (elsewhere) check_output_folder(directory, scene_path(options.directory), *read.scene, false);
  if (const auto faults = faults_of_stages(*read.scene, threads); !faults.empty()) return report_errors(faults);
  BuildResult built = build_stage(*read.scene, begun_stages(*read.scene, &latest.checkpoint), threads, Placing::skip);
  if (!built.setup) return report_errors(built.errors);
  built.setup->stop = &Interrupt::requested();
  auto simulation = std::make_unique<Simulation>(std::move(*built.setup), threads);
  simulation->restore(latest.checkpoint.state);
  RunFolder folder = elsewhere
                         ? RunFolder::create(directory, *read.scene, *simulation, threads, latest.checkpoint.changes,
                                             &latest.checkpoint)
                         : RunFolder::reopen(directory, *read.scene, latest.checkpoint, *simulation, threads);
  if (!elsewhere && !options.overrides.empty() && !read.changes.empty())
    write_atomically(scene_path(options.directory), write_scene(*read.scene));
  if (!options.quiet) {
    fmt::print("going on from step {}, t = {:g}\n", simulation->step(), simulation->time());
    for (const SceneChange& c : read.changes)
      fmt::print("{}: {}\n", c.key, c.to.empty() ? "no longer there" : fmt::format("{}, was {}", c.to, c.from.empty() ? "not there" : c.from));
  }
  return guarded_loop(simulation, folder, directory, {options.quiet, options.profile, threads});
}

}  // namespace floc::app

#include "app/run_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/run_files.hpp"
#include "core/error.hpp"
#include "core/version.hpp"
#include "output/files.hpp"
#include "scene/make_measure.hpp"
#include "scene/stages.hpp"

namespace floc::app {
namespace {

TrajectoryHeader header(const Scene& scene, const Simulation& simulation, const std::string& text) {
  TrajectoryHeader h;
  h.dimension = scene.dimension();
  h.bodies = static_cast<std::size_t>(simulation.bodies().next_id);
  for (std::size_t k = 0; k < simulation.setup().feeds.size(); ++k)
    h.bodies += simulation.setup().feeds[k].pending.size() - static_cast<std::size_t>(simulation.state().fed[k]);
  h.changes = !simulation.setup().feeds.empty() || !simulation.ways_out().empty();
  h.turning = simulation.bodies().turning;
  h.shaped = simulation.bodies().shaped;
  h.outlines = simulation.setup().outlines;
  h.domain = simulation.setup().domain;
  for (const auto& group : scene.groups) h.groups.push_back({group.name, group.colour});
  h.obstacles = simulation.obstacles().list();
  h.poses = (!scene.stages.empty() && !h.obstacles.empty()) || !simulation.setup().servos.empty();
  h.scene = text;
  h.version = version();
  h.double_precision = scene.output.precision == "float64";
  h.gzip = static_cast<int>(scene.output.compression);
  return h;
}

std::vector<MeasureFiles::Target> targets(const std::string& directory, const Scene& scene) {
  std::vector<MeasureFiles::Target> all;
  for (const std::string& name : scene.measure.what)
    all.push_back({find_measurement(name), measure_folder(directory) + "/" + name + ".csv"});
  return all;
}

}  // namespace

std::vector<StageBegin> begun_stages(const Scene& scene, const Checkpoint* checkpoint) {
  if (checkpoint && !checkpoint->stages.empty()) return checkpoint->stages;
  return {{scene.stages.empty() ? "" : scene.stages.front().name, 0, scene.time.start, 0, ""}};
}

std::int64_t step_count(const scene::Time& time) {
  return std::max<std::int64_t>(1, std::llround(std::ceil((time.end - time.start) / time.step - 1e-9)));
}

RunFolder::RunFolder(std::string directory, FolderLock lock, const Scene& scene, TrajectoryWriter trajectory,
                     StepsCsv steps, std::optional<ExitsCsv> exits, std::optional<MeasureFiles> measured, Totals totals,
                     std::vector<StageBegin> begun, const Simulation& simulation, int threads)
    : directory_(std::move(directory)),
      scene_text_(write_scene(scene)),
      scene_(scene),
      lock_(std::move(lock)),
      writer_(std::move(trajectory)),
      steps_(std::move(steps)),
      exits_(std::move(exits)),
      measured_(std::move(measured)),
      stop_(scene.stop, scene.dimension(), simulation.state().walls.size()),
      stage_stop_({}, scene.dimension()),
      begun_(std::move(begun)),
      totals_(totals),
      threads_(threads),
      progress_(simulation.progress()),
      wall_before_(totals.wall_seconds) {
  take_stage(simulation);
}

// What holds from the beginning of the present stage on.
void RunFolder::take_stage(const Simulation& simulation) {
  const std::size_t k = begun_.size() - 1;
  const Scene now = scene_of_stage(scene_, k, begun_.back().time);
  const Setup& setup = simulation.setup();
  const double end = end_of_stage(scene_, k, begun_.back().time);
  output_ = now.output;
  measure_ = now.measure;
  step_ = setup.h;
  stage_start_ = setup.start - scene_.time.start;
  stage_begun_ = StepClock{.elapsed = setup.begun}.wholes();
  last_step_ = std::llround(stage_begun_) + step_count({setup.start, end, setup.h, {}});
  ends_run_ = last_stage() || end >= scene_.time.end;
  stage_stop_ = StopRule(scene_.stages.empty() ? StopSettings{.deserted = false} : scene_.stages[k].stop,
                         scene_.dimension(), simulation.state().walls.size());
}

void RunFolder::enter(StageBegin stage, const Simulation& simulation) {
  begun_.push_back(std::move(stage));
  take_stage(simulation);
}

std::string RunFolder::waiting(double time) const {
  const std::string run = stop_.waiting(time);
  return run.empty() ? stage_stop_.waiting(time) : run;
}

RunFolder RunFolder::create(const std::string& directory, const Scene& scene, const Simulation& simulation,
                            int threads, std::vector<Change> origin, const Checkpoint* before) {
  make_directory(directory);
  FolderLock lock(directory);
  clear_run(directory);
  if (!scene.measure.what.empty()) make_directory(measure_folder(directory));
  for (const auto& [path, particles] : scene.unwritten) write_atomically(path, particles);
  const std::string text = write_scene(scene);
  TrajectoryWriter trajectory =
      TrajectoryWriter::create(directory + "/trajectory.h5", header(scene, simulation, text));
  write_atomically(directory + "/scene.toml", text);  // not alone: see holds_run
  RunFolder folder(directory, std::move(lock), scene, std::move(trajectory),
                   StepsCsv::create(directory + "/steps.csv", scene.dimension(), !scene.stages.empty(),
                                    simulation.state().walls.size()),
                   simulation.ways_out().empty()
                       ? std::nullopt
                       : std::optional(ExitsCsv::create(directory + "/exits.csv", scene.dimension())),
                   scene.measure.what.empty()
                       ? std::nullopt
                       : std::optional(MeasureFiles::create(targets(directory, scene), scene::make_measure(scene),
                                                            before ? before->measured : MeasureMemory{})),
                   before ? before->totals : Totals{}, begun_stages(scene, before), simulation, threads);
  folder.changes_ = std::move(origin);
  if (before) folder.recall(*before);
  folder.frame(simulation);
  if (!before) folder.measure(simulation);  // else what is due comes with its step
  folder.checkpoint(simulation);
  folder.writer_.wait();  // a disk that takes no files says so before the first step
  return folder;
}

RunFolder RunFolder::reopen(const std::string& directory, const Scene& scene, const Checkpoint& checkpoint,
                            const Simulation& simulation, int threads) {
  const std::int64_t step = checkpoint.state.step;
  FolderLock lock(directory);
  // What can be wrong with a file is found before any of them is changed for good.
  const auto open = [&] {
    return RunFolder(directory, std::move(lock), scene, TrajectoryWriter::reopen(directory + "/trajectory.h5", step),
                     StepsCsv::reopen(directory + "/steps.csv", scene.dimension(), step, !scene.stages.empty(),
                                      simulation.state().walls.size()),
                     simulation.ways_out().empty()
                         ? std::nullopt
                         : std::optional(ExitsCsv::reopen(directory + "/exits.csv", scene.dimension(), step)),
                     scene.measure.what.empty()
                         ? std::nullopt
                         : std::optional(MeasureFiles::reopen(targets(directory, scene), scene::make_measure(scene),
                                                              checkpoint.measured, step)),
                     checkpoint.totals, begun_stages(scene, &checkpoint), simulation, threads);
  };
  try {
    RunFolder folder = open();
    folder.changes_ = checkpoint.changes;
    folder.recall(checkpoint);
    unlink((directory + "/summary.json").c_str());  // it told of an end that is no longer one
    return folder;
  } catch (const Error& error) {
    throw Error(fmt::format("{}\nfloc: the checkpoint is sound: floc resume {} -o NEW goes on from it in a new folder",
                            error.what(), directory));
  }
}

// Conditions that have changed since begin anew.
void RunFolder::recall(const Checkpoint& checkpoint) {
  if (checkpoint.stop != StopMemory{}) stop_.recall(checkpoint.stop);
  if (checkpoint.stage_stop != StopMemory{}) stage_stop_.recall(checkpoint.stage_stop);
}

bool RunFolder::due(const StepReport& report, std::optional<double> every,
                    std::optional<std::int64_t> every_steps) const {
  if (every_steps) return report.step % *every_steps == 0;
  // A frame belongs to the first step at or after a multiple of `every`.
  const auto count = [&](double steps) {
    return std::floor((stage_start_ + (steps - stage_begun_) * step_) / *every + 1e-6);
  };
  return count(report.progress) > count(progress_);
}

bool RunFolder::measure_due(const StepReport& report) const {
  return measure_.every || measure_.every_steps ? due(report, measure_.every, measure_.every_steps) : frame_due(report);
}

void RunFolder::measure(const Simulation& simulation) {
  if (!measured_) return;
  const Contacts& c = simulation.contacts();
  const double h = simulation.state().length;
  std::vector<double> impulse, tangential;
  for (const double force : c.multiplier) impulse.push_back(force * h);
  for (const double force : c.tangential) tangential.push_back(force * h);
  MeasuredFrame frame{simulation.step(), simulation.time(), h, simulation.bodies(), simulation.setup().domain};
  if (simulation.step() > 0) {  // as in the frames: the first state has no contacts
    frame.first = c.first;
    frame.second = c.second;
    frame.normal = c.normal;
    frame.impulse = impulse;
    frame.tangential = tangential;
    frame.lever_first = c.lever_first;
    frame.lever_second = c.lever_second;
    if (c.remembering) frame.memory = c.memory;
  }
  measured_->take(frame);
  measured_->flush();
}

void RunFolder::frame(const Simulation& simulation) {
  static const Contacts none;
  const bool with_contacts = output_.contacts && simulation.step() > 0;
  writer_.frame(simulation.step(), simulation.time(), simulation.state().length, simulation.bodies(),
                with_contacts ? simulation.contacts() : none, with_contacts ? simulation.bridges() : PairList{},
                simulation.obstacles().poses());
  steps_.flush();
  if (exits_) exits_->flush();
}

void RunFolder::keep(const StepReport& report, const Simulation& simulation) {
  totals_.add(report);
  if (report.step % output_.statistics_every == 0 || !report.converged) steps_.append(report, begun_.size());
  if (exits_) exits_->append(report.step, simulation.departures(), simulation.ways_out());
  if (frame_due(report)) frame(simulation);
  if (measured_ && measure_due(report)) {
    measure(simulation);
    for (StopRule* rule : {&stop_, &stage_stop_})
      rule->take_measured(report.time, [&](const std::string& quantity) { return measured_->last(quantity); });
  }
  for (StopRule* rule : {&stop_, &stage_stop_}) rule->take(report, simulation.deserted());
  progress_ = report.progress;
  const bool by_steps = output_.checkpoint_every_steps > 0 && report.step % output_.checkpoint_every_steps == 0;
  if (by_steps || since_checkpoint_.seconds() > output_.checkpoint_every) checkpoint(simulation);
}

void RunFolder::checkpoint(const Simulation& simulation) {
  totals_.wall_seconds = wall_before_ + wall_.seconds();
  std::vector<std::string> files{path("steps.csv")};
  steps_.flush();
  if (exits_) {
    exits_->flush();
    files.push_back(path("exits.csv"));
  }
  if (measured_) {
    measured_->flush();
    for (const std::string& file : measured_->growing()) files.push_back(file);
  }
  writer_.checkpoint(directory_,
                     {.state = simulation.state(),
                      .scene = scene_text_,
                      .measured = measured_ ? measured_->memory() : MeasureMemory{},
                      .stop = stop_.memory(),
                      .stage_stop = stage_stop_.memory(),
                      .stages = scene_.stages.empty() ? std::vector<StageBegin>() : begun_,
                      .totals = totals_,
                      .changes = changes_},
                     std::move(files));
  since_checkpoint_.lap();
}

bool RunFolder::over(const Simulation& simulation) const {
  if (stop_.met()) return true;
  return (ends_run_ && simulation.progress() >= static_cast<double>(last_step_)) || (last_stage() && stage_stop_.met());
}

bool RunFolder::stage_over(const Simulation& simulation) const {
  return !over(simulation) && (stage_stop_.met() || simulation.progress() >= static_cast<double>(last_step_));
}

void RunFolder::finish(const Simulation& simulation, const std::string& status) {
  // The last state is worth a frame, unless the run goes on some day: then frames keep their rhythm.
  if (over(simulation) && writer_.last_step() < simulation.step()) frame(simulation);
  if (over(simulation) && measured_ && measured_->last_step() < simulation.step()) measure(simulation);
  checkpoint(simulation);
  writer_.close();
  Summary summary;
  summary.version = version();
  summary.status = status;
  summary.stopped_by = stopped_by();
  if (!scene_.stages.empty()) summary.stages = begun_;
  summary.threads = threads_;
  summary.dimension = simulation.bodies().dimension;
  summary.step = simulation.step();
  summary.time = simulation.time();
  summary.bodies = static_cast<std::int64_t>(simulation.bodies().size());
  const ExitCounts& exits = simulation.state().exits;
  summary.departed = exits.total();
  const std::vector<std::string> names = simulation.ways_out();
  for (std::size_t e = 0; e < exits.size(); ++e) {
    summary.exits.push_back(
        {names[e], exits.departed[e], exits.first[e], exits.last[e], exits.flow(e)});
    if (exits.departed[e] > 0) summary.evacuation_time = std::max(summary.evacuation_time, exits.last[e] - scene_.time.start);
  }
  summary.contacts = static_cast<std::int64_t>(simulation.contacts().size());
  summary.bridges = static_cast<std::int64_t>(simulation.bridges().size());
  summary.frames = static_cast<std::int64_t>(writer_.frames());
  summary.kinetic_energy = kinetic_energy(simulation.bodies());
  summary.hash = simulation.hash();
  summary.totals = totals_;
  summary.changes = changes_;
  write_summary(path("summary.json"), summary);
  steps_.close();
  if (exits_) exits_->close();
  if (measured_) measured_->close();
}

}  // namespace floc::app

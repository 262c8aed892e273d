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
#include "fluid/flow_field.hpp"
#include "fluid/flow_solver.hpp"
#include "output/files.hpp"
#include "scene/build.hpp"
#include "scene/make_measure.hpp"
#include "scene/stages.hpp"
#include "step/fluid_settings.hpp"

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
  for (const Joint& joint : simulation.setup().joints)
    if (joint.second != Joint::world) h.joints.push_back({joint.first, joint.second});
  const auto breaks = [](const Joint& joint) {
    return joint.break_force < JointDrive::infinity || joint.break_torque < JointDrive::infinity;
  };
  if (std::ranges::any_of(simulation.setup().joints, breaks)) h.breaking = simulation.setup().joints.size();
  h.bonds = build_links(scene).pairs;  // with the joints
  std::erase_if(h.bonds,
                [&](const auto& link) { return std::find(h.joints.begin(), h.joints.end(), link) != h.joints.end(); });
  h.obstacles = simulation.obstacles().list();
  h.poses = (!scene.stages.empty() && !h.obstacles.empty()) || !simulation.setup().servos.empty();
  h.scene = text;
  if (simulation.flow()) h.flow = FlowCells(simulation.flow()->grid());
  h.fluid_force = simulation.setup().fluid && simulation.setup().fluid->suspends(h.bodies);
  h.version = version();
  h.double_precision = scene.output.precision == "float64";
  h.gzip = static_cast<int>(scene.output.compression);
  return h;
}

std::vector<MeasureFiles::Target> targets(const std::string& directory, const Scene& scene) {
  std::vector<MeasureFiles::Target> all;
  for (const std::string& name : scene.measure.what)
    all.push_back({find_measurement(name), scene::make_measurement(scene, name),
                   measure_folder(directory) + "/" + name + ".csv"});
  return all;
}

}  // namespace

RunFolder::RunFolder(std::string directory, FolderLock lock, const Scene& scene, TrajectoryWriter trajectory,
                     StepsCsv steps, std::optional<ExitsCsv> exits, std::optional<MeasureFiles> measured, Totals totals,
                     std::vector<StageBegin> begun, const Simulation& simulation, int threads)
    : directory_(std::move(directory)),
      scene_text_(write_scene(scene)),
      lock_(std::move(lock)),
      course_(scene, std::move(begun), simulation),
      writer_(std::move(trajectory)),
      steps_(std::move(steps)),
      exits_(std::move(exits)),
      measured_(std::move(measured)),
      totals_(totals),
      threads_(threads),
      wall_before_(totals.wall_seconds) {}

RunFolder RunFolder::create(const std::string& directory, const Scene& scene, const Simulation& simulation, int threads,
                            std::vector<Change> origin, const Checkpoint* before) {
  make_directory(directory);
  FolderLock lock(directory);
  clear_run(directory);
  if (!scene.measure.what.empty()) make_directory(measure_folder(directory));
  for (const auto& [path, particles] : scene.unwritten) write_atomically(path, particles);
  const std::string text = write_scene(scene);
  TrajectoryWriter trajectory = TrajectoryWriter::create(directory + "/trajectory.h5", header(scene, simulation, text));
  write_atomically(directory + "/scene.toml", text);  // not alone: see holds_run
  RunFolder folder(
      directory, std::move(lock), scene, std::move(trajectory),
      StepsCsv::create(directory + "/steps.csv", scene.dimension(), !scene.stages.empty(),
                       simulation.statistic_parts()),
      simulation.ways_out().empty() ? std::nullopt
                                    : std::optional(ExitsCsv::create(directory + "/exits.csv", scene.dimension())),
      scene.measure.what.empty()
          ? std::nullopt
          : std::optional(MeasureFiles::create(targets(directory, scene), before ? before->measured : MeasureMemory{})),
      before ? before->totals : Totals{}, begun_stages(scene, before), simulation, threads);
  folder.changes_ = std::move(origin);
  if (before) folder.course_.recall(before->stop, before->stage_stop);
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
                                      simulation.statistic_parts()),
                     simulation.ways_out().empty()
                         ? std::nullopt
                         : std::optional(ExitsCsv::reopen(directory + "/exits.csv", scene.dimension(), step)),
                     scene.measure.what.empty()
                         ? std::nullopt
                         : std::optional(MeasureFiles::reopen(targets(directory, scene), checkpoint.measured, step)),
                     checkpoint.totals, begun_stages(scene, &checkpoint), simulation, threads);
  };
  try {
    RunFolder folder = open();
    folder.changes_ = checkpoint.changes;
    folder.course_.recall(checkpoint.stop, checkpoint.stage_stop);
    unlink((directory + "/summary.json").c_str());  // it told of an end that is no longer one
    return folder;
  } catch (const Error& error) {
    throw Error(fmt::format("{}\nfloc: the checkpoint is sound: floc resume {} -o NEW goes on from it in a new folder",
                            error.what(), directory));
  }
}

void RunFolder::measure(const Simulation& simulation) {
  if (!measured_) return;
  measured_->take(PresentFrame(simulation, measured_->of_the_flow()).frame());
  measured_->flush();
}

void RunFolder::frame(const Simulation& simulation, bool last) {
  const scene::Output& output = course_.output();
  const bool with_flow = simulation.flow() && output.flow_every > 0 &&
                         (last || static_cast<std::int64_t>(writer_.frames()) % output.flow_every == 0);
  FlowField flow;
  if (with_flow) flow = present_flow(simulation);
  static const Contacts none;
  const bool with_contacts = output.contacts && simulation.step() > 0;
  const State& state = simulation.state();
  writer_.frame(simulation.step(), simulation.time(), state.length, simulation.bodies(),
                with_contacts ? simulation.contacts() : none,
                {.bridges = with_contacts ? simulation.bridges() : PairList{},
                 .poses = simulation.obstacles().poses(),
                 .flow = with_flow ? &flow : nullptr,
                 .broken = state.joints.broken,
                 .fluid_force = state.flow.force});
  steps_.flush();
  if (exits_) exits_->flush();
}

void RunFolder::keep(const StepReport& report, const Simulation& simulation) {
  const scene::Output& output = course_.output();
  totals_.add(report);
  if (report.step % output.statistics_every == 0 || !report.converged) steps_.append(report, course_.begun().size());
  if (exits_) exits_->append(report.step, simulation.departures(), simulation.ways_out());
  if (course_.frame_due(report)) frame(simulation, report.progress >= static_cast<double>(course_.last_step()));
  if (measured_ && course_.measure_due(report)) {
    measure(simulation);
    course_.take_measured(report.time, [&](const std::string& quantity) { return measured_->last(quantity); });
  }
  course_.take(report, simulation.deserted());
  // A fluid that goes too far in a step is on its way to blow up.
  sound_ = report.converged || !report.fluid || report.fluid->courant * simulation.bodies().dimension < 1;
  const bool by_steps = output.checkpoint_every_steps > 0 && report.step % output.checkpoint_every_steps == 0;
  if (sound_ && (by_steps || since_checkpoint_.seconds() > output.checkpoint_every)) checkpoint(simulation);
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
                      .stop = course_.stop_memory(),
                      .stage_stop = course_.stage_stop_memory(),
                      .stages = course_.scene().stages.empty() ? std::vector<StageBegin>() : course_.begun(),
                      .totals = totals_,
                      .changes = changes_},
                     std::move(files));
  since_checkpoint_.lap();
  kept_ = fmt::format("step {}, t = {:g}", simulation.step(), simulation.time());
}

void RunFolder::finish(const Simulation& simulation, const std::string& status, bool broken) {
  const Scene& scene = course_.scene();
  const bool over = course_.over(simulation);
  // The last state is worth a frame, unless the run goes on some day: then frames keep their rhythm.
  if (over && writer_.last_step() < simulation.step()) frame(simulation, true);
  if (over && measured_ && measured_->last_step() < simulation.step()) measure(simulation);
  // What led to a state that makes no sense does not take the place of a checkpoint that does.
  if (!broken || sound_) checkpoint(simulation);
  writer_.close();
  Summary summary;
  summary.version = version();
  summary.status = status;
  summary.stopped_by = course_.stopped_by();
  if (!scene.stages.empty()) summary.stages = course_.begun();
  summary.threads = threads_;
  summary.dimension = simulation.bodies().dimension;
  summary.step = simulation.step();
  summary.time = simulation.time();
  summary.bodies = static_cast<std::int64_t>(simulation.bodies().size());
  const ExitCounts& exits = simulation.state().exits;
  summary.departed = exits.total();
  const std::vector<std::string> names = simulation.ways_out();
  for (std::size_t e = 0; e < exits.size(); ++e) {
    summary.exits.push_back({names[e], exits.departed[e], exits.first[e], exits.last[e], exits.flow(e)});
    if (exits.departed[e] > 0)
      summary.evacuation_time = std::max(summary.evacuation_time, exits.last[e] - scene.time.start);
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

// The folder of a run: scene.toml, trajectory.h5, steps.csv, checkpoint.h5, summary.json, exits.csv where
// bodies may leave, and measure/ with what the run measures of itself.
//
// Whatever ends the program, the last checkpoint is sound, and the other files hold at least what
// it knows of: they are synced before it, and cut back to it when the run goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/folder_lock.hpp"
#include "core/timer.hpp"
#include "output/background_writer.hpp"
#include "output/checkpoint.hpp"
#include "output/exits_csv.hpp"
#include "output/measure_files.hpp"
#include "output/steps_csv.hpp"
#include "output/summary.hpp"
#include "output/trajectory.hpp"
#include "scene/scene.hpp"
#include "step/simulation.hpp"

namespace floc::app {

// The stages that have begun: those of the checkpoint, or the first one.
std::vector<StageBegin> begun_stages(const Scene& scene, const Checkpoint* checkpoint);
// Steps of the whole run; at least 1. A scene that was read has no more than can be counted.
std::int64_t step_count(const scene::Time& time);

class RunFolder {
 public:
  // A new run: writes the scene, the first frame and a first checkpoint, in the place of a run that may
  // be there. The folder is ours alone from here on. A file of the scene that is yet to be written, it writes.
  // With a checkpoint the run goes on from `before`, to which the simulation has been restored: its totals are
  // counted on, and the state is the first frame.
  static RunFolder create(const std::string& directory, const Scene& scene, const Simulation& simulation, int threads,
                          std::vector<Change> origin = {}, const Checkpoint* before = nullptr);
  // Goes on after `checkpoint`, to which the simulation has been restored, with what it says was changed.
  static RunFolder reopen(const std::string& directory, const Scene& scene, const Checkpoint& checkpoint,
                          const Simulation& simulation, int threads);

  // Keeps what a step left: totals, its line, a frame and a checkpoint when they are due.
  void keep(const StepReport& report, const Simulation& simulation);
  void checkpoint(const Simulation& simulation);
  // The last frame, checkpoint and summary.
  void finish(const Simulation& simulation, const std::string& status);

  const Totals& totals() const { return totals_; }
  // Of the present stage, which without stages is the whole run; in steps of the scene (Simulation::progress).
  std::int64_t last_step() const { return last_step_; }
  // Nothing is left to do: the last step is made, or the scene says that it is enough.
  bool over(const Simulation& simulation) const;
  const StopRule& stop() const { return stop_; }
  // Why it was enough, before the time of the run was over; empty: it was not.
  const std::string& stopped_by() const { return stop_.met() || !last_stage() ? stop_.reason() : stage_stop_.reason(); }
  // How far the condition is that the run, or the stage, waits for.
  std::string waiting(double time) const;

  // The present stage has come to its end, and another one follows.
  bool stage_over(const Simulation& simulation) const;
  const std::vector<StageBegin>& begun() const { return begun_; }
  // The simulation is that of the next stage.
  void enter(StageBegin stage, const Simulation& simulation);
  const std::string& stage_ended_by() const { return stage_stop_.reason(); }

 private:
  RunFolder(std::string directory, FolderLock lock, const Scene& scene, TrajectoryWriter trajectory, StepsCsv steps,
            std::optional<ExitsCsv> exits, std::optional<MeasureFiles> measured, Totals totals,
            std::vector<StageBegin> begun, const Simulation& simulation, int threads);
  void take_stage(const Simulation& simulation);
  bool last_stage() const { return begun_.size() >= scene_.stages.size(); }
  bool due(const StepReport& report, std::optional<double> every, std::optional<std::int64_t> every_steps) const;
  bool frame_due(const StepReport& report) const { return due(report, output_.every, output_.every_steps); }
  bool measure_due(const StepReport& report) const;
  void measure(const Simulation& simulation);
  void recall(const Checkpoint& checkpoint);
  void frame(const Simulation& simulation);
  std::string path(const char* name) const { return directory_ + "/" + name; }

  std::string directory_, scene_text_;
  Scene scene_;
  FolderLock lock_;
  double stage_start_ = 0, stage_begun_ = 0;  // when steps of this length began: time since the start, and steps
  double step_ = 0;                           // their length
  bool ends_run_ = true;                      // the end of the stage is that of the run
  scene::Output output_;
  scene::Measure measure_;
  BackgroundWriter writer_;
  StepsCsv steps_;
  std::optional<ExitsCsv> exits_;
  std::optional<MeasureFiles> measured_;
  StopRule stop_, stage_stop_;
  std::vector<StageBegin> begun_;  // one without stages
  Totals totals_;
  std::vector<Change> changes_;
  int threads_;
  std::int64_t last_step_;
  double progress_;     // of the last step kept
  double wall_before_;  // seconds of the runs before this one
  Stopwatch wall_, since_checkpoint_;
};

}  // namespace floc::app

// The folder of a run: scene.toml, trajectory.h5, steps.csv, checkpoint.h5, summary.json, exits.csv where
// bodies may leave, and measure/ with what the run measures of itself.
//
// Whatever ends the program, the last checkpoint is sound, and the other files hold at least what
// it knows of: they are synced before it, and cut back to it when the run goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/run_course.hpp"
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
  // The last frame, checkpoint and summary. `broken`: the next step makes no sense; where the last one was on the way there
  // the checkpoint of before stays.
  void finish(const Simulation& simulation, const std::string& status, bool broken = false);
  // Step and time of the last checkpoint.
  const std::string& last_checkpoint() const { return kept_; }

  const Totals& totals() const { return totals_; }
  const RunCourse& course() const { return course_; }
  // The simulation is that of the next stage.
  void enter(StageBegin stage, const Simulation& simulation) { course_.enter(std::move(stage), simulation); }

 private:
  RunFolder(std::string directory, FolderLock lock, const Scene& scene, TrajectoryWriter trajectory, StepsCsv steps,
            std::optional<ExitsCsv> exits, std::optional<MeasureFiles> measured, Totals totals,
            std::vector<StageBegin> begun, const Simulation& simulation, int threads);
  void measure(const Simulation& simulation);
  void frame(const Simulation& simulation, bool last = false);
  std::string path(const char* name) const { return directory_ + "/" + name; }

  std::string directory_, scene_text_;
  FolderLock lock_;
  RunCourse course_;
  BackgroundWriter writer_;
  StepsCsv steps_;
  std::optional<ExitsCsv> exits_;
  std::optional<MeasureFiles> measured_;
  Totals totals_;
  std::vector<Change> changes_;
  int threads_;
  double wall_before_;  // seconds of the runs before this one
  Stopwatch wall_, since_checkpoint_;
  bool sound_ = true;  // the state is worth a checkpoint
  std::string kept_;       // of what the last checkpoint is
};

}  // namespace floc::app

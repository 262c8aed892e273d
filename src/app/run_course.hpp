// How far a run is: the stage it is in, what is due after a step, and what ends it. It writes nothing; the files of a
// run are those of RunFolder.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "measure/stop_rule.hpp"
#include "output/checkpoint.hpp"
#include "scene/scene.hpp"
#include "step/simulation.hpp"

namespace floc::app {

// The stages that have begun: those of the checkpoint, or the first one.
std::vector<StageBegin> begun_stages(const Scene& scene, const Checkpoint* checkpoint);
// Steps of the whole run; at least 1. A scene that was read has no more than can be counted.
std::int64_t step_count(const scene::Time& time);

class RunCourse {
 public:
  RunCourse(const Scene& scene, std::vector<StageBegin> begun, const Simulation& simulation);

  // After a step, with whether everybody has left through the exits.
  void take(const StepReport& report, bool deserted);
  // After a measurement.
  void take_measured(double time, const StopRule::Values& values);
  // Conditions that have changed since begin anew.
  void recall(const StopMemory& stop, const StopMemory& stage_stop);

  bool frame_due(const StepReport& report) const { return due(report, output_.every, output_.every_steps); }
  bool measure_due(const StepReport& report) const;

  // Of the present stage, which without stages is the whole run; in steps of the scene (Simulation::progress).
  std::int64_t last_step() const { return last_step_; }
  // Nothing is left to do: the last step is made, or the scene says that it is enough.
  bool over(const Simulation& simulation) const;
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

  const Scene& scene() const { return scene_; }
  const scene::Output& output() const { return output_; }
  const StopMemory& stop_memory() const { return stop_.memory(); }
  const StopMemory& stage_stop_memory() const { return stage_stop_.memory(); }

 private:
  void take_stage(const Simulation& simulation);
  bool last_stage() const { return begun_.size() >= scene_.stages.size(); }
  bool due(const StepReport& report, std::optional<double> every, std::optional<std::int64_t> every_steps) const;

  Scene scene_;
  double stage_start_ = 0, stage_begun_ = 0;  // when steps of this length began: time since the start, and steps
  double step_ = 0;                           // their length
  bool ends_run_ = true;                      // the end of the stage is that of the run
  scene::Output output_;                      // of the stage
  std::optional<double> measure_every_;
  std::optional<std::int64_t> measure_every_steps_;
  StopRule stop_, stage_stop_;
  std::vector<StageBegin> begun_;  // one without stages
  std::int64_t last_step_ = 0;
  double progress_;  // after the last step taken
};

// A simulation of the stage that follows, with the state of the one that is over; `prepare` completes what it is made
// of. Whoever follows the course has it enter the stage.
struct NextStage {
  StageBegin begin;
  std::unique_ptr<Simulation> simulation;
};
NextStage next_stage(const RunCourse& course, const Simulation& simulation, int threads,
                     const std::function<void(Setup&)>& prepare);

}  // namespace floc::app

#include "app/run_course.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/start_from.hpp"
#include "core/error.hpp"
#include "scene/stages.hpp"

namespace floc::app {

std::vector<StageBegin> begun_stages(const Scene& scene, const Checkpoint* checkpoint) {
  if (checkpoint && !checkpoint->stages.empty()) return checkpoint->stages;
  return {{scene.stages.empty() ? "" : scene.stages.front().name, 0, scene.time.start, 0, ""}};
}

std::int64_t step_count(const scene::Time& time) {
  return std::max<std::int64_t>(1, std::llround(std::ceil((time.end - time.start) / time.step - 1e-9)));
}

RunCourse::RunCourse(const Scene& scene, std::vector<StageBegin> begun, const Simulation& simulation)
    : scene_(scene),
      stop_(scene.stop, scene.dimension(), simulation.statistic_parts()),
      stage_stop_({}, scene.dimension()),
      begun_(std::move(begun)),
      progress_(simulation.progress()) {
  take_stage(simulation);
}

// What holds from the beginning of the present stage on.
void RunCourse::take_stage(const Simulation& simulation) {
  const std::size_t k = begun_.size() - 1;
  const Scene now = scene_of_stage(scene_, k, begun_.back().time);
  const Setup& setup = simulation.setup();
  const double end = end_of_stage(scene_, k, begun_.back().time);
  output_ = now.output;
  measure_every_ = now.measure.every;
  measure_every_steps_ = now.measure.every_steps;
  step_ = setup.h;
  stage_start_ = setup.start - scene_.time.start;
  stage_begun_ = StepClock{.elapsed = setup.begun}.wholes();
  last_step_ = std::llround(stage_begun_) + step_count({setup.start, end, setup.h, {}});
  ends_run_ = last_stage() || end >= scene_.time.end;
  stage_stop_ = StopRule(scene_.stages.empty() ? StopSettings{.deserted = false} : scene_.stages[k].stop,
                         scene_.dimension(), simulation.statistic_parts());
}

void RunCourse::enter(StageBegin stage, const Simulation& simulation) {
  begun_.push_back(std::move(stage));
  take_stage(simulation);
}

void RunCourse::take(const StepReport& report, bool deserted) {
  for (StopRule* rule : {&stop_, &stage_stop_}) rule->take(report, deserted);
  progress_ = report.progress;
}

void RunCourse::take_measured(double time, const StopRule::Values& values) {
  for (StopRule* rule : {&stop_, &stage_stop_}) rule->take_measured(time, values);
}

void RunCourse::recall(const StopMemory& stop, const StopMemory& stage_stop) {
  if (stop != StopMemory{}) stop_.recall(stop);
  if (stage_stop != StopMemory{}) stage_stop_.recall(stage_stop);
}

bool RunCourse::due(const StepReport& report, std::optional<double> every,
                    std::optional<std::int64_t> every_steps) const {
  if (every_steps) return report.step % *every_steps == 0;
  // A frame belongs to the first step at or after a multiple of `every`.
  const auto count = [&](double steps) {
    return std::floor((stage_start_ + (steps - stage_begun_) * step_) / *every + 1e-6);
  };
  return count(report.progress) > count(progress_);
}

bool RunCourse::measure_due(const StepReport& report) const {
  const bool own = measure_every_ || measure_every_steps_;
  return own ? due(report, measure_every_, measure_every_steps_) : frame_due(report);
}

std::string RunCourse::waiting(double time) const {
  const std::string run = stop_.waiting(time);
  return run.empty() ? stage_stop_.waiting(time) : run;
}

bool RunCourse::over(const Simulation& simulation) const {
  if (stop_.met()) return true;
  return (ends_run_ && simulation.progress() >= static_cast<double>(last_step_)) || (last_stage() && stage_stop_.met());
}

bool RunCourse::stage_over(const Simulation& simulation) const {
  return !over(simulation) && (stage_stop_.met() || simulation.progress() >= static_cast<double>(last_step_));
}

NextStage next_stage(const RunCourse& course, const Simulation& simulation, int threads,
                     const std::function<void(Setup&)>& prepare) {
  const Scene& scene = course.scene();
  std::vector<StageBegin> begun = course.begun();
  const std::int64_t elapsed = simulation.state().clock.elapsed;
  const std::int64_t whole = (elapsed + least_parts - 1) / least_parts * least_parts;
  begun.push_back(
      {scene.stages[begun.size()].name, simulation.step(), simulation.time(), whole, course.stage_ended_by()});
  BuildResult built = build_stage(scene, begun, threads, Placing::skip);
  if (!built.setup) throw Error(built.errors.front().str());
  prepare(*built.setup);
  auto next = std::make_unique<Simulation>(std::move(*built.setup), threads);
  carry_over(simulation, scene_of_stage(scene, begun.size() - 2, begun[begun.size() - 2].time),
             scene_of_stage(scene, begun.size() - 1, begun.back().time), *next);
  return {std::move(begun.back()), std::move(next)};
}

}  // namespace floc::app

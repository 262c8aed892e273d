#include "session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/run_files.hpp"
#include "core/error.hpp"
#include "measure/measurements.hpp"
#include "scene/make_measure.hpp"
#include "scene/stages.hpp"

namespace floc::python {
namespace {

// Whether a condition that ends the run, or a stage of it, is about a measurement.
bool stops_by_measurement(const Scene& scene) {
  const auto measured = [](const StopSettings& stop) {
    return std::ranges::any_of(stop.measured,
                               [](const StopBound& b) { return b.quantity.find('.') != b.quantity.npos; });
  };
  return measured(scene.stop) ||
         std::ranges::any_of(scene.stages, [&](const scene::Stage& s) { return measured(s.stop); });
}

MeasureFiles measurements_of(const Scene& scene) {
  std::vector<MeasureFiles::Target> targets;
  for (const std::string& name : scene.measure.what)
    targets.push_back({find_measurement(name), scene::make_measurement(scene, name), ""});
  return MeasureFiles::create(std::move(targets));
}

}  // namespace

// One at a time: a state that is on its way is nobody's to look at.
class Session::Busy {
 public:
  explicit Busy(std::atomic<bool>& busy) : busy_(busy) {
    if (busy_.exchange(true))
      throw Error("the simulation is in a step: of another thread, or of the one that called this function");
  }
  ~Busy() { busy_ = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::atomic<bool>& busy_;
};

Session::Session(std::shared_ptr<const Scene> scene, std::vector<std::shared_ptr<PythonForce>> forces, int threads,
                 const Checkpoint* checkpoint)
    : scene_(std::move(scene)), forces_(std::move(forces)), threads_(threads) {
  for (const auto& force : forces_) force->belongs_to(this);
  const std::vector<StageBegin> begun = app::begun_stages(*scene_, checkpoint);
  {
    const Interruptible interruptible(stop_);
    const py::gil_scoped_release unlocked;
    if (auto faults = faults_of_stages(*scene_, threads_); !faults.empty()) throw SceneErrors{std::move(faults)};
    BuildResult built =
        build_stage(*scene_, begun, threads_, checkpoint ? Placing::skip : Placing::search, {&stop_, {}});
    if (!built.stopped) {
      if (!built.setup) throw SceneErrors{std::move(built.errors)};
      prepare(*built.setup);
      simulation_ = std::make_unique<Simulation>(std::move(*built.setup), threads_);
    }
  }
  stop_ = false;
  if (!simulation_) {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    throw Error("interrupted while the particles were placed");
  }
  if (checkpoint) {
    if (checkpoint->state.memory.size() != simulation_->state().memory.size())
      throw Error(
          fmt::format("the state was saved with {} forces, and here are {}: of the scene and those of Python, which "
                      "are given again with forces=[…]",
                      checkpoint->state.memory.size(), simulation_->state().memory.size()));
    simulation_->restore(checkpoint->state);
    totals_ = checkpoint->totals;
  }
  course_.emplace(*scene_, begun, *simulation_);
  if (checkpoint) course_->recall(checkpoint->stop, checkpoint->stage_stop);
  if (stops_by_measurement(*scene_)) measured_ = measurements_of(*scene_);
}

Session::~Session() {
  if (!simulation_) return;
  part();
  const py::gil_scoped_release unlocked;  // its threads, or a file that is written, may take their time
  folder_.reset();
  simulation_.reset();
}

void Session::prepare(Setup& setup) {
  setup.stop = &stop_;
  for (const auto& force : forces_) setup.forces.push_back(force);
}

const Simulation& Session::simulation() const {
  if (busy_) throw Error("the simulation is in a step: of another thread, or of the one that called this function");
  return *simulation_;
}

StepReport Session::advance() {
  const Busy busy(busy_);
  part();
  StepReport report;
  for (;;) {
    stop_ = false;
    {
      const Interruptible interruptible(stop_);
      const py::gil_scoped_release unlocked;
      while (course().stage_over(*simulation_)) {
        app::NextStage next =
            app::next_stage(course(), *simulation_, threads_, [this](Setup& setup) { prepare(setup); });
        simulation_ = std::move(next.simulation);
        if (folder_)
          folder_->enter(std::move(next.begin), *simulation_);
        else
          course_->enter(std::move(next.begin), *simulation_);
      }
      report = simulation_->advance();
      if (report.moved) take(report);
    }
    const bool stopped = stop_.exchange(false);
    if (pending_) std::rethrow_exception(std::exchange(pending_, nullptr));
    if (stopped && PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (report.moved || !stopped) return report;
  }
}

void Session::take(const StepReport& report) {
  totals_.add(report);
  if (folder_) return folder_->keep(report, *simulation_);
  if (measured_ && course_->measure_due(report)) {
    measured_->take(PresentFrame(*simulation_).frame());
    course_->take_measured(report.time, [&](const std::string& quantity) { return measured_->last(quantity); });
  }
  course_->take(report, simulation_->deserted());
}

void Session::part() {
  for (const auto& each : std::exchange(lent_, {}))
    if (const std::shared_ptr<Lent> note = each.lock()) {
      note->memory = simulation_->part_with(note->list, note->name);
      note->current = false;
    }
}

py::object Session::view(State::List list, const std::string& name) {
  const State& state = simulation().state();
  std::erase_if(lent_, [](const auto& each) { return each.expired(); });
  std::shared_ptr<Lent> note;
  for (const auto& each : lent_)
    if (const auto known = each.lock(); known && known->list == list && known->name == name) note = known;
  py::object found = py::none();
  State::for_arrays(
      [&](const State::Array& a, const auto& values) {
        if (a.list != list || a.name != name) return;
        if (!note) {
          note = std::make_shared<Lent>(Lent{list, name, state.step, true, nullptr});
          lent_.push_back(note);
        }
        found = array_of(values, a.width, py::cast(note), false);
      },
      state);
  return found;
}

py::object Session::lend(const Bodies& bodies, const std::string& name, std::shared_ptr<Lent>& note) {
  py::object found;
  Bodies::for_arrays(
      [&](const ArrayInfo& info, const auto& values) {
        if (info.name != name) return;
        if (!note) note = std::make_shared<Lent>(Lent{State::List::bodies, name, simulation_->step(), true, nullptr});
        found = array_of(values, info.width, py::cast(note), false);
      },
      bodies);
  return found;
}

void Session::settle(const std::weak_ptr<Lent>& note) {
  const std::shared_ptr<Lent> kept = note.lock();
  if (!kept) return;
  kept->memory = simulation_->part_with(kept->list, kept->name);
  kept->current = false;
}

void Session::restore(State state) {
  const Busy busy(busy_);
  part();
  if (const std::string why = state.fault(); !why.empty()) throw Error(why);
  const auto groups = static_cast<int>(scene_->groups.size());
  for (const int group : state.bodies.group)
    if (group >= groups)
      throw Error(fmt::format("there is no group {}: the scene has {}, counted from 0", group, groups));
  simulation_->restore(std::move(state));
}

Checkpoint Session::checkpoint() const {
  simulation();
  return present();
}

Checkpoint Session::present() const {
  return {.state = simulation_->state(),
          .scene = write_scene(*scene_),
          .stop = course().stop_memory(),
          .stage_stop = course().stage_stop_memory(),
          .stages = scene_->stages.empty() ? std::vector<StageBegin>() : course().begun(),
          .totals = totals_};
}

void Session::record(const std::string& directory, std::optional<double> every, bool overwrite) {
  const Busy busy(busy_);
  if (folder_) throw Error("the simulation is recorded already");
  Scene scene = *scene_;
  if (every) {
    scene.output.every = every;
    scene.output.every_steps.reset();
  }
  app::check_output_folder(directory, "", scene, overwrite);
  std::optional<Checkpoint> before;
  if (simulation_->step() > 0) before = present();
  const py::gil_scoped_release unlocked;
  folder_.emplace(app::RunFolder::create(directory, scene, *simulation_, threads_, {}, before ? &*before : nullptr));
}

void Session::finish_record(const std::string& status) {
  const Busy busy(busy_);
  if (!folder_) return;
  course_.emplace(*scene_, folder_->course().begun(), *simulation_);
  course_->recall(folder_->course().stop_memory(), folder_->course().stage_stop_memory());
  const py::gil_scoped_release unlocked;
  folder_->finish(*simulation_, status);
  folder_.reset();
}

std::pair<std::vector<std::string>, Lines> Session::measure(const std::string& name) {
  const MeasurementKind* kind = find_measurement(name);
  const std::vector<std::string> names = measurement_names(false);
  if (!kind || std::ranges::find(names, name) == names.end())
    throw Error(fmt::format("there is no measurement \"{}\" of one instant{}; there are {}", name,
                            did_you_mean(name, names), fmt::join(names, ", ")));
  const Simulation& now = simulation();
  const MeasurementPtr measurement = scene::make_measurement(*scene_, name);
  Lines lines = measurement->take(PresentFrame(now, kind->fluid).frame());
  return {measurement->columns(), std::move(lines)};
}

}  // namespace floc::python

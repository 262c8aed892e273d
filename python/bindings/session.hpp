// One simulation as Python holds it: the engine, the course of its scene, what records it, and the arrays that were
// lent out.
//
// Arrays are lent, not copied. Before the state changes, the memory of those that somebody still looks at becomes
// theirs and the state goes on with a copy (Simulation::part_with): a view that is kept too long shows the state it was
// taken from, never memory that was freed or is used for something else.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run_course.hpp"
#include "app/run_folder.hpp"
#include "output/checkpoint.hpp"
#include "output/measure_files.hpp"
#include "scene/scene.hpp"
#include "step/simulation.hpp"

namespace floc::python {

namespace py = pybind11;

// Mistakes of a scene, which Python puts into words.
struct SceneErrors {
  std::vector<Diagnostic> errors;
};

// An array that was lent: the base of the numpy arrays that look at it.
struct Lent {
  State::List list;
  std::string name;
  std::int64_t step = 0;               // that it was taken after
  bool current = true;                 // the state has not changed since
  std::shared_ptr<const void> memory;  // its own, where the state has gone on
};

class Session;

// f(t, x, v, out) of Python, or a function of C with the same arguments, as a force. One session each.
class PythonForce final : public Force {
 public:
  // arguments: the names of what it is called with: t, h, out, x and v or arrays of the bodies. address: of a function
  // of C, or 0.
  PythonForce(std::string name, py::object function, std::vector<std::string> arguments, std::uintptr_t address,
              py::object energy, std::vector<std::string> energy_arguments);
  ~PythonForce() override;

  void add(const Surroundings& around, const FreeMotion& free) const override;
  double energy(const Surroundings& around) const override;

  void belongs_to(Session* session) { session_ = session; }

 private:
  using Compiled = void (*)(double t, std::int64_t n, std::int64_t d, const double* x, const double* v, double* out);
  void call(const Surroundings& around) const;
  void refuse(const Surroundings& around, const double* out) const;  // forces that are not finite
  double number_of(const py::object& answer) const;  // of the energy

  std::string name_;
  mutable py::object function_, energy_;
  std::vector<std::string> arguments_, energy_arguments_;
  bool has_energy_;
  Compiled compiled_;
  Session* session_ = nullptr;
  mutable std::vector<double> compiled_out_;
  mutable py::array_t<double> out_;
};

class Session {
 public:
  // Throws SceneErrors. From a checkpoint where one is given; forces of Python behind those of the scene.
  Session(std::shared_ptr<const Scene> scene, std::vector<std::shared_ptr<PythonForce>> forces, int threads,
          const Checkpoint* checkpoint);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // One step; without Python's lock. Enters the next stage first where one is due.
  StepReport advance();

  const Simulation& simulation() const;  // throws Error in a step
  const Scene& scene() const { return *scene_; }
  std::shared_ptr<const Scene> shared_scene() const { return scene_; }
  const app::RunCourse& course() const { return folder_ ? folder_->course() : *course_; }
  const Totals& totals() const { return totals_; }
  int threads() const { return threads_; }

  // A view of an array of the state; none where there is no such array.
  py::object view(State::List list, const std::string& name);
  // One of the bodies in a step, for a force, with the note of it, which may be that of an earlier view of the same
  // array; `settle` has to follow when the force needs it no more.
  py::object lend(const Bodies& bodies, const std::string& name, std::shared_ptr<Lent>& note);
  void settle(const std::weak_ptr<Lent>& note);

  void restore(State state);
  Checkpoint checkpoint() const;

  // Frames and tables into a folder from now on, every so often.
  void record(const std::string& directory, std::optional<double> every, bool overwrite);
  bool recording() const { return folder_.has_value(); }
  void finish_record(const std::string& status);

  // Where a measurement has its lines: columns and numbers.
  std::pair<std::vector<std::string>, Lines> measure(const std::string& name);

  void keep_exception(std::exception_ptr exception) { pending_ = std::move(exception); }

 private:
  class Busy;
  void prepare(Setup& setup);
  void part();  // with all arrays that are lent
  void take(const StepReport& report);
  Checkpoint present() const;

  std::shared_ptr<const Scene> scene_;
  std::vector<std::shared_ptr<PythonForce>> forces_;
  int threads_;
  std::atomic<bool> stop_ = false, busy_ = false;
  std::unique_ptr<Simulation> simulation_;
  std::optional<app::RunCourse> course_;
  std::optional<app::RunFolder> folder_;
  std::optional<MeasureFiles> measured_;  // for the conditions that end a run, where nothing is recorded
  Totals totals_;
  std::vector<std::weak_ptr<Lent>> lent_;
  std::exception_ptr pending_;
};

// An array of numpy that shows an array of a state; `base` keeps the memory.
template <class Values>
py::array array_of(const Values& values, std::size_t width, py::handle base, bool writable) {
  using T = typename Values::value_type;
  const auto rows = static_cast<py::ssize_t>(values.size() / width);
  std::vector<py::ssize_t> shape{rows};
  if (width > 1) shape.push_back(static_cast<py::ssize_t>(width));
  py::array_t<T> array(shape, values.data(), base);
  if (!writable) array.attr("flags").attr("writeable") = false;
  return array;
}

void bind_scene(py::module_& m);
void bind_simulation(py::module_& m);
void bind_runs(py::module_& m);
void bind_problem(py::module_& m);

// While it lives, SIGINT sets the flag, on the way to Python's own handler; only in the main thread.
class Interruptible {
 public:
  explicit Interruptible(std::atomic<bool>& flag);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  std::atomic<bool>* outer_ = nullptr;
  bool installed_ = false, active_ = false;
};

}  // namespace floc::python

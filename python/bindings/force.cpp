// Forces that are functions of Python, or of C.
#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "core/error.hpp"
#include "core/vec.hpp"
#include "session.hpp"

namespace floc::python {

PythonForce::PythonForce(std::string name, py::object function, std::vector<std::string> arguments,
                         std::uintptr_t address, py::object energy, std::vector<std::string> energy_arguments)
    : name_(std::move(name)),
      function_(std::move(function)),
      energy_(std::move(energy)),
      arguments_(std::move(arguments)),
      energy_arguments_(std::move(energy_arguments)),
      has_energy_(!energy_.is_none()),
      compiled_(reinterpret_cast<Compiled>(address)) {}

PythonForce::~PythonForce() {
  const py::gil_scoped_acquire lock;
  function_ = energy_ = {};
  out_ = py::array_t<double>();
}

namespace {

// V* += gain f/m of the bodies from `begin` to `end`. What is returned is 0 where all f are finite, and NaN otherwise:
// f − f tells, and the forces are read once. With D known, a body is one division of a vector.
template <int D>
double kick(std::size_t begin, std::size_t end, double gain, const double* f, const double* mass,
            double* __restrict v) {
  double fault[D] = {};
  for (std::size_t i = begin; i < end; ++i)
    for (std::size_t k = 0; k < D; ++k) {
      const double force = f[i * D + k];
      v[i * D + k] += gain * force / mass[i];
      fault[k] += force - force;
    }
  double sum = 0;
  for (const double each : fault) sum += each;
  return sum;
}

}  // namespace

void PythonForce::refuse(const Surroundings& around, const double* out) const {
  const auto d = static_cast<std::size_t>(around.bodies.dimension);
  for (std::size_t k = 0; k < around.bodies.size() * d; ++k)
    if (!std::isfinite(out[k]))
      throw Error(fmt::format("force \"{}\": not finite on the body with id {} at t = {:g}", name_,
                              around.bodies.id[k / d], around.t));
}

void PythonForce::add(const Surroundings& around, const FreeMotion& free) const {
  const Bodies& b = around.bodies;
  const auto d = static_cast<std::size_t>(b.dimension);
  const double* out = nullptr;
  if (compiled_) {
    compiled_out_.assign(b.size() * d, 0.0);
    compiled_(around.t, static_cast<std::int64_t>(b.size()), b.dimension, b.position.data(), b.velocity.data(),
              compiled_out_.data());
    out = compiled_out_.data();
  } else {
    const py::gil_scoped_acquire lock;
    call(around);
    out = out_.data();
  }
  const double fault = with_dimension(b.dimension, [&]<int D>() {
    return around.executor.reduce(
        b.size(), 0.0,
        [&](std::size_t begin, std::size_t end) {
          return kick<D>(begin, end, around.gain, out, b.mass.data(), free.velocity.data());
        },
        std::plus<>());
  });
  if (fault != 0) refuse(around, out);
}

namespace {

// What a function of Python is given of the bodies, lent for the time of the call.
class Given {
 public:
  Given(Session* session, const Surroundings& around) : session_(session), around_(around) {}
  ~Given() {
    for (const auto& note : lent_) session_->settle(note);
  }
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;

  py::object operator()(const std::string& name) {
    if (name == "t") return py::float_(around_.t);
    if (name == "h") return py::float_(around_.h);
    const std::string array = name == "x" ? "position" : name == "v" ? "velocity" : name;
    std::shared_ptr<Lent> note;
    for (const auto& each : lent_)
      if (const auto known = each.lock(); known && known->name == array) note = known;
    const bool again = note != nullptr;
    py::object view = session_->lend(around_.bodies, array, note);
    if (!note) throw Error(fmt::format("bodies have no \"{}\" in this scene", array));
    if (!again) lent_.push_back(note);
    return view;
  }

 private:
  Session* session_;
  const Surroundings& around_;
  std::vector<std::weak_ptr<Lent>> lent_;
};

}  // namespace

void PythonForce::call(const Surroundings& around) const {
  const Bodies& b = around.bodies;
  const auto n = static_cast<py::ssize_t>(b.size()), d = static_cast<py::ssize_t>(b.dimension);
  // The array of the last call, unless somebody has kept it.
  if (out_.ndim() != 2 || out_.shape(0) != n || out_.shape(1) != d || out_.ref_count() > 1)
    out_ = py::array_t<double>({n, d});
  std::fill_n(out_.mutable_data(), n * d, 0.0);
  Given given(session_, around);
  py::tuple arguments(arguments_.size());
  for (std::size_t k = 0; k < arguments_.size(); ++k)
    arguments[k] = arguments_[k] == "out" ? py::object(out_) : given(arguments_[k]);
  const py::object result = function_(*arguments);
  if (!result.is_none() && !result.is(out_)) {
    using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;
    const py::array answer = py::array::ensure(result);
    const bool complex = answer && answer.dtype().kind() == 'c';  // numpy would drop the imaginary parts
    const Numbers forces = answer && !complex ? Numbers::ensure(answer) : py::reinterpret_steal<Numbers>(py::handle());
    if (!forces || forces.ndim() != 2 || forces.shape(0) != n || forces.shape(1) != d) {
      PyErr_Clear();
      throw Error(fmt::format("force \"{}\": it returns {}, and an array of shape ({}, {}), or nothing, was expected",
                              name_,
                              py::str(py::type::of(result).attr("__name__")).cast<std::string>() +
                                  (complex  ? " of complex numbers"
                                   : forces ? " of shape " + py::str(forces.attr("shape")).cast<std::string>()
                                            : ""),
                              n, d));
    }
    std::copy_n(forces.data(), n * d, out_.mutable_data());
  }
}

double PythonForce::number_of(const py::object& answer) const {
  const double value = PyFloat_AsDouble(answer.ptr());
  if (value == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    throw Error(fmt::format("the energy of force \"{}\": it returns {}, and a number was expected", name_,
                            py::str(py::type::of(answer).attr("__name__")).cast<std::string>()));
  }
  return value;
}

double PythonForce::energy(const Surroundings& around) const {
  if (!has_energy_) return 0;
  const py::gil_scoped_acquire lock;
  // The step is made when energies are asked for: what is wrong waits until it is also written down.
  try {
    Given given(session_, around);
    py::tuple arguments(energy_arguments_.size());
    for (std::size_t k = 0; k < energy_arguments_.size(); ++k) arguments[k] = given(energy_arguments_[k]);
    const double energy = number_of(energy_(*arguments));
    if (!std::isfinite(energy))
      throw Error(fmt::format("the energy of force \"{}\": {} at t = {:g}", name_, energy, around.t));
    return energy;
  } catch (...) {
    session_->keep_exception(std::current_exception());
    return std::nan("");
  }
}

}  // namespace floc::python

// The projection alone, from arrays.
#include <pybind11/stl.h>

#include "core/error.hpp"
#include "output/problem_file.hpp"
#include "projection/cone_solver.hpp"
#include "projection/solver.hpp"
#include "session.hpp"

namespace floc::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Indices = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

template <class T, class Array>
std::vector<T> list_of(const Array& array) {
  return {array.data(), array.data() + array.size()};
}

// The arrays of a problem by their names.
template <class F>
void for_numbers(ProblemArrays& p, F&& f) {
  f("inverse_mass", p.inverse_mass, 1);
  f("free_velocity", p.free_velocity, p.dimension);
  f("normal", p.normal, p.dimension);
  f("gap", p.gap, 1);
  f("lower", p.lower, 1);
  f("guess", p.guess, 1);
  f("inverse_inertia", p.inverse_inertia, p.dimension == 3 ? 6 : 1);
  f("free_spin", p.free_spin, p.dimension == 3 ? 3 : 1);
  f("lever_first", p.lever_first, p.dimension);
  f("lever_second", p.lever_second, p.dimension);
  f("friction", p.friction, 1);
  f("slip", p.slip, p.dimension);
}

std::shared_ptr<ProblemArrays> problem_of(int dimension, double step, double length, double compliance, bool exact,
                                          const Indices& first, const Indices& second, const py::dict& arrays) {
  auto p = std::make_shared<ProblemArrays>();
  p->dimension = dimension;
  p->step = step;
  p->length = length;
  p->compliance = compliance;
  p->exact = exact;
  p->first = list_of<std::int32_t>(first);
  p->second = list_of<std::int32_t>(second);
  for_numbers(*p, [&](const char* name, std::vector<double>& to, int) {
    if (arrays.contains(name)) to = list_of<double>(arrays[name].cast<Numbers>());
  });
  if (const std::string fault = find_fault(*p); !fault.empty()) throw Error(fault);
  return p;
}

ProjectionResult solve(const ProblemArrays& problem, const std::string& solver, double tolerance, int max_iterations,
                       int threads) {
  std::atomic<bool> stop = false;
  ProjectionResult result;
  {
    const Interruptible interruptible(stop);
    const py::gil_scoped_release unlocked;
    Executor executor(threads);
    try {
      // Friction and spins have a solver of their own, whatever the others are called.
      const std::unique_ptr<ProjectionSolver> named = make_solver(solver);
      ConeSolver with_friction;
      ProjectionSolver& chosen = problem.free_spin.empty() ? *named : with_friction;
      chosen.solve(problem, {.tolerance = tolerance, .max_iterations = max_iterations, .stop = &stop}, executor,
                   result);
    } catch (const Stopped&) {
      result.status = ProjectionStatus::iteration_limit;
      result.message = "interrupted";
    }
  }
  if (stop && PyErr_CheckSignals() != 0) throw py::error_already_set();
  return result;
}

py::dict arrays_of(py::object self) {
  auto& p = self.cast<ProblemArrays&>();
  py::dict all;
  all["first"] = array_of(p.first, 1, self, false);
  all["second"] = array_of(p.second, 1, self, false);
  for_numbers(p, [&](const char* name, std::vector<double>& values, int width) {
    if (!values.empty()) all[name] = array_of(values, static_cast<std::size_t>(width), self, false);
  });
  return all;
}

}  // namespace

void bind_problem(py::module_& m) {
  py::class_<ProblemArrays, std::shared_ptr<ProblemArrays>>(m, "Problem")
      .def(py::init(&problem_of))
      .def_readonly("dimension", &ProblemArrays::dimension)
      .def_readonly("step", &ProblemArrays::step)
      .def_readonly("length", &ProblemArrays::length)
      .def_readonly("compliance", &ProblemArrays::compliance)
      .def_property_readonly("arrays", &arrays_of)
      .def_property_readonly("bodies", &ProblemArrays::bodies)
      .def_property_readonly("rows", &ProblemArrays::rows);
  m.def("read_problem", [](const std::string& path) { return std::make_shared<ProblemArrays>(read_problem(path)); });
  m.def("save_problem", [](const std::string& path, const ProblemArrays& p) { save_problem(path, p); });
  py::class_<Certificate>(m, "Certificate", "What is known about an answer, recomputed from it.")
      .def_readonly("violation", &Certificate::violation)
      .def_readonly("complementarity", &Certificate::complementarity)
      .def_readonly("residual", &Certificate::residual)
      .def_readonly("duality_gap", &Certificate::duality_gap)
      .def_readonly("largest_multiplier", &Certificate::largest_multiplier)
      .def_readonly("active", &Certificate::active)
      .def_readonly("iterations", &Certificate::iterations);
  py::class_<ProjectionResult>(m, "Projection")
      .def_property_readonly("status", [](const ProjectionResult& r) { return to_string(r.status); })
      .def_property_readonly("converged",
                             [](const ProjectionResult& r) { return r.status == ProjectionStatus::converged; })
      .def_readonly("message", &ProjectionResult::message)
      .def_readonly("certificate", &ProjectionResult::certificate)
      .def("array", [](py::object self, const std::string& name, std::size_t width) -> py::object {
        const auto& r = self.cast<const ProjectionResult&>();
        const std::vector<double>& values = name == "velocity"     ? r.velocity
                                            : name == "multiplier" ? r.multiplier
                                            : name == "spin"       ? r.spin
                                                                   : r.tangential;
        return array_of(values, width, self, false);
      });
  m.def("solve", &solve);
  m.def("solver_names", [] {
    std::vector<std::string> names;
    for (const SolverEntry& s : solvers()) names.push_back(s.name);
    return names;
  });
}

}  // namespace floc::python

// The module floc._floc: what the package floc stands on. Users see the package.
#include <fmt/format.h>

#include "core/error.hpp"
#include "core/version.hpp"
#include "projection/problem.hpp"
#include "session.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_floc, m) {
  using namespace floc;
  // One type for all that is wrong: floc.Error, which is Python's own.
  py::register_exception_translator([](std::exception_ptr thrown) {
    if (!thrown) return;
    const auto raise = [](const std::string& message, const std::vector<Diagnostic>& errors) {
      const py::object type = py::module_::import("floc._error").attr("Error");
      py::list all;
      for (const Diagnostic& e : errors) all.append(e);
      const py::object error = type(message, all);
      PyErr_SetObject(type.ptr(), error.ptr());
    };
    try {
      std::rethrow_exception(thrown);
    } catch (const python::SceneErrors& faults) {
      std::string message;
      for (const Diagnostic& e : faults.errors) message += (message.empty() ? "" : "\n") + e.str();
      raise(message, faults.errors);
    } catch (const Error& error) {
      raise(error.what(), {});
    }
  });
  m.attr("version") = version();
  python::bind_scene(m);
  python::bind_simulation(m);
  python::bind_runs(m);
  python::bind_problem(m);
}

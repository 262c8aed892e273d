// Simulations, their reports and their arrays.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "core/error.hpp"
#include "fluid/flow_solver.hpp"
#include "session.hpp"

namespace floc::python {
namespace {

const std::pair<const char*, State::List> lists[]{{"bodies", State::List::bodies},
                                                  {"contacts", State::List::contacts},
                                                  {"feeds", State::List::feeds},
                                                  {"exits", State::List::exits},
                                                  {"walls", State::List::walls},
                                                  {"joints", State::List::joints},
                                                  {"joint_rows", State::List::joint_rows},
                                                  {"flow", State::List::flow},
                                                  {"flow_bodies", State::List::flow_bodies}};

State::List list_named(const std::string& name) {
  for (const auto& [known, list] : lists)
    if (name == known) return list;
  throw Error(fmt::format("a state has no list \"{}\"", name));
}

// A state on its way to being another: a copy, whose arrays may be written.
struct Edit {
  State state;

  py::object view(py::object self, const std::string& list, const std::string& name) {
    const State::List wanted = list_named(list);
    py::object found = py::none();
    State::for_arrays(
        [&](const State::Array& a, auto& values) {
          if (a.list == wanted && a.name == name) found = array_of(values, a.width, self, true);
        },
        state);
    return found;
  }
};

py::dict statistics_of(const StepReport& r, int dimension) {
  const std::vector<std::string> names = statistic_names(dimension, {r.walls.size(), r.fluid.has_value()});
  std::vector<double> values;
  statistics(r, dimension, values);
  py::dict all;
  for (std::size_t k = 0; k < names.size(); ++k) all[names[k].c_str()] = values[k];
  return all;
}

py::dict seconds_of(const StepReport& r) {
  py::dict all;
  for (std::size_t k = 0; k < stage_count; ++k) all[to_string(static_cast<Stage>(k))] = r.seconds[k];
  return all;
}

void bind_report(py::module_& m) {
  py::class_<StepReport>(m, "Report", "What one step says about itself: sizes, certificate, times by stage.")
      .def_readonly("step", &StepReport::step, "number of the step, 1 for the first")
      .def_readonly("time", &StepReport::time, "at the end of the step")
      .def_readonly("progress", &StepReport::progress,
                    "time since the start in steps of the scene: whole unless they are adapted")
      .def_readonly("h", &StepReport::h, "length of the step; of its shortest part where it was made in parts")
      .def_readonly("refused", &StepReport::refused, "longer steps that were tried before it, and undone")
      .def_readonly("bodies", &StepReport::bodies, "that are there")
      .def_readonly("departed", &StepReport::departed, "bodies that have left since the start")
      .def_readonly("contacts", &StepReport::contacts, "rows of the projection")
      .def_readonly("active", &StepReport::active, "rows that push or pull")
      .def_readonly("bridges", &StepReport::bridges, "of liquid")
      .def_readonly("broken", &StepReport::broken, "joints that have broken since the start")
      .def_readonly("iterations", &StepReport::iterations, "of all projections of the step")
      .def_readonly("projections", &StepReport::projections, "1, and those for missed pairs, concave gaps and the law")
      .def_readonly("halvings", &StepReport::halvings, "how often the step was cut in two")
      .def_readonly("overlap", &StepReport::overlap, "worst true overlap after the motion, over the mean radius")
      .def_readonly("complementarity", &StepReport::complementarity,
                    "how far contacts that push are from touching, over the mean radius")
      .def_readonly("duality_gap", &StepReport::duality_gap, "bounds the distance from the exact answer; an energy")
      .def_readonly("compliance", &StepReport::compliance, "of contacts, where the policy has made them soft")
      .def_readonly("kinetic_energy", &StepReport::kinetic_energy, "after the step")
      .def_readonly("potential_energy", &StepReport::potential_energy, "of the forces that have one")
      .def_readonly("momentum", &StepReport::momentum, "of all bodies")
      .def_readonly("largest_speed", &StepReport::largest_speed, "of a body")
      .def_readonly("force_work", &StepReport::force_work, "energy that forces gave in the step")
      .def_readonly("contact_work", &StepReport::contact_work, "energy that contacts gave in the step")
      .def_readonly("force_impulse", &StepReport::force_impulse, "momentum that forces gave")
      .def_readonly("contact_impulse", &StepReport::contact_impulse, "momentum that contacts gave")
      .def_readonly("traffic_energy", &StepReport::traffic_energy,
                    "what bodies that entered brought, less what others took along")
      .def_readonly("traffic_momentum", &StepReport::traffic_momentum, "the same of the momentum")
      .def_readonly("walls", &StepReport::walls,
                    "that hold a force: displacement, velocity and force of the contacts of each")
      .def_property_readonly("seconds", &seconds_of, "of the clock, by stage of the step")
      .def_readonly("moved", &StepReport::moved, "whether the step was made: the policy may refuse it")
      .def_readonly("converged", &StepReport::converged, "whether the certificate holds")
      .def_readonly("fatal", &StepReport::fatal, "whether the state makes no sense any more")
      .def_readonly("message", &StepReport::message, "why it did not converge, or is fatal")
      .def("statistics", &statistics_of, py::arg("dimension"), "The columns of steps.csv, by their names.")
      .def("__repr__", [](const StepReport& r) {
        return fmt::format("<step {}: t = {:g}, {} bodies, {} contacts, {} iterations, overlap {:.1e}, {}>", r.step,
                           r.time, r.bodies, r.contacts, r.iterations, r.overlap,
                           r.converged ? "converged" : "not converged: " + r.message);
      });
}

}  // namespace

void bind_simulation(py::module_& m) {
  bind_report(m);
  py::class_<Lent, std::shared_ptr<Lent>>(m, "Lent")
      .def_readonly("name", &Lent::name)
      .def_readonly("step", &Lent::step)
      .def_readonly("current", &Lent::current);
  py::class_<Edit>(m, "Edit").def("array", [](py::object self, const std::string& list, const std::string& name) {
    return self.cast<Edit&>().view(self, list, name);
  });
  py::class_<PythonForce, std::shared_ptr<PythonForce>>(m, "Force")
      .def(py::init<std::string, py::object, std::vector<std::string>, std::uintptr_t, py::object,
                    std::vector<std::string>>());
  py::class_<Session>(m, "Session")
      .def(py::init([](std::shared_ptr<Scene> scene, std::vector<std::shared_ptr<PythonForce>> forces, int threads,
                       const std::optional<std::string>& checkpoint) {
             if (!checkpoint) return std::make_unique<Session>(std::move(scene), std::move(forces), threads, nullptr);
             const Checkpoint from = read_checkpoint(*checkpoint);
             return std::make_unique<Session>(std::move(scene), std::move(forces), threads, &from);
           }),
           py::arg("scene"), py::arg("forces"), py::arg("threads"), py::arg("checkpoint"))
      .def("advance", &Session::advance)
      .def("array",
           [](Session& s, const std::string& list, const std::string& name) { return s.view(list_named(list), name); })
      .def("arrays",
           [](const Session& s, const std::string& list) {
             std::vector<std::string> names;
             State::for_arrays(
                 [&](const State::Array& a, const auto&) {
                   if (a.list == list_named(list)) names.push_back(a.name);
                 },
                 s.simulation().state());
             return names;
           })
      .def_property_readonly("step", [](const Session& s) { return s.simulation().step(); })
      .def_property_readonly("time", [](const Session& s) { return s.simulation().time(); })
      .def_property_readonly("progress", [](const Session& s) { return s.simulation().progress(); })
      .def_property_readonly("h", [](const Session& s) { return s.simulation().setup().h; })
      .def_property_readonly("bodies", [](const Session& s) { return s.simulation().bodies().size(); })
      .def_property_readonly("length", [](const Session& s) { return s.simulation().length(); })
      .def_property_readonly("hash", [](const Session& s) { return s.simulation().hash(); })
      .def_property_readonly("dimension", [](const Session& s) { return s.simulation().bodies().dimension; })
      .def_property_readonly("grid",  // of the fluid: cells, lower corner, length of a cell; None without one
                             [](const Session& s) -> py::object {
                               const FlowSolver* flow = s.simulation().flow();
                               if (!flow) return py::none();
                               const FluidGrid& grid = flow->grid();
                               py::list cells, low;
                               for (int k = 0; k < grid.dimension; ++k) {
                                 cells.append(grid.n(k));
                                 low.append(grid.origin[k]);
                               }
                               return py::make_tuple(cells, low, grid.h);
                             })
      .def_property_readonly("threads", &Session::threads)
      .def_property_readonly("stage", [](const Session& s) { return s.course().begun().back().name; })
      .def_property_readonly("over", [](const Session& s) { return s.course().over(s.simulation()); })
      .def_property_readonly("stopped_by", [](const Session& s) { return s.course().stopped_by(); })
      .def_property_readonly("unconverged_steps", [](const Session& s) { return s.totals().unconverged_steps; })
      .def_property_readonly("recording", &Session::recording)
      .def("edit", [](const Session& s) { return Edit{s.simulation().state()}; })
      .def("commit", [](Session& s, const Edit& edit) { s.restore(edit.state); })
      .def("save", [](const Session& s, const std::string& path) { write_checkpoint(path, s.checkpoint()); })
      .def("record", &Session::record)
      .def("finish_record", &Session::finish_record)
      .def("measure", &Session::measure);
}

}  // namespace floc::python

// The folders of runs: frames, tables, pictures, pages.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <limits>

#include "app/commands.hpp"
#include "app/frames.hpp"
#include "app/picture_style.hpp"
#include "core/error.hpp"
#include "draw/movie.hpp"
#include "draw/picture.hpp"
#include "draw/view_page.hpp"
#include "measure/coagulation.hpp"
#include "measure/measurements.hpp"
#include "output/coagulation_files.hpp"
#include "output/contact_table.hpp"
#include "output/csv_table.hpp"
#include "output/export.hpp"
#include "scene/make_measure.hpp"
#include "scene/scene.hpp"
#include "session.hpp"

namespace floc::python {
namespace {

// A frame, and whose the surfaces are that its contacts speak of.
struct Frame : Snapshot {
  std::shared_ptr<const std::vector<std::int64_t>> owners;
};

// The frames of a run as they were when it was opened.
class Run {
 public:
  explicit Run(std::string directory)
      : directory_(std::move(directory)),
        frames_(app::open_frames(directory_)),
        owners_(std::make_shared<const std::vector<std::int64_t>>(surface_owners(frames_.obstacles))) {}

  const TrajectoryReader& trajectory() const { return frames_.trajectory; }
  std::shared_ptr<Frame> read(std::size_t k) const {
    check(k);
    const py::gil_scoped_release unlocked;
    return std::make_shared<Frame>(Frame{trajectory().read(k), owners_});
  }

  // An array of the bodies in some of the frames: F × N × width, a row for each id, NaN where there is no such body.
  py::object stack(const std::vector<std::size_t>& chosen, const std::string& name) const;
  // One number of each body that is said once: radius, mass, group.
  py::object constant(const std::string& name) const;

  void picture(const app::DrawOptions& options, double time, const std::string& path) const;
  void movie(const app::DrawOptions& options, double fps, const std::string& path) const;
  void page(const std::string& path, std::size_t every) const;
  double page_bytes(std::size_t every) const;
  std::vector<std::string> export_to(const std::string& format, const std::string& folder) const;
  std::pair<std::vector<std::string>, Lines> measure(const std::string& name,
                                                     const std::vector<std::string>& settings) const;
  std::string coagulation(const std::string& stem, const std::vector<std::string>& settings) const;

 private:
  void check(std::size_t k) const {
    if (k >= trajectory().frames())
      throw Error(fmt::format("{}: there is no frame {}; there are {}", directory_, k, trajectory().frames()));
  }
  std::vector<std::size_t> every_frame(std::size_t every) const {
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < trajectory().frames(); k += every) chosen.push_back(k);
    if (chosen.back() + 1 != trajectory().frames()) chosen.push_back(trajectory().frames() - 1);
    return chosen;
  }
  Scene scene(std::vector<std::string> settings) const {
    for (std::string& setting : settings) setting = "measure." + setting;
    SceneResult read = read_scene_text(trajectory().scene(), directory_, directory_, settings);
    if (!read.scene) throw SceneErrors{std::move(read.errors)};
    return std::move(*read.scene);
  }

  std::string directory_;
  app::Frames frames_;
  std::shared_ptr<const std::vector<std::int64_t>> owners_;
};

// The arrays of the bodies, and what the fluid does to them.
template <class F>
void for_arrays(F&& f, const Snapshot& frame) {
  const Bodies& bodies = frame.bodies;
  Bodies::for_arrays(f, bodies);
  if (frame.fluid_force.empty()) return;
  f(ArrayInfo{"fluid_force", ArrayRole::counted, static_cast<std::size_t>(bodies.dimension)}, frame.fluid_force);
  f(ArrayInfo{"fluid_torque", ArrayRole::counted, bodies.spin_width()}, frame.fluid_torque);
}

py::object Run::stack(const std::vector<std::size_t>& chosen, const std::string& name) const {
  for (const std::size_t k : chosen) check(k);
  const auto n = trajectory().largest_bodies();
  std::size_t width = 0;
  const Snapshot first = trajectory().read(0);
  for_arrays(
      [&](const ArrayInfo& info, const auto& values) {
        if (info.name == name && std::is_same_v<typename std::decay_t<decltype(values)>::value_type, double>)
          width = info.width;
      },
      first);
  if (width == 0) return py::none();
  py::array_t<double> all({chosen.size(), n, width});
  double* out = all.mutable_data();
  {
    const py::gil_scoped_release unlocked;
    std::fill_n(out, all.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t f = 0; f < chosen.size(); ++f) {
      const Snapshot frame = trajectory().read(chosen[f]);
      for_arrays(
          [&](const ArrayInfo& info, const auto& values) {
            if (info.name != name) return;
            for (std::size_t i = 0; i < frame.bodies.size(); ++i)
              for (std::size_t k = 0; k < width; ++k)
                out[(f * n + static_cast<std::size_t>(frame.bodies.id[i])) * width + k] =
                    static_cast<double>(values[i * width + k]);
          },
          frame);
    }
  }
  return all;
}

py::object Run::constant(const std::string& name) const {
  const auto n = trajectory().largest_bodies();
  py::array_t<double> all(static_cast<py::ssize_t>(n));
  double* out = all.mutable_data();
  std::fill_n(out, n, std::numeric_limits<double>::quiet_NaN());
  std::size_t missing = n;
  // Bodies come and go: backwards until all were seen.
  for (std::size_t k = trajectory().frames(); k-- > 0 && missing > 0;) {
    const Bodies bodies = trajectory().read(k).bodies;
    Bodies::for_arrays(
        [&](const ArrayInfo& info, const auto& values) {
          if (info.name != name) return;
          for (std::size_t i = 0; i < bodies.size(); ++i) {
            double& to = out[static_cast<std::size_t>(bodies.id[i])];
            if (std::isnan(to)) --missing;
            to = static_cast<double>(values[i]);
          }
        },
        bodies);
  }
  return all;
}

void Run::picture(const app::DrawOptions& options, double time, const std::string& path) const {
  PictureStyle style = app::picture_style(options);
  app::suit_run(style, options, frames_);
  const std::size_t k = app::frame_at(frames_, time, style);
  draw_picture(app::read_frame(frames_, k, style), frames_.obstacles, style, path);
}

void Run::movie(const app::DrawOptions& options, double fps, const std::string& path) const {
  if (!is_movie(path)) throw Error(fmt::format("a movie is a .mp4, a .webm or a .gif file, not \"{}\"", path));
  PictureStyle style = app::picture_style(options);
  if (options.size == 0) style.size = 960;
  app::suit_run(style, options, frames_);
  const std::vector<std::size_t> shown =
      app::frames_between(frames_, trajectory().times().front(), trajectory().times().back(), style);
  PictureSurvey survey(frames_.obstacles, style);
  for (const std::size_t k : shown) survey.add(app::read_frame(frames_, k, style));
  const PictureScales scales = survey.scales();
  std::optional<Movie> film;
  for (const std::size_t k : shown) {
    const Image image = draw_image(app::read_frame(frames_, k, style), frames_.obstacles, style, scales);
    if (!film) film.emplace(path, image.width, image.height, fps);
    film->add(image.rgb);
  }
  film->finish();
}

void Run::page(const std::string& path, std::size_t every) const {
  const SceneResult scene = read_scene_text(trajectory().scene(), directory_, directory_);
  ViewPage page(path,
                {scene.scene ? scene.scene->title : "", trajectory().dimension(), trajectory().largest_bodies(), every,
                 frames_.links, true, frames_.joints},
                frames_.obstacles);
  for (const std::size_t k : every_frame(every)) page.add(trajectory().read(k));
  page.finish(frames_.exits, read_csv(directory_ + "/steps.csv"));
}

double Run::page_bytes(std::size_t every) const {
  const ViewPairs pairs = view_pairs(trajectory().read(trajectory().frames() - 1));
  return view_page_bytes(trajectory().largest_bodies(), pairs, every_frame(every).size(), trajectory().dimension(),
                         trajectory().turning());
}

std::vector<std::string> Run::export_to(const std::string& format, const std::string& folder) const {
  const auto exporter = make_exporter(format, folder);
  exporter->set_links(frames_.links);
  const auto flow = format == "vti" ? TrajectoryReader::Flow::read : TrajectoryReader::Flow::skip;
  for (std::size_t k = 0; k < trajectory().frames(); ++k) exporter->add(trajectory().read(k, flow), frames_.obstacles);
  return exporter->finish();
}

std::pair<std::vector<std::string>, Lines> Run::measure(const std::string& name,
                                                        const std::vector<std::string>& settings) const {
  const MeasurementKind* kind = find_measurement(name);
  const std::vector<std::string> names = measurement_names(false);
  if (!kind || kind->whole_run)
    throw Error(fmt::format("there is no measurement \"{}\"{}; there are {}", name, did_you_mean(name, names),
                            fmt::join(names, ", ")));
  const MeasurementPtr measurement = scene::make_measurement(scene(settings), name);
  std::vector<std::string> columns{"step", "time"};
  for (std::string& column : measurement->columns()) columns.push_back(std::move(column));
  Lines all;
  for (std::size_t k = 0; k < trajectory().frames(); ++k) {
    const Snapshot frame =
        trajectory().read(k, kind->fluid ? TrajectoryReader::Flow::read : TrajectoryReader::Flow::skip);
    if (kind->fluid && !frame.flow) continue;
    for (std::vector<double>& line : measurement->take(frame_of(frame))) {
      line.insert(line.begin(), {static_cast<double>(frame.step), frame.time});
      all.push_back(std::move(line));
    }
  }
  return {std::move(columns), std::move(all)};
}

std::string Run::coagulation(const std::string& stem, const std::vector<std::string>& settings) const {
  const Scene told = scene(settings);
  CoagulationHistory history(scene::make_measure(told));
  for (std::size_t k = 0; k < trajectory().frames(); ++k) {
    const Snapshot frame = trajectory().read(k);
    history.add(frame_of(frame));
  }
  return write_coagulation(stem, "json", history, fit_coagulation(history, told.measure.own<MeasureCoagulation>()))
      .back();
}

py::dict contacts_of(const Frame& frame) {
  const ContactTable table = contact_table(frame, *frame.owners);
  py::dict all;
  table.for_columns([&](const char* name, std::size_t width, const auto& values) {
    all[name] = array_of(values, width, py::handle(), true);
  });
  return all;
}

}  // namespace

void bind_runs(py::module_& m) {
  using Unlocked = py::call_guard<py::gil_scoped_release>;
  py::class_<Frame, std::shared_ptr<Frame>>(m, "Frame")
      .def_readonly("step", &Frame::step)
      .def_readonly("time", &Frame::time)
      .def_readonly("h", &Frame::h)
      .def("array",
           [](py::object self, const std::string& name) {
             py::object found = py::none();
             for_arrays(
                 [&](const ArrayInfo& info, const auto& values) {
                   if (info.name == name) found = array_of(values, info.width, self, false);
                 },
                 self.cast<const Frame&>());
             return found;
           })
      .def("quantity",
           [](const Frame& frame, const std::string& name) {
             return py::array(py::cast(particle_quantity(quantity_named(name), frame)));
           })
      .def_property_readonly("contacts", &contacts_of)
      .def("__len__", [](const Frame& frame) { return frame.bodies.size(); });
  py::class_<app::DrawOptions>(m, "DrawOptions")
      .def(py::init<>())
      .def_readwrite("size", &app::DrawOptions::size)
      .def_readwrite("colour", &app::DrawOptions::colour)
      .def_readwrite("range", &app::DrawOptions::range)
      .def_readwrite("network", &app::DrawOptions::network)
      .def_readwrite("camera", &app::DrawOptions::camera)
      .def_readwrite("window", &app::DrawOptions::window)
      .def_readwrite("orthographic", &app::DrawOptions::orthographic)
      .def_readwrite("scale_bar", &app::DrawOptions::scale_bar)
      .def_readwrite("shadow", &app::DrawOptions::shadow)
      .def_readwrite("field", &app::DrawOptions::field)
      .def_readwrite("field_range", &app::DrawOptions::field_range)
      .def_readwrite("streamlines", &app::DrawOptions::streamlines)
      .def_readwrite("slice", &app::DrawOptions::slice)
      .def_readwrite("arrows", &app::DrawOptions::arrows)
      .def_readwrite("marks", &app::DrawOptions::marks)
      .def_readwrite("time_stamp", &app::DrawOptions::time_stamp)
      .def_readwrite("key", &app::DrawOptions::key);
  py::class_<Run>(m, "Run")
      .def(py::init<std::string>(), Unlocked())
      .def_property_readonly("frames", [](const Run& r) { return r.trajectory().frames(); })
      .def_property_readonly("times", [](const Run& r) { return r.trajectory().times(); })
      .def_property_readonly("frame_steps", [](const Run& r) { return r.trajectory().steps(); })
      .def_property_readonly("dimension", [](const Run& r) { return r.trajectory().dimension(); })
      .def_property_readonly("bodies", [](const Run& r) { return r.trajectory().largest_bodies(); })
      .def_property_readonly("scene", [](const Run& r) { return r.trajectory().scene(); })
      .def("nearest", [](const Run& r, double time) { return r.trajectory().nearest(time); })
      .def("read", &Run::read)
      .def("stack", &Run::stack)
      .def("constant", &Run::constant)
      .def("picture", &Run::picture, Unlocked())
      .def("movie", &Run::movie, Unlocked())
      .def("page", &Run::page, Unlocked())
      .def("page_bytes", &Run::page_bytes, Unlocked())
      .def("export", &Run::export_to, Unlocked())
      .def("measure", &Run::measure, Unlocked())
      .def("coagulation", &Run::coagulation, Unlocked());
  m.def("read_csv", [](const std::string& path) {
    const CsvTable table = read_csv(path);
    py::dict all;
    for (std::size_t k = 0; k < table.names.size(); ++k)
      all[table.names[k].c_str()] =
          py::array_t<double>(static_cast<py::ssize_t>(table.columns[k].size()), table.columns[k].data());
    return all;
  });
}

}  // namespace floc::python

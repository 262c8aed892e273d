// floc measure: what the frames of a run tell.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/commands.hpp"
#include "app/exit_status.hpp"
#include "app/frame_count.hpp"
#include "app/run_files.hpp"
#include "core/did_you_mean.hpp"
#include "draw/coagulation_plot.hpp"
#include "measure/coagulation.hpp"
#include "output/coagulation_files.hpp"
#include "output/files.hpp"
#include "output/measure_files.hpp"
#include "output/trajectory.hpp"
#include "scene/make_measure.hpp"

namespace floc::app {
namespace {

const MeasurementKind* kind_of(const std::string& name) {
  if (const MeasurementKind* kind = find_measurement(name)) return kind;
  const std::vector<std::string> names = measurement_names(true);
  throw WrongInput(fmt::format("there is no measurement \"{}\"{} (there are {})", name, did_you_mean(name, names),
                               fmt::join(names, ", ")));
}

// The scene of the run with the settings of the command line: the same keys, bounds and messages.
Scene scene_of(const TrajectoryReader& trajectory, const MeasureOptions& options,
               const std::vector<const MeasurementKind*>& kinds) {
  std::vector<std::string> overrides;
  for (const std::string& setting : options.settings) overrides.push_back("measure." + setting);
  std::string what;
  for (const MeasurementKind* kind : kinds)
    if (!kind->whole_run) what += fmt::format("{}\"{}\"", what.empty() ? "" : ", ", kind->name);
  overrides.push_back("measure.what=[" + what + "]");
  SceneResult read = read_scene_text(trajectory.scene(), options.directory, options.directory, overrides);
  if (!read.scene) throw WrongInput(read.errors.front().str());
  return std::move(*read.scene);
}

struct Places {
  std::string folder, file;  // one of the two; a file has no ending
  std::string format;
  std::string stem(const std::string& name) const { return file.empty() ? folder + "/" + name : file; }
};

Places places_of(const MeasureOptions& o, std::size_t measurements) {
  if (o.output.empty()) return {measure_folder(o.directory), "", o.format.empty() ? "csv" : o.format};
  for (const std::string format : {"csv", "json"}) {
    if (!o.output.ends_with("." + format)) continue;
    if (measurements > 1)
      throw WrongInput(
          fmt::format("-o {}: {} measurements do not go into one file; name a folder, or ask for one of "
                      "them with --what",
                      o.output, measurements));
    if (!o.format.empty() && o.format != format)
      throw WrongInput(fmt::format("-o {}: the ending says {}, --format says {}", o.output, format, o.format));
    return {"", o.output.substr(0, o.output.size() - format.size() - 1), format};
  }
  return {o.output, "", o.format.empty() ? "csv" : o.format};
}

// The frames from --from to --to; where the flow of a fluid is measured, those that have it.
std::vector<std::size_t> frames_of(const TrajectoryReader& trajectory, const MeasureOptions& o, bool fluid) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < trajectory.frames(); ++k)
    if ((!o.from || trajectory.times()[k] >= *o.from) && (!o.to || trajectory.times()[k] <= *o.to)) chosen.push_back(k);
  if (const std::vector<std::size_t> with = trajectory.with_flow(); fluid && !with.empty())
    std::erase_if(chosen, [&](std::size_t k) { return !std::binary_search(with.begin(), with.end(), k); });
  if (chosen.empty())
    throw WrongInput(fmt::format("no frame lies between --from and --to; there are {} from t = {:g} to {:g}",
                                 trajectory.frames(), trajectory.times().front(), trajectory.times().back()));
  return chosen;
}

void refuse_what_is_missing(const Scene& scene, const TrajectoryReader& trajectory, const MeasurementKind& kind) {
  if (!scene.output.contacts && (kind.contacts || scene.measure.shared.by_memory))
    throw WrongInput(
        fmt::format("{} needs contacts, and the frames of this run have none ([output] contacts = false)", kind.name));
  if (kind.fluid && trajectory.with_flow().empty())
    throw WrongInput(
        fmt::format("{} needs the flow of a fluid, and the frames of this run have none ([fluid], output.flow_every)",
                    kind.name));
}

void print_coagulation(const CoagulationHistory& history, const CoagulationResult& r) {
  fmt::print(
      "coagulation    {} mergers ({} of them in mergers of more than two), {} breakups, {} exchanges in {} frames; "
      "D = {:.3g} in the kernels\n",
      r.met, r.met_in_crowds, r.broken, r.exchanged, history.time.size(), r.fractal_dimension);
  for (std::size_t k = 0; k < r.kernels.size(); ++k)
    fmt::print("{:15}{}{}\n", "", kernel_line(r.kernels[k]), k == r.likeliest ? "  <- likeliest" : "");
  if (r.broken > 0.1 * r.met)
    fmt::print("{:15}aggregates break up as well: Smoluchowski's equation knows nothing of that\n", "");
  if (r.exchanged + r.met_in_crowds > 0.1 * r.met)
    fmt::print("{:15}much happens between two frames: more of them ([output] every) tell more\n", "");
}

}  // namespace

std::string measurement_help() {
  std::string text = "Measurements:\n";
  for (const MeasurementKind& kind : measurement_kinds())
    text += fmt::format("  {:22}{} [{}]\n", kind.name, kind.help, kind.unit);
  return text;
}

int measure(const MeasureOptions& options) {
  std::vector<const MeasurementKind*> kinds;
  for (const std::string& name : options.what) {
    const MeasurementKind* kind = kind_of(name);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  const Places places = places_of(options, kinds.size());
  const std::string path = options.directory + "/trajectory.h5";
  if (!file_exists(path)) throw Error(options.directory + " holds no run: there is no trajectory.h5 in it");
  const TrajectoryReader trajectory(path);
  if (trajectory.frames() == 0) throw Error(path + " holds no frame yet");
  const Scene scene = scene_of(trajectory, options, kinds);
  const SceneResult as_run = read_scene_text(trajectory.scene(), options.directory, options.directory);
  const bool fluid = std::ranges::any_of(kinds, [](const MeasurementKind* kind) { return kind->fluid; });
  const std::vector<std::size_t> frames = frames_of(trajectory, options, fluid);

  std::vector<MeasureFiles::Target> targets;
  bool coagulation = false;
  for (const MeasurementKind* kind : kinds) {
    refuse_what_is_missing(scene, trajectory, *kind);
    const auto& own = as_run.scene ? as_run.scene->measure.what : scene.measure.what;
    if (options.output.empty() && std::find(own.begin(), own.end(), kind->name) != own.end())
      throw WrongInput(fmt::format("the run itself writes {0}/{1}.csv; name another place for {1} with -o",
                                   places.folder, kind->name));
    const std::string name(kind->name);
    if (kind->whole_run)
      coagulation = true;
    else
      targets.push_back({kind, scene::make_measurement(scene, name), places.stem(name) + "." + places.format});
  }
  make_directory(places.file.empty() ? places.folder : parent_directory(places.file));
  std::vector<std::string> written;
  for (const MeasureFiles::Target& target : targets) written.push_back(target.path);
  MeasureFiles files = MeasureFiles::create(std::move(targets));
  CoagulationHistory history(scene::make_measure(scene));
  {
    FrameCount count(false, "measuring frame", frames.size());
    for (std::size_t n = 0; n < frames.size(); ++n) {
      const Snapshot snapshot =
          trajectory.read(frames[n], fluid ? TrajectoryReader::Flow::read : TrajectoryReader::Flow::skip);
      files.take(frame_of(snapshot));
      if (coagulation) history.add(frame_of(snapshot));
      count.show(n + 1);
    }
  }
  files.close();
  for (const std::string& file : written) fmt::print("{}\n", file);
  if (coagulation) {
    const CoagulationResult result = fit_coagulation(history, scene.measure.own<MeasureCoagulation>());
    const std::string stem = places.stem("coagulation");
    written = write_coagulation(stem, places.format, history, result);
    written.push_back(stem + ".png");
    draw_plot(coagulation_plot(history, result), written.back());
    for (const std::string& file : written) fmt::print("{}\n", file);
    print_coagulation(history, result);
  }
  return finished;
}

}  // namespace floc::app

#include "app/run_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "app/exit_status.hpp"
#include "measure/measurements.hpp"
#include "output/export.hpp"
#include "output/files.hpp"

namespace floc::app {
namespace {

namespace fs = std::filesystem;

// With what a kill may leave of them half written. The scene goes first: see holds_run.
constexpr std::string_view scene_files[] = {"scene.toml", "scene.toml.tmp", "started-with.csv",
                                            "started-with.csv.tmp"};
constexpr std::string_view run_files[] = {"trajectory.h5",     "trajectory.h5.tmp", "steps.csv",
                                          "checkpoint.h5",     "checkpoint.previous.h5",
                                          "checkpoint.h5.tmp", "summary.json",      "summary.json.tmp", "exits.csv"};
// The names that commands give to what they make of a run.
constexpr std::string_view made_files[] = {"view.html", "picture.png", "picture.svg", "plot.svg",
                                           "plot.png",  "movie.mp4",   "movie.webm",  "movie.gif"};

bool is_measured(const std::string& name) {
  for (const std::string& measurement : measurement_names(true))
    for (const std::string_view ending : {".csv", ".json"})
      if (name == measurement + std::string(ending) ||
          (name.starts_with(measurement + "_") && name.ends_with(ending)))
        return true;
  return false;
}

// The folders that commands make in the folder of a run, and what they put there.
struct MadeFolder {
  std::string name;
  bool (*holds)(const std::string& file);
};
std::vector<MadeFolder> made_folders() {
  std::vector<MadeFolder> all{{"measure", is_measured}};
  for (const ExportFormat& format : export_formats()) all.push_back({format.name, is_exported});
  return all;
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) all.push_back(entry.path());
  return all;
}

bool is_folder(const fs::path& path) {
  std::error_code none;
  return fs::is_directory(fs::symlink_status(path, none));
}

// What belongs to a run, in the order in which it may go.
std::vector<fs::path> owned(const fs::path& directory) {
  std::vector<fs::path> all;
  for (const std::string_view name : scene_files) all.push_back(directory / name);
  for (const std::string_view name : run_files) all.push_back(directory / name);
  for (const std::string_view name : made_files) all.push_back(directory / name);
  for (const MadeFolder& made : made_folders())
    for (const fs::path& path : entries(directory / made.name))
      if (made.holds(path.filename().string())) all.push_back(path);
  return all;
}

// The same file or folder, whatever links and dots lead there.
fs::path resolved(const fs::path& path) {
  std::error_code none;
  const fs::path known = fs::weakly_canonical(path, none);
  return none ? path : known;
}

bool lies_in(const fs::path& file, const fs::path& directory) {
  std::vector<fs::path> folders{resolved(directory)};
  for (const MadeFolder& made : made_folders()) folders.push_back(resolved(directory / made.name));
  // As named, and where a link leads.
  for (const fs::path& parent : {resolved(file.parent_path().empty() ? "." : file.parent_path()),
                                 resolved(file).parent_path()})
    if (std::find(folders.begin(), folders.end(), parent) != folders.end()) return true;
  return false;
}

}  // namespace

std::string measure_folder(const std::string& directory) { return directory + "/measure"; }

bool holds_run(const std::string& directory) {
  return std::any_of(std::begin(run_files), std::end(run_files), [&](std::string_view name) {
    return file_exists(fmt::format("{}/{}", directory, name));
  });
}

void clear_run(const std::string& directory) {
  for (const fs::path& path : owned(directory)) ::unlink(path.c_str());
  for (const MadeFolder& made : made_folders()) ::rmdir((directory + "/" + made.name).c_str());  // when empty
}

std::vector<std::string> left_by_clear(const std::string& directory) {
  const std::vector<fs::path> gone = owned(directory);
  const auto goes = [&](const fs::path& path) { return std::find(gone.begin(), gone.end(), path) != gone.end(); };
  const std::vector<MadeFolder> made = made_folders();
  std::vector<std::string> left;
  for (const fs::path& path : entries(directory)) {
    const std::string name = path.filename().string();
    const bool ours = std::any_of(made.begin(), made.end(), [&](const MadeFolder& m) { return m.name == name; });
    if (ours && is_folder(path)) {
      const std::vector<fs::path> inside = entries(path);
      if (std::all_of(inside.begin(), inside.end(), goes)) continue;
    } else if (goes(path)) {
      continue;
    }
    left.push_back(is_folder(path) ? name + "/" : name);
  }
  std::sort(left.begin(), left.end());
  return left;
}

void check_output_folder(const std::string& directory, const std::string& scene_path, const Scene& scene,
                         bool overwrite) {
  std::vector<std::string> inputs = input_files(scene);
  inputs.insert(inputs.begin(), scene_path);
  for (const std::string& input : inputs)
    if (lies_in(input, directory))
      throw WrongInput(fmt::format("{} lies in the folder of the run, where files are replaced; name another folder "
                                   "with -o",
                                   input));
  const bool run = holds_run(directory);
  if (!run && file_exists(directory + "/scene.toml"))
    throw WrongInput(fmt::format("{}/scene.toml is not of a run, and a run would replace it; name another folder "
                                 "with -o",
                                 directory));
  if (run && !overwrite)
    throw WrongInput(fmt::format(
        "{0} holds a run already; go on with it (floc resume {0}), or replace it (--overwrite)", directory));
}

}  // namespace floc::app

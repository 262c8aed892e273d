// What lies in the folder of a run, and which of it belongs to the run.
//
// A run owns the files that it writes, and those that the other commands make of it under the names they
// choose themselves: view.html, picture.png or .svg, plot.svg or .png, movie.*, the folders measure, csv, xyz,
// vtp and vti with what `floc measure` and `floc export` put there. All else is the user's.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.hpp"

namespace floc::app {

// Where the measurements of a run are.
std::string measure_folder(const std::string& directory);

// True when the folder holds files of a run. A scene.toml alone is none: a run writes it behind others, and
// takes it away before them.
bool holds_run(const std::string& directory);
// Removes what belongs to a run, and nothing else.
void clear_run(const std::string& directory);
// Names in the folder that clear_run leaves, sorted; folders end with a slash.
std::vector<std::string> left_by_clear(const std::string& directory);

// Throws WrongInput when a run into this folder would replace something of the user's: a file that the run
// reads, a scene.toml that is not of a run, or, unless it is to be overwritten, a run.
void check_output_folder(const std::string& directory, const std::string& scene_path, const Scene& scene,
                         bool overwrite);

}  // namespace floc::app

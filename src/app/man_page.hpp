// The manual pages, from what the command line and the scene file are declared by.
#pragma once

#include <string>

#include "app/command_line.hpp"

namespace floc::app {

// floc(1), in the language of man pages (roff).
std::string command_page(const CommandLine& line);
// floc-scene(5): every table and key of a scene file.
std::string scene_page();

}  // namespace floc::app

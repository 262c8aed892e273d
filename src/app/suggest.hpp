// A word that is no command: what was meant.
#pragma once

#include <span>
#include <string>

namespace floc::app {

// One line for a first word of the command line that names no command; words that other programs use are known.
std::string unknown_command(const std::string& word, std::span<const std::string> commands);

}  // namespace floc::app

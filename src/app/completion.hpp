// What the words of an unfinished command line may become.
#pragma once

#include <string>
#include <vector>

#include "app/command_line.hpp"

namespace floc::app {

struct Completion {
  std::string word;  // ":files" and ":folders" stand for those that the shell finds
  std::string help;
};

// `words` are those behind the name of the program; the last one is unfinished, and may be empty.
std::vector<Completion> completions(const CommandLine& line, const std::vector<std::string>& words);

}  // namespace floc::app

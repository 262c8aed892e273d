// The text of the sources, for tests of how they hang together.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "support/paths.hpp"

namespace floc::test {

// Every file of src, by its path there, with what it says.
inline const std::map<std::string, std::string>& sources() {
  namespace fs = std::filesystem;
  static const std::map<std::string, std::string> all = [] {
    std::map<std::string, std::string> read;
    const fs::path root = fs::path(source_dir()) / "src";
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path());
      read[fs::relative(entry.path(), root).string()] = {std::istreambuf_iterator<char>(file), {}};
    }
    return read;
  }();
  return all;
}

}  // namespace floc::test

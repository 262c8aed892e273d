// What is wrong with a scene, and exactly where.
#pragma once

#include <string>
#include <vector>

#include "core/did_you_mean.hpp"
#include "core/error.hpp"
#include "core/parameters.hpp"

namespace floc {

struct Diagnostic {
  std::string file;          // or the whole argument of --set, which has no lines
  int line = 0, column = 0;  // from 1; 0: not known
  std::string message;

  std::string str() const;  // "scene.toml:12:5: unknown key …"
};

void sort(std::vector<Diagnostic>& errors);  // by file, line and column; equal places keep their order

namespace scene {

using Place = SourcePlace;

// What is wrong, and not where it was found.
struct ErrorAt : Error {
  ErrorAt(const Place& where, const std::string& what) : Error(what), place(where) {}
  Place place;
};

}  // namespace scene
}  // namespace floc

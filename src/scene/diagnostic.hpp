// What is wrong with a scene, and exactly where.
#pragma once

#include <string>
#include <vector>

#include "core/did_you_mean.hpp"

namespace floc {

struct Diagnostic {
  std::string file;          // or the whole argument of --set, which has no lines
  int line = 0, column = 0;  // from 1; 0: not known
  std::string message;

  std::string str() const;  // "scene.toml:12:5: unknown key …"
};

void sort(std::vector<Diagnostic>& errors);  // by file, line and column; equal places keep their order

namespace scene {

// A place in the texts a scene was read from.
struct Place {
  int source = 0;            // index into the scene's sources: 0 the file, then one a --set
  int line = 0, column = 0;  // from 1
};

}  // namespace scene
}  // namespace floc

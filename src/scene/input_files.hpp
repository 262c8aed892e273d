// The text of files that a scene names.
#pragma once

#include <string>

#include "core/error.hpp"

namespace floc::scene {

struct NoFile : Error {
  using Error::Error;
};
// Throws NoFile where there is no such file, or none that ends.
std::string input_text(const std::string& path);

}  // namespace floc::scene

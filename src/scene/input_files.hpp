// The text of files that a scene names.
#pragma once

#include <functional>
#include <string>

#include "core/error.hpp"

namespace floc {
struct Scene;
}

namespace floc::scene {

// Every file that a scene names.
void for_input_paths(Scene& scene, const std::function<void(std::string&)>& f);

struct NoFile : Error {
  using Error::Error;
};
// Throws NoFile where there is no such file, or none that ends.
std::string input_text(const std::string& path);

}  // namespace floc::scene

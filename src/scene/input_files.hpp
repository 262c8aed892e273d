// The text of files that a scene names.
#pragma once

#include <string>

namespace floc::scene {

// Throws Error where there is no such file, or none that ends.
std::string input_text(const std::string& path);

}  // namespace floc::scene

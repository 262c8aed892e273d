// Texts that the program carries, made from files by cmake/EmbedTexts.cmake.
#pragma once

#include <span>
#include <string_view>

namespace floc::app {

struct EmbeddedText {
  std::string_view name;  // of its file, without the ending
  std::string_view text;
};

extern const std::span<const EmbeddedText> scene_templates;     // src/app/templates, by name
extern const std::span<const EmbeddedText> completion_scripts;  // src/app/completions, by shell

}  // namespace floc::app

#include "app/suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <utility>

#include "core/did_you_mean.hpp"

namespace floc::app {

std::string unknown_command(const std::string& word, std::span<const std::string> commands) {
  constexpr std::pair<std::string_view, std::string_view> elsewhere[] = {
      {"check", "floc run SCENE --dry-run"},    {"validate", "floc run SCENE --dry-run"},
      {"lint", "floc run SCENE --dry-run"},     {"continue", "floc resume DIR"},
      {"restart", "floc resume DIR"},           {"draw", "floc picture DIR"},
      {"render", "floc picture DIR"},           {"video", "floc movie DIR"},
      {"show", "floc view DIR"},                {"analyse", "floc measure DIR --what NAME"},
      {"analyze", "floc measure DIR --what NAME"}, {"convert", "floc export DIR --to FORMAT"},
      {"status", "floc info DIR"},              {"docs", "floc explain"}};
  for (const auto& [other, ours] : elsewhere)
    if (word == other) return fmt::format("there is no command \"{}\"; it is: {}", word, ours);
  const std::string near = did_you_mean(word, commands);
  return fmt::format("there is no command \"{}\"{}", word,
                     near.empty() ? fmt::format("; there are {}", fmt::join(commands, ", ")) : near);
}

}  // namespace floc::app

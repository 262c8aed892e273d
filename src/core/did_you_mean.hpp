// The word that was meant, for messages about a wrong one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace floc {

// `; did you mean "gravity"?` when one of the words is close to `wrong`, otherwise nothing.
std::string did_you_mean(std::string_view wrong, std::span<const std::string> words);

}  // namespace floc

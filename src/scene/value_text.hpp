// Values as TOML text, for the writer and for the defaults in explanations.
#pragma once

#include <string>
#include <string_view>

#include "scene/schema.hpp"

namespace floc::scene {

std::string quoted(std::string_view text);  // a basic string with its escapes
std::string number_text(double value);      // the shortest that reads back as the same bits
// The value of a key that is present; vectors have `dimension` components.
std::string value_text(const Slot& slot, int dimension);

}  // namespace floc::scene

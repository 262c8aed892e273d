// Examples of the reference that are written by hand: where a list of all keys would not read, or would not say what
// the table is for.
#pragma once

#include <string_view>

namespace floc::scene {

// The example of a table or of a kind of it, by its path in the reference; empty where there is none. Beside the
// tables that it has, a scene needs [scene] and [time].
std::string_view example_of(std::string_view path);

}  // namespace floc::scene

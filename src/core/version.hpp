// The version of the library, as CMakeLists.txt states it in project(... VERSION ...).
#pragma once

#include <string_view>

namespace floc {

std::string_view version();  // "major.minor.patch"

}  // namespace floc

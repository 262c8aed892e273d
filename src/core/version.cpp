#include "core/version.hpp"

namespace floc {

// The build hands FLOC_VERSION to this file alone, so that a new version recompiles nothing else.
std::string_view version() { return FLOC_VERSION; }

}  // namespace floc

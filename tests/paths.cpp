#include "support/paths.hpp"

std::string floc::test::source_dir() { return FLOC_SOURCE_DIR; }
std::string floc::test::program() { return FLOC_PROGRAM; }

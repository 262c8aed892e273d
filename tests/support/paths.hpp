// Where the sources and the program are. Only tests/paths.cpp is compiled with these paths: the objects of all other
// tests are the same in every working tree, which a compiler cache makes use of.
#pragma once

#include <string>

namespace floc::test {

std::string source_dir();  // of the repository
std::string program();     // `floc`

}  // namespace floc::test

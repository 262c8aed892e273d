#include "core/version.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "support/paths.hpp"

TEST_CASE("the version has three numbers") {
  const std::string version(floc::version());
  CHECK(std::count(version.begin(), version.end(), '.') == 2);
  CHECK(version.find_first_not_of("0123456789.") == std::string::npos);
}

TEST_CASE("the change log has a heading for the version") {
  std::ostringstream text;
  text << std::ifstream(floc::test::source_dir() + "/CHANGELOG.md").rdbuf();
  CHECK(text.str().find("## [" + std::string(floc::version()) + "]") != std::string::npos);
}

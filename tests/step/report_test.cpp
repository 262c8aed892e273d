#include "step/report.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace floc;

TEST_CASE("every stage has a name of its own") {
  std::set<std::string> names;
  for (std::size_t s = 0; s < stage_count; ++s) names.insert(to_string(static_cast<Stage>(s)));
  CHECK(names.size() == stage_count);
  CHECK(names.count("") == 0);
}

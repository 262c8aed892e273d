#include "step/report.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace floc;

TEST_CASE("every stage has a name of its own") {
  std::set<std::string> names;
  for (std::size_t s = 0; s < stage_count; ++s) names.insert(to_string(static_cast<Stage>(s)));
  CHECK(names.size() == stage_count);
  CHECK(names.count("") == 0);
}

TEST_CASE("every statistic has a name of its own and a value, vectors one a direction") {
  for (const int d : {1, 2, 3}) {
    const std::vector<std::string> names = statistic_names(d);
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
    StepReport r;
    r.time = 0.5;
    r.momentum = {1, 2, 3};
    r.largest_speed = 7;
    std::vector<double> values;
    statistics(r, d, values);
    REQUIRE(values.size() == names.size());
    const auto value = [&](const std::string& name) {
      return values.at(static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin()));
    };
    CHECK(value("time") == 0.5);
    CHECK(value("momentum_x") == 1);
    CHECK(value("largest_speed") == 7);
    CHECK((std::find(names.begin(), names.end(), "momentum_z") != names.end()) == (d == 3));
  }
}

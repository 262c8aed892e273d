#include "measure/measurements.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace floc;

TEST_CASE("every measurement has a name of its own, a unit and a line of help; columns have names of their own") {
  std::set<std::string> names;
  for (const MeasurementKind& kind : measurements()) {
    CHECK(names.insert(kind.name).second);
    CHECK_FALSE(kind.unit.empty());
    CHECK_FALSE(kind.help.empty());
    CHECK(find_measurement(kind.name) == &kind);
    if (!kind.make) continue;
    MeasureSettings settings;
    settings.gate.emplace();
    const std::vector<std::string> columns = kind.make(settings)->columns();
    std::set<std::string> own(columns.begin(), columns.end());
    own.insert({"step", "time"});
    CHECK(own.size() == columns.size() + 2);
  }
  CHECK(find_measurement("weather") == nullptr);
  CHECK(measurement_names(true).size() == measurements().size());
  CHECK(std::ranges::count(measurement_names(false), "coagulation") == 0);
}

#include "measure/measurements.hpp"

#include <algorithm>
#include <set>

#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("every measurement has a name of its own, a unit and a line of help; columns have names of their own") {
  std::set<std::string> names;
  for (const MeasurementKind& kind : measurement_kinds()) {
    CHECK(names.emplace(kind.name).second);
    CHECK_FALSE(kind.unit.empty());
    CHECK_FALSE(kind.help.empty());
    CHECK(find_measurement(kind.name) == &kind);
    if (kind.whole_run) continue;
    const std::vector<std::string> columns = some(kind, settings(3))->columns();
    std::set<std::string> own(columns.begin(), columns.end());
    own.insert({"step", "time"});
    CHECK(own.size() == columns.size() + 2);
  }
  CHECK(find_measurement("weather") == nullptr);
  CHECK(measurement_names(true).size() == measurement_kinds().size());
  CHECK(std::ranges::count(measurement_names(false), "coagulation") == 0);
}

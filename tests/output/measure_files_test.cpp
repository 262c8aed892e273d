#include "output/measure_files.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "measure/flow.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

MeasureFiles::Target target(const std::string& name, const std::string& path) {
  const MeasurementKind& kind = *find_measurement(name);
  std::any parameters = kind.blank();
  if (auto* flow = std::any_cast<MeasureFlow>(&parameters)) {
    flow->point = Vec3{{0, 0.5, 0}};
    flow->normal = Vec3{{0, 1, 0}};
  }
  MeasureSettings settings;
  settings.dimension = 2;
  return {&kind, kind.make(parameters, settings), path};
}

std::vector<MeasureFiles::Target> one(const std::string& name, const std::string& path) {
  std::vector<MeasureFiles::Target> all;
  all.push_back(target(name, path));
  return all;
}

Snapshot at(std::int64_t step) {
  Snapshot s = some_frame(2);
  s.step = step;
  s.time = 0.1 * static_cast<double>(step);
  s.bodies = some_bodies(2, 12, step);
  return s;
}

std::vector<MeasureFiles::Target> targets(const TemporaryDirectory& folder, const std::string& ending) {
  std::vector<MeasureFiles::Target> all;
  for (const char* name : {"flow", "sizes", "evacuation", "mergers"})
    all.push_back(target(name, folder / (name + ending)));
  return all;
}

}  // namespace

TEST_CASE("a table that is cut back and gone on with has the same lines as one that never stopped") {
  const TemporaryDirectory one, two;
  MeasureFiles whole = MeasureFiles::create(targets(one, ".csv"));
  for (std::int64_t step = 0; step <= 20; step += 2) whole.take(frame_of(at(step)));
  whole.close();
  MeasureMemory memory;
  {
    MeasureFiles begun = MeasureFiles::create(targets(two, ".csv"));
    for (std::int64_t step = 0; step <= 14; step += 2) {
      begun.take(frame_of(at(step)));
      if (step == 8) memory = begun.memory();
    }
    begun.close();
  }
  CHECK(memory.last_step == 8);
  MeasureFiles again = MeasureFiles::reopen(targets(two, ".csv"), memory, 9);
  CHECK(again.last_step() == 8);
  for (std::int64_t step = 10; step <= 20; step += 2) again.take(frame_of(at(step)));
  again.close();
  for (const char* name : {"flow.csv", "sizes.csv", "evacuation.csv", "mergers.csv"}) {
    CHECK(contents(one / name).find('\n') != std::string::npos);
    CHECK(contents(two / name) == contents(one / name));
  }
}

TEST_CASE("JSON has name, unit, help, columns and the numbers; what is none is null") {
  const TemporaryDirectory folder;
  MeasureFiles files = MeasureFiles::create(one("evacuation", folder / "e.json"));
  files.take(frame_of(at(0)));
  files.take(frame_of(at(5)));
  files.close();
  const std::string text = contents(folder / "e.json");
  CHECK(text.find("\"columns\": [\"step\", \"time\", \"inside\", \"entered\", \"left\", \"rate\"]") !=
        std::string::npos);
  CHECK(text.find("[0, 0, 12, 0, 0, null],\n    [5, 0.5, 12, 0, 0, 0]\n  ]\n}") != std::string::npos);
  CHECK(csv_number(-std::numeric_limits<double>::quiet_NaN()) == "nan");
}

TEST_CASE("measurements of another scene are not gone on with") {
  const TemporaryDirectory folder;
  MeasureFiles::create(targets(folder, ".csv")).close();
  CHECK(error_of([&] { MeasureFiles::reopen(targets(folder, ".csv"), {}, 3); }) != "");
  MeasureMemory short_memory{3, {{1}, {}, {1}, {}}};
  CHECK(error_of([&] { MeasureFiles::reopen(targets(folder, ".csv"), short_memory, 3); }) != "");
}

TEST_CASE("without a file a measurement knows the lines of the last frame") {
  MeasureFiles none = MeasureFiles::create(one("sizes", ""));
  const TemporaryDirectory folder;
  MeasureFiles file = MeasureFiles::create(one("sizes", folder / "sizes.csv"));
  for (const std::int64_t step : {1, 2}) {
    const Snapshot frame = at(step);
    none.take(frame_of(frame));
    file.take(frame_of(frame));
    CHECK(!none.last("sizes.size").empty());
    CHECK(none.last("sizes.size") == file.last("sizes.size"));
  }
  CHECK(none.growing().empty());
  none.close();
}

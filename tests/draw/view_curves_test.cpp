#include "draw/view_curves.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "draw/view_support.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// n steps whose columns are all `value` of the step.
CsvTable table(std::size_t n, const std::function<double(std::size_t)>& value) {
  CsvTable t{{"time", "bodies", "kinetic_energy", "potential_energy", "contacts", "active", "overlap", "iterations"},
             {}};
  for (const std::string& name : t.names) {
    std::vector<double>& column = t.columns.emplace_back();
    for (std::size_t i = 0; i < n; ++i) column.push_back(name == "time" ? static_cast<double>(i) : value(i));
  }
  return t;
}

const Json& find(const Json& list, const char* key, const std::string& value) {
  static const Json none;
  for (const Json& item : list.items())
    if (item[key].text() == value) return item;
  return none;
}

std::vector<float> curve(const ViewCurves& all, const std::string& name) {
  const auto bytes = from_base64(find(all.curves, "name", name)["values"].text());
  std::vector<float> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), 4 * values.size());
  return values;
}

}  // namespace

TEST_CASE("without steps there are no graphs") {
  for (const CsvTable& steps : {CsvTable{}, CsvTable{{"step"}, {{1, 2, 3}}}}) {
    const ViewCurves all = view_curves(steps);
    CHECK(all.curves.to_compact_text() == "[]");
    CHECK(all.graphs.to_compact_text() == "[]");
  }
}

TEST_CASE("curves are the columns, and there are graphs of energy, contacts, overlap and iterations") {
  const ViewCurves all = view_curves(table(5, [](std::size_t i) { return static_cast<double>(i * i); }));
  CHECK(curve(all, "time") == std::vector<float>{0, 1, 2, 3, 4});
  CHECK(curve(all, "kinetic_energy") == std::vector<float>{0, 1, 4, 9, 16});
  for (const char* title : {"energy", "contacts", "worst overlap / r̄", "iterations"})
    CHECK_MESSAGE(!find(all.graphs, "title", title).is_null(), title);
  CHECK(find(all.graphs, "title", "energy")["curves"].to_compact_text() == R"(["kinetic_energy","potential_energy"])");
}

TEST_CASE("what does not change has no curve") {
  const ViewCurves all = view_curves(table(5, [](std::size_t) { return 1.0; }));
  CHECK(find(all.curves, "name", "kinetic_energy").is_null());
  CHECK(all.graphs.items().empty());
}

TEST_CASE("of very many steps some thousand points remain, and no spike is lost") {
  const ViewCurves all = view_curves(table(100001, [](std::size_t i) {
    return i == 54321 ? 99.0 : i == 777 ? -5.0 : 1.0;
  }));
  const auto values = curve(all, "iterations"), times = curve(all, "time");
  CHECK(values.size() == times.size());
  CHECK(values.size() <= 6002);
  CHECK(std::is_sorted(times.begin(), times.end()));
  CHECK(times.back() == 100000);
  CHECK(*std::max_element(values.begin(), values.end()) == 99);
  CHECK(*std::min_element(values.begin(), values.end()) == -5);
}

#include "output/csv_table.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a table is its columns, by name") {
  const TemporaryDirectory dir;
  set_contents(dir / "t.csv", "step,time\n1,0.5\n2,1e-3\n");
  const CsvTable t = read_csv(dir / "t.csv");
  CHECK(t.rows() == 2);
  CHECK(t["time"] == std::vector<double>{0.5, 1e-3});
  CHECK(t.find("speed") == nullptr);
  CHECK(error_of([&] { t["speed"]; }).find("no column \"speed\"") != std::string::npos);
}

TEST_CASE("a line that is still being written is left out, a wrong one is named") {
  const TemporaryDirectory dir;
  set_contents(dir / "t.csv", "a,b\n1,2\n3,");
  CHECK(read_csv(dir / "t.csv").rows() == 1);
  for (const char* line : {"1", "1,2,3", "1,x", "1,", "", "1,2x"}) {
    set_contents(dir / "t.csv", std::string("a,b\n1,2\n") + line + "\n3,4\n");
    CHECK(error_of([&] { read_csv(dir / "t.csv"); }) == dir / "t.csv" + ":3: not a line of 2 numbers");
  }
  set_contents(dir / "t.csv", "");
  CHECK(error_of([&] { read_csv(dir / "t.csv"); }).find("no line") != std::string::npos);
  CHECK_FALSE(error_of([&] { read_csv(dir / "nowhere.csv"); }).empty());
}

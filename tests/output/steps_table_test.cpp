#include "output/steps_table.hpp"

#include <doctest/doctest.h>

#include "output/steps_csv.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

const std::vector<std::string> names{"time", "iterations"};

}  // namespace

TEST_CASE("columns of steps.csv come back by name, in the order asked for") {
  const TemporaryDirectory folder;
  StepsCsv csv = StepsCsv::create(folder / "steps.csv", 2);
  for (int step = 1; step <= 3; ++step) {
    StepReport r;
    r.step = step;
    r.time = 0.1 * step;
    r.iterations = 10 * step;
    csv.append(r);
  }
  csv.close();
  const StepsTable table = read_steps(folder / "steps.csv", names);
  CHECK(table.rows() == 3);
  CHECK(table.column("iterations") == std::vector<double>{10, 20, 30});
  CHECK(table.column("time") == std::vector<double>{0.1, 0.2, 0.1 * 3});
  CHECK(error_of([&] { (void)table.column("bodies"); }) == "no column \"bodies\" was read");
}

TEST_CASE("a torn last line is left out") {
  const TemporaryDirectory folder;
  set_contents(folder / "steps.csv", "step,time,iterations\n1,0.5,7\n2,1");
  CHECK(read_steps(folder / "steps.csv", names).column("iterations") == std::vector<double>{7});
  set_contents(folder / "steps.csv", "step,time,iterations\n");
  CHECK(read_steps(folder / "steps.csv", names).rows() == 0);
}

TEST_CASE("a table that is broken is told of with its line") {
  const TemporaryDirectory folder;
  const std::string path = folder / "steps.csv";
  const auto complaint = [&](const std::string& text) {
    set_contents(path, text);
    return error_of([&] { read_steps(path, names); });
  };
  CHECK(error_of([&] { read_steps(folder / "none.csv", names); }) == (folder / "none.csv") + ": cannot open");
  CHECK(complaint("") == path + ": is empty");
  CHECK(complaint("step,time\n1,2\n") == path + ": no column \"iterations\"");
  CHECK(complaint("step,time,iterations\n1,2,3\n1,2\n") == path + ": line 3 has 2 cells, not 3");
  CHECK(complaint("step,time,iterations\n1,2,x3\n") == path + ": line 2: \"x3\" is no number (iterations)");
}

#include "output/steps_csv.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

StepReport report(std::int64_t step) {
  StepReport r;
  r.step = step;
  r.time = 0.1 * static_cast<double>(step);
  r.h = 0.1;
  r.bodies = 3;
  r.contacts = 5;
  r.active = 2;
  r.iterations = 17;
  r.projections = 1;
  r.overlap = 1.0 / 3;
  r.momentum = {1, -2, 3};
  r.converged = step != 2;
  r.bridges = 41;
  r.refused = 3;
  return r;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) out.push_back(line);
  return out;
}

}  // namespace

TEST_CASE("a line has a number for every name, in a form that reads back to the same bits") {
  const TemporaryDirectory dir;
  for (const int dimension : {1, 2, 3}) {
    StepsCsv csv = StepsCsv::create(dir / "steps.csv", dimension);
    csv.append(report(1));
    csv.append(report(2));
    csv.close();
    const auto all = lines(contents(dir / "steps.csv"));
    REQUIRE(all.size() == 3);
    CHECK(all[0].find("step,time,bodies,contacts,active,iterations,projections,overlap") == 0);
    CHECK(all[1].find("1,0.1,3,5,2,17,1,0.3333333333333333,0,0,0,0,1") == 0);
    CHECK(all[0].find(",bridges,broken,departed,h,refused,converged,") != std::string::npos);
    CHECK(all[1].find(",41,0,0,0.1,3,1,") != std::string::npos);
    for (const auto& line : all)
      CHECK(std::count(line.begin(), line.end(), ',') == 21 + 4 * dimension + static_cast<int>(stage_count));
  }
}

TEST_CASE("a resume drops the lines after the checkpoint and a torn last line") {
  const TemporaryDirectory dir;
  const std::string path = dir / "steps.csv";
  {
    StepsCsv csv = StepsCsv::create(path, 2);
    for (std::int64_t k = 1; k <= 6; ++k) csv.append(report(k));
  }
  const std::string whole = contents(path);
  for (const std::size_t torn : {std::size_t{0}, std::size_t{1}, std::size_t{20}}) {
    set_contents(path, whole.substr(0, whole.size() - torn));
    {
      StepsCsv csv = StepsCsv::reopen(path, 2, 4);
      csv.append(report(5));
      csv.append(report(6));
      csv.flush();
    }
    CHECK(contents(path) == whole);
  }
  set_contents(path, whole.substr(0, whole.size() - 1));
  StepsCsv::reopen(path, 2, 100).close();
  CHECK(lines(contents(path)).size() == 6);
}

TEST_CASE("a file of another run or none at all is refused, a full disk reported") {
  const TemporaryDirectory dir;
  StepsCsv::create(dir / "steps.csv", 3).close();
  CHECK_THROWS_AS(StepsCsv::reopen(dir / "steps.csv", 2, 1), Error);
  CHECK_THROWS_AS(StepsCsv::reopen(dir / "none.csv", 2, 1), Error);
  CHECK(error_of([] { StepsCsv::create("/dev/full", 2); }) == "/dev/full: cannot write: No space left on device");
}

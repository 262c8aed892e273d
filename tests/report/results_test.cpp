#include "report/results.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "output/files.hpp"
#include "report/support.hpp"

using namespace floc;
using namespace floc::bench;
using namespace floc::test;

TEST_CASE("a part carries its run: what it tells of its machine, and what is given beside") {
  Json results = nothing_yet();
  gather(results, "step", figures(step_bed(1000, 1)), run("2026-01-02"));
  const Json& step = part(results, "step");
  CHECK(step["run"]["date"].text() == "2026-01-02");
  CHECK(step["run"]["processor"].text() == "P");
  CHECK(step["run"]["load"].number() == 0.5);
  CHECK(step["processor"].is_null());
  CHECK(step["benchmark"].is_null());
  CHECK(told(step["run"]) == "2026-01-02 `abc1234`");
}

TEST_CASE("a part measured again is replaced, but for the beds that the new run had no time for") {
  Json results = nothing_yet();
  gather(results, "step", figures(step_bed(1000, 1) + "," + step_bed(1e6, 5000)), run("first"));
  gather(results, "gluey", figures(""), run("first"));
  gather(results, "step", figures(step_bed(1000, 2) + "," + step_bed(10000, 20)), run("second"));
  const Json& step = part(results, "step");
  REQUIRE(step["beds"].items().size() == 3);
  CHECK(find_step(find_bed(step, 3, 1000), 1e-3)["seconds_a_step"].number() == 2);
  CHECK(told(run_of(step, find_bed(step, 3, 1000))) == "second `abc1234`");
  CHECK(find_step(find_bed(step, 3, 1e6), 1e-3)["seconds_a_step"].number() == 5000);
  CHECK(told(run_of(step, find_bed(step, 3, 1e6))) == "first `abc1234`");
  CHECK(told(part(results, "gluey")["run"]) == "first `abc1234`");

  gather(results, "step", figures(step_bed(1e6, 4000)), run("third"));
  CHECK(told(run_of(part(results, "step"), find_bed(part(results, "step"), 3, 1e6))) == "third `abc1234`");
  CHECK(told(run_of(part(results, "step"), find_bed(part(results, "step"), 3, 10000))) == "second `abc1234`");
}

TEST_CASE("a bed of one depth is not the cube of as many grains") {
  Json results = nothing_yet();
  gather(results, "projection", figures("{\"dimension\": 3, \"grains\": 1000, \"depth\": 10}"), run("first"));
  gather(results, "projection", figures("{\"dimension\": 3, \"grains\": 1000, \"depth\": 0}"), run("second"));
  CHECK(part(results, "projection")["beds"].items().size() == 2);
  CHECK(cubes(part(results, "projection"), 3).size() == 1);
}

TEST_CASE("several cases of as many grains stay side by side") {
  const auto beds = [](const std::string& rows) { return parse_json("{\"beds\": [" + rows + "]}", "friction"); };
  Json results = nothing_yet();
  gather(results, "friction", beds(R"({"grains": 1000, "case": "spheres"}, {"grains": 1000, "case": "cubes"})"),
         run("first"));
  gather(results, "friction", beds(R"({"grains": 100000, "case": "spheres"})"), run("second"));
  CHECK(part(results, "friction")["beds"].items().size() == 3);
  gather(results, "friction", beds(R"({"grains": 1000, "case": "cubes"})"), run("third"));
  CHECK(part(results, "friction")["beds"].items().size() == 3);
}

TEST_CASE("a result file that is broken or another file is an error that names it") {
  const TemporaryFolder folder;
  const std::string path = folder / "bench.json";
  for (const std::string& bad : {std::string("{\"parts\": "), std::string("{}"), std::string("[1]"), std::string()}) {
    write_atomically(path, bad);
    CHECK_THROWS_AS(read_results(path), Error);
  }
  Json results = nothing_yet();
  CHECK_THROWS_AS(gather(results, "step", Json("text"), run("now")), Error);
}

TEST_CASE("the power of a power law is found") {
  CHECK(power({10, 100, 1000}, {2 * std::pow(10, 0.3), 2 * std::pow(100, 0.3), 2 * std::pow(1000, 0.3)}) ==
        doctest::Approx(0.3));
  CHECK(std::isnan(power({10}, {1})));
  CHECK(with_commas(1234567) == "1,234,567");
  CHECK(with_commas(123) == "123");
  CHECK(three_digits(1772.4) == "1,772");
  CHECK(three_digits(999.6) == "1,000");
  CHECK(three_digits(0.12345) == "0.123");
  CHECK(power_of_ten(1e-5) == "1e-5");
}

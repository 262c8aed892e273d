// The program and the script behind `make bench`, as they are called.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>

#include "report/support.hpp"
#include "support/paths.hpp"

using namespace floc;
using namespace floc::bench;
using namespace floc::test;

namespace {

Outcome report(const Words& words) { return execute(FLOC_REPORT, words); }

void write_program(const std::string& path, const std::string& script) {
  write_file(path, "#!/bin/sh\n" + script);
  ::chmod(path.c_str(), 0755);
}

}  // namespace

TEST_CASE("parts are added one by one, and the page is written from the file") {
  const TemporaryFolder folder;
  write_file(folder / "step.json", figures(step_bed(1000, 1)).to_text());
  const std::string file = folder / "results/bench.json", page = folder / "RESULTS.md";
  std::filesystem::create_directory(folder / "results");
  CHECK(report({"add", file, "step", folder / "step.json", "date=2026-01-02", "commit=1234567", "load=0.25"}).status ==
        0);
  const Json run = part(read_results(file), "step")["run"];
  CHECK(run["load"].number() == 0.25);
  CHECK(run["commit"].text() == "1234567");
  const Outcome o = report({"page", file, page});
  CHECK(o.status == 0);
  CHECK(contains(o.out, "not measured"));
  CHECK(contains(read_file(page), "(results/step.png)"));
}

TEST_CASE("broken files and bad words are told with status 2, and leave the result file as it was") {
  const TemporaryFolder folder;
  const std::string file = folder / "bench.json", torn = folder / "torn.json", good = folder / "good.json";
  write_file(torn, "{\"beds\": [{\"grains\": 10");
  write_file(good, "{\"beds\": []}");
  CHECK(report({"add", file, "step", good}).status == 0);
  const std::string before = read_file(file);
  const auto refused = [&](const Words& words, const std::string& why) {
    const Outcome o = report(words);
    CHECK(o.status == 2);
    CHECK_MESSAGE(contains(o.err, why), o.err);
    CHECK(read_file(file) == before);
  };
  refused({"add", file, "step", torn}, "torn.json: not JSON at line 1");
  refused({"add", file, "step", folder / "none.json"}, "none.json");
  refused({"add", file, "step", good, "date"}, "key=value is expected");
  refused({"add", torn, "step", good}, "torn.json: not JSON");
  refused({"page", torn, folder / "page.md"}, "torn.json: not JSON");
  refused({"page", good, folder / "page.md"}, "not a result file");
  refused({"page", folder / "none.json", folder / "page.md"}, "there is no such file");
  refused({"pages"}, "usage");
  CHECK(!std::filesystem::exists(folder / "page.md"));
}

TEST_CASE("the script runs the parts that are named; one that fails is told and left, the others are gathered") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "build/benchmarks");
  std::filesystem::create_symlink(FLOC_REPORT, folder / "build/benchmarks/bench_report");
  write_program(folder / "build/benchmarks/step_bench", "echo '{\"beds\": [{\"grains\": 1000}]}' > \"$1\"\n");
  write_program(folder / "build/benchmarks/gluey_bench", "echo '{\"beds\": [' > \"$1\"; exit 3\n");
  write_program(folder / "build/benchmarks/forces_bench", "echo '{\"cases\": [' > \"$1\"\n");
  const std::string script = source_dir() + "/benchmarks/run";
  const auto bench = [&](const std::string& only) {
    return execute(script, {},
                   {.environment = {{"ONLY", only},
                                    {"QUICK", "1"},
                                    {"WORK", folder / "work"},
                                    {"BUILD", folder / "build"},
                                    {"FROM", ""},
                                    {"UZAWA", ""}}});
  };
  const Outcome o = bench("gluey,step,forces");
  CHECK(o.status == 1);
  CHECK(contains(o.out, "[2/3] step took"));
  CHECK(contains(o.err, "failed, and left as they were: gluey forces"));
  const Json results = read_results(folder / "work/results/bench.json");
  CHECK(results["parts"].members().size() == 1);
  CHECK(part(results, "step")["run"]["size"].text() == "quick");
  CHECK(contains(read_file(folder / "work/RESULTS.md"), "Not measured: `make bench ONLY=gluey`"));

  const Outcome unknown = bench("steps");
  CHECK(unknown.status == 2);
  CHECK(contains(unknown.err, "no part \"steps\"; expected some of: projection step"));
}

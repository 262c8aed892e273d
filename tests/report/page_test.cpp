#include "report/page.hpp"

#include <doctest/doctest.h>

#include "output/files.hpp"
#include "report/support.hpp"
#include "support/paths.hpp"

using namespace floc;
using namespace floc::bench;
using namespace floc::test;

namespace {

bool holds(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

const std::string plots[] = {"roofline", "time", "iterations", "tolerance", "step", "peers", "peers-friction"};

}  // namespace

TEST_CASE("the page of all parts shows every plot, and the figures of the file") {
  const TemporaryFolder folder;
  Json results = nothing_yet();
  std::string beds;
  for (const int d : {2, 3})
    for (const double n : {1e4, 1e5}) {
      if (!beds.empty()) beds += ',';
      beds += projection_bed(d, n, 1e-5, 10, 0.1, 800);
    }
  gather(results, "projection", figures(beds), run("first"));
  gather(results, "step", figures(step_bed(1e4, 1) + "," + step_bed(1e6, 100)), run("first"));
  gather(results, "step", figures(step_bed(1e4, 1)), run("second"));
  gather(results, "peers",
         parse_json("{\"skipped\": [\"Yade\"], \"rows\": [" + peer_row("Floc", 1000, 1, 2) + "," +
                        peer_row("LAMMPS", 1000, 1, 10) + "]}",
                    "peers"),
         run("third"));
  gather(
      results, "peers-friction",
      parse_json("{\"rows\": [" + peer_row("Floc", 1e4, 1, 2) + "," + peer_row("LAMMPS", 1e4, 1, 10) + "]}", "peers"),
      run("fourth"));
  const std::string page = draw_page(results, folder.path(), "results");
  for (const std::string& plot : plots) {
    CHECK(file_exists(folder / plot + ".png"));
    CHECK(holds(page, "(results/" + plot + ".png)"));
  }
  CHECK(holds(page, "| ≥ 4 | ≥ 10 | 5 | met |"));
  CHECK(holds(page, "with friction .5 for 1 s, LAMMPS / ours, overlap ≤ 1e-4 r̄ | ≥ 3 | ≥ 8 | 5 | met |"));
  CHECK(holds(page, "Not installed: Yade"));
  CHECK(holds(page, "| step, beds of 1,000,000 | first |"));
  CHECK(holds(page, "Not measured: `make bench ONLY=gluey`"));
  CHECK(draw_page(results, folder.path(), "results") == page);
}

TEST_CASE("a page of nothing, and of figures that are none, is still a page") {
  const TemporaryFolder folder;
  const std::string empty = draw_page(nothing_yet(), folder.path(), "results");
  CHECK(holds(empty, "| not measured |"));
  for (const std::string& plot : plots) CHECK(!file_exists(folder / plot + ".png"));

  const Json odd =
      parse_json(R"({"parts": {"projection": {"beds": [1, {"dimension": 3, "grains": "many", "solves": 7}]},
      "step": [], "peers": {"rows": [{"program": 1}, null]}, "gluey": null, "forces": {"cases": {}},
      "pour": {"wall_seconds": "long"}, "picture": 3}})",
                 "odd");
  CHECK(holds(draw_page(odd, folder.path(), "results"), "# Results"));
  CHECK(holds(bars_as_lines(odd), "not measured"));
}

TEST_CASE("the page of the project is what its result file gives") {
  const TemporaryFolder folder;
  const std::string place = source_dir() + "/benchmarks/";
  CHECK((draw_page(read_results(place + "results/bench.json"), folder.path(), "results") ==
         read_text(place + "RESULTS.md")));
}

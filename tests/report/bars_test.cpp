#include "report/bars.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "report/support.hpp"

using namespace floc;
using namespace floc::bench;
using namespace floc::test;

namespace {

const Bar& find(const std::vector<Bar>& all, const std::string& words) {
  for (const Bar& bar : all)
    if (bar.what.find(words) != std::string::npos) return bar;
  FAIL("no bar about ", words);
  return all.front();
}

Json peers(const std::string& rows) { return parse_json("{\"rows\": [" + rows + "]}", "peers"); }

}  // namespace

TEST_CASE("no bar is met where nothing was measured") {
  for (const Bar& bar : bars(nothing_yet())) {
    CHECK(bar.verdict == Verdict::not_measured);
    CHECK(bar.got == "–");
    CHECK(!bar.bar.empty());
  }
}

TEST_CASE("uzawa over auto is missed, met or beyond, and says whether it ran to its end") {
  const auto judged = [](double slow, bool extrapolated) {
    Json results = nothing_yet();
    gather(results, "projection", figures(projection_bed(3, 1e4, 1e-5, slow, 0.1, 800, extrapolated)), run("today"));
    return find(bars(results), "3D bed of 10,000");
  };
  CHECK(judged(6.9, false).verdict == Verdict::missed);
  CHECK(judged(7.1, false).verdict == Verdict::met);
  CHECK(judged(15.1, false).verdict == Verdict::beyond);
  CHECK(judged(15.1, false).got == "151");
  CHECK(judged(7.1, false).note.find("run to its end") != std::string::npos);
  CHECK(judged(7.1, true).note.find("extrapolated from 30 s") != std::string::npos);
  CHECK(judged(7.1, true).run == "today `abc1234`");
}

TEST_CASE("Python is judged by what it adds to a step, a view and a force") {
  const auto judged = [](const std::string& step, const std::string& force) {
    Json results = nothing_yet();
    gather(results, "python",
           parse_json("{\"bodies\": 100489, \"step_of_one_body\": 30, \"step_beyond_its_stages\": " + step +
                          ", \"view_of_one_body\": 1, \"view_of_all\": 1.5, \"force_in_numpy\": " + force +
                          ", \"numpy_in_the_step\": 100, \"gravity_of_the_scene\": 200}",
                      "python"),
           run("today"));
    return bars(results);
  };
  const std::vector<Bar> good = judged("4", "300"), bad = judged("21", "400");
  CHECK(find(good, "step from Python").verdict == Verdict::beyond);
  CHECK(find(bad, "step from Python").verdict == Verdict::missed);
  CHECK(find(good, "view in numpy").note == "1 µs with one body, this with 100,489");
  CHECK(find(good, "force in numpy").verdict == Verdict::met);
  CHECK(find(good, "force in numpy").note == "300 µs against 100 and 200 µs, 100,489 bodies");
  CHECK(find(bad, "force in numpy").verdict == Verdict::missed);
}

TEST_CASE("growth that was not measured to a million is met only so far") {
  const auto growth = [](double largest, double exponent) {
    std::string beds;
    for (double n = 1e3; n <= largest; n *= 10) {
      if (!beds.empty()) beds += ',';
      beds += projection_bed(3, n, 1e-5, 1, 1, std::pow(n, exponent));
    }
    Json results = nothing_yet();
    gather(results, "projection", figures(beds), run("today"));
    return find(bars(results), "growth of iterations").verdict;
  };
  CHECK(growth(1e5, 0.2) == Verdict::so_far);
  CHECK(growth(1e5, 0.3) == Verdict::missed);
  CHECK(growth(1e6, 0.2) == Verdict::met);
  CHECK(growth(1e6, 0.05) == Verdict::beyond);
}

TEST_CASE("the cost of a step grows otherwise on two threads than on one, and both are judged") {
  Json results = nothing_yet();
  gather(results, "step", figures(step_bed(1e4, 1, 1.5) + "," + step_bed(1e6, 150, 2)), run("first"));
  CHECK(find(bars(results), "on one thread: exponent").verdict == Verdict::missed);
  CHECK(find(bars(results), "on two: exponent").verdict == Verdict::met);
}

TEST_CASE("the cost of a step in several runs is said to be") {
  Json results = nothing_yet();
  gather(results, "step", figures(step_bed(1e4, 1) + "," + step_bed(1e6, 100)), run("first"));
  CHECK(find(bars(results), "cost per step").verdict == Verdict::met);
  CHECK(find(bars(results), "cost per step").note.find("several runs") == std::string::npos);
  gather(results, "step", figures(step_bed(1e4, 1)), run("second"));
  CHECK(find(bars(results), "cost per step").note.find("several runs") != std::string::npos);
  CHECK(find(bars(results), "memory").run == "first `abc1234`");
}

TEST_CASE(
    "a peer is compared with the fastest of Floc's runs that keep their overlap, on no more threads than help it") {
  const Json rows = peers(peer_row("Floc", 1000, 1, 2) + "," + peer_row("Floc", 1000, 1, 1, 2e-4) + "," +
                          peer_row("Floc", 1000, 2, 1) + "," + peer_row("LAMMPS", 1000, 1, 10) + "," +
                          peer_row("LAMMPS", 1000, 2, 12));
  CHECK(peer_over_floc(rows, "LAMMPS", 1000, 1) == 5);
  CHECK(peer_over_floc(rows, "LAMMPS", 1000, 2) == 10);
  CHECK(std::isnan(peer_over_floc(rows, "Yade", 1000, 1)));
  CHECK(std::isnan(peer_over_floc(rows, "LAMMPS", 10000, 1)));
}

TEST_CASE("boxes are compared with Floc's fastest run at a tenth of the peer's overlap") {
  const auto judged = [](double bullet, double overlap) {
    const auto row = [](const char* program, double seconds, double worst) {
      return fmt::format(R"({{"program": "{}", "seconds_a_simulated_second": {}, "worst_overlap": {}}})", program,
                         seconds, worst);
    };
    Json results = nothing_yet();
    gather(results, "peers-boxes",
           peers(row("Floc", 4, 0.01) + "," + row("Floc", 8, 1e-4) + "," + row("Floc", 1, 0.1) + "," +
                 row("Bullet", bullet, overlap)),
           run("today"));
    return find(bars(results), "boxes");
  };
  CHECK(judged(12, 0.2).verdict == Verdict::beyond);
  CHECK(judged(12, 0.05).verdict == Verdict::met);  // 4 s is too coarse then, 8 s is not
  CHECK(judged(3, 0.2).verdict == Verdict::missed);
  CHECK(judged(3, 1e-5).verdict == Verdict::not_measured);
}

TEST_CASE("what friction costs is judged at each size, and ellipsoids only where no step is above the tolerance") {
  const auto judged = [](double ratio, double projections, int unconverged) {
    Json results = nothing_yet();
    gather(results, "friction",
           parse_json(fmt::format(R"({{"beds": [{{"grains": 100000, "case": "spheres", "seconds": 10}},
               {{"grains": 100000, "case": "spheres, friction .5", "seconds": 30, "over_frictionless": {}}},
               {{"grains": 10000, "case": "ellipsoids 2:1:1, friction .5", "projections_a_step": {}, "unconverged": {}}}]}})",
                                  ratio, projections, unconverged),
                      "friction"),
           run("today"));
    return bars(results);
  };
  CHECK(find(judged(3, 2, 0), "100,000 spheres with friction .5 / without").verdict == Verdict::met);
  CHECK(find(judged(1.9, 2, 0), "100,000 spheres with friction .5 / without").verdict == Verdict::beyond);
  CHECK(find(judged(4.1, 2, 0), "100,000 spheres with friction .5 / without").verdict == Verdict::missed);
  CHECK(find(judged(3, 2, 0), "run of 10,000 spheres with friction .5 / without").verdict == Verdict::not_measured);
  CHECK(find(judged(3, 2, 0), "ellipsoids 2:1:1").verdict == Verdict::met);
  CHECK(find(judged(3, 1.4, 1), "ellipsoids 2:1:1").verdict == Verdict::missed);
}

TEST_CASE("growth with friction is met only so far where it was not measured to a million spheres") {
  const auto judged = [](double largest, double exponent) {
    std::string beds;
    for (double n = 1e3; n <= largest; n *= 10)
      beds += fmt::format(R"({}{{"grains": {}, "microseconds_a_sphere": {}, "iterations_a_step": 50}})",
                          beds.empty() ? "" : ",", n, std::pow(n, exponent - 1));
    Json results = nothing_yet();
    gather(results, "friction", parse_json("{\"one_depth\": [" + beds + "]}", "friction"), run("today"));
    return find(bars(results), "with friction .5 against N").verdict;
  };
  CHECK(judged(1e6, 1.02) == Verdict::met);
  CHECK(judged(1e6, 1.1) == Verdict::missed);
  CHECK(judged(1e5, 1.02) == Verdict::so_far);
  CHECK(judged(1e3, 1.02) == Verdict::not_measured);
}

TEST_CASE("steps of any length are judged by the worst of them, each law and dimension by itself") {
  const auto judged = [](double times, int unconverged) {
    const auto row = [&](const char* law, int dimension, double step, double over, int failed) {
      return fmt::format(R"({{"law": "{}", "dimension": {}, "step": {}, "over_shortest": {}, "unconverged": {}}})", law,
                         dimension, step, over, failed);
    };
    Json results = nothing_yet();
    gather(results, "huge",
           parse_json("{\"runs\": [" + row("inelastic", 2, 0.005, 1, 0) + "," + row("inelastic", 2, 0.5, times, unconverged) +
                          "," + row("inelastic", 2, 500, 1.5, 0) + "," + row("inelastic", 3, 0.5, 20, 0) + "]}",
                      "huge"),
           run("today"));
    return bars(results);
  };
  CHECK(find(judged(4, 0), "discs of radii over a ratio of 50: ").verdict == Verdict::beyond);
  CHECK(find(judged(9, 0), "discs of radii over a ratio of 50: ").verdict == Verdict::met);
  CHECK(find(judged(11, 0), "discs of radii over a ratio of 50: ").verdict == Verdict::missed);
  CHECK(find(judged(4, 1), "discs of radii over a ratio of 50: ").verdict == Verdict::missed);
  CHECK(find(judged(4, 0), "spheres of radii over a ratio of 50: ").verdict == Verdict::missed);
  CHECK(find(judged(4, 0), "spheres of radii over a ratio of 50: ").note.find("h = 0.5") != std::string::npos);
  CHECK(find(judged(4, 0), "discs of radii over a ratio of 50, with films").verdict == Verdict::not_measured);
}

TEST_CASE("narrow bands are judged in space, by the width that gains least on the published times") {
  const auto judged = [](double first, double second) {
    const auto row = [](int dimension, double width, double theirs) {
      return fmt::format(R"({{"dimension": {}, "width": {}, "milliseconds": 2, "contact_milliseconds": {}}})", dimension,
                         width, 2 * theirs);
    };
    Json results = nothing_yet();
    gather(results, "bands",
           parse_json("{\"bands\": [" + row(2, 1, 5) + "," + row(3, 1.9, first) + "," + row(3, 0.25, second) + "]}", "bands"),
           run("today"));
    return find(bars(results), "narrow band of distances in space");
  };
  CHECK(judged(300, 120).verdict == Verdict::beyond);
  CHECK(judged(300, 25).verdict == Verdict::met);
  CHECK(judged(300, 15).verdict == Verdict::missed);
  CHECK(judged(300, 15).note.find("0.25") != std::string::npos);
}

TEST_CASE("a fluid is judged by its steps of 512² cells, by spheres with walls and without, and by its growth") {
  Json results = nothing_yet();
  gather(results, "fluid",
         parse_json(R"({"steps": [{"dimension": 2, "cells": 256, "bodies": 25, "ms": 4, "ratio": 1, "ns_a_cell": 61},
                                  {"dimension": 2, "cells": 512, "bodies": 100, "ms": 16, "ratio": 2.5, "ns_a_cell": 61},
                                  {"dimension": 2, "cells": 512, "bodies": 1, "ms": 9, "ratio": 1.5, "ns_a_cell": 34},
                                  {"dimension": 3, "cells": 32, "bodies": 1, "ms": 900, "ratio": 9, "ns_a_cell": 9}],
                        "mobility": [{"cells": 128, "walls": false, "ratio": 20, "iterations": 5},
                                     {"cells": 128, "walls": true, "ratio": 120, "iterations": 15}]})",
                    "fluid"),
         run("today"));
  const std::vector<Bar> all = bars(results);
  CHECK(find(all, "512² cells of a fluid with 100 discs / a Poisson solve").verdict == Verdict::missed);
  CHECK(find(all, "steps per second of 512² cells").verdict == Verdict::met);
  CHECK(find(all, "mobility of a sphere in 128³ cells /").verdict == Verdict::met);
  CHECK(find(all, "mobility of a sphere in 128³ cells between walls").verdict == Verdict::missed);
  const Bar& growth = find(all, "time of a step of a fluid against its cells");
  CHECK(growth.verdict == Verdict::so_far);
  CHECK(growth.got == "1");
}

TEST_CASE("files are judged by their largest share of the time by the clock, and the processor's is told") {
  const auto judged = [](double first, double second) {
    const auto row = [](double wall, double processor) {
      return fmt::format(R"({{"share_of_wall": {}, "share_of_processor": {}}})", wall, processor);
    };
    Json results = nothing_yet();
    gather(results, "output", parse_json("{\"runs\": [" + row(first, 0.2) + "," + row(second, 0.1) + "]}", "output"),
           run("today"));
    return find(bars(results), "files with the default keys");
  };
  CHECK(judged(0.01, 0.02).verdict == Verdict::beyond);
  CHECK(judged(0.09, 0.02).verdict == Verdict::met);
  CHECK(judged(0.02, 0.11).verdict == Verdict::missed);
  CHECK(judged(0.02, 0.11).got == "11 %");
  CHECK(judged(0.02, 0.11).note.find("at most 20 %") != std::string::npos);
}

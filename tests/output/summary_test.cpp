#include "output/summary.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("totals are sums and extremes over the steps") {
  Totals t;
  StepReport a, b;
  a.iterations = 5;
  a.projections = 1;
  a.overlap = 0.5;
  a.duality_gap = 1;
  a.seconds[1] = 2;
  b.iterations = 7;
  b.projections = 2;
  b.overlap = 0.25;
  b.duality_gap = 3;
  b.complementarity = 4;
  b.converged = false;
  b.halvings = 1;
  b.refused = 3;
  a.h = 0.5;
  b.h = 0.25;
  b.seconds[1] = 3;
  t.add(a);
  t.add(b);
  CHECK(t.steps == 2);
  CHECK(t.iterations == 12);
  CHECK(t.projections == 3);
  CHECK(t.halvings == 1);
  CHECK(t.refused == 3);
  CHECK(t.shortest_step == 0.25);
  CHECK(t.unconverged_steps == 1);
  CHECK(t.worst_overlap == 0.5);
  CHECK(t.worst_duality_gap == 3);
  CHECK(t.worst_complementarity == 4);
  CHECK(t.seconds[1] == 5);
}

TEST_CASE("a summary comes back from its file, texts and not-a-numbers included") {
  const TemporaryDirectory dir;
  Summary s;
  s.version = "1.2.3";
  s.status = "stopped: \"why\"\n\\ \x01 é";
  s.stopped_by = "at rest: \"slow\"";
  s.threads = 7;
  s.dimension = 2;
  s.step = 123456789012;
  s.time = 0.1;
  s.bodies = 10;
  s.frames = 3;
  s.departed = 5;
  s.evacuation_time = 12.5;
  s.exits = {{"a.b \"c\"", 3, 1, 2, 0.5}, {"north", 2, 0.5, 12.5, 0.25}};
  s.kinetic_energy = std::nan("");
  s.hash = 0xfedcba9876543210u;
  s.changes = {{7, 0.5, "time.end", "1", "2"}, {9, 0.75, "title", "", "\"a \\\"b\\\"\""}};
  s.totals.steps = 99;
  s.totals.worst_overlap = 1.0 / 3;
  s.totals.seconds[0] = 1e-300;
  write_summary(dir / "summary.json", s);
  const Summary r = read_summary(dir / "summary.json");
  CHECK(r.version == s.version);
  CHECK(r.status == s.status);
  CHECK(r.stopped_by == s.stopped_by);
  CHECK(r.threads == 7);
  CHECK(r.departed == 5);
  CHECK(r.evacuation_time == 12.5);
  CHECK(r.changes == s.changes);
  REQUIRE(r.exits.size() == 2);
  CHECK(r.exits[0].name == s.exits[0].name);
  CHECK(r.exits[1].left == 2);
  CHECK(r.exits[1].flow == 0.25);
  CHECK(r.step == s.step);
  CHECK(r.time == s.time);
  CHECK(std::isnan(r.kinetic_energy));
  CHECK(r.hash == s.hash);
  CHECK(r.totals.steps == 99);
  CHECK(r.totals.worst_overlap == s.totals.worst_overlap);
  CHECK(r.totals.seconds == s.totals.seconds);
  CHECK(contents(dir / "summary.json").find("\"kinetic_energy\": null") != std::string::npos);
}

TEST_CASE("text that is not a summary is an error with the place") {
  const std::string good = to_json(Summary{});
  for (const std::string& bad : {std::string(), std::string("{"), std::string("[1]"), good.substr(0, good.size() / 2),
                                 good + "x", std::string("{\"version\": 1}"), std::string("{\"a\": {\"b\": {}}}"),
                                 std::string(10000, '{'), std::string("{\"a\\u12\": 1}")})
    CHECK(error_of([&] { summary_from_json(bad, "summary.json"); }).find("summary.json: ") == 0);
}

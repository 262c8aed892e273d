// floc measure, and runs that measure themselves.
#include <doctest/doctest.h>

#include <filesystem>

#include "measure/measurements.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

const std::string everything =
    "[measure]\nwhat = [\"aggregates\", \"sizes\", \"mergers\", \"coordination\", \"profile\", \"forces\", \"stress\", "
    "\"temperature\", \"flow\", \"evacuation\"]\npoint = [0, 0.3]\nnormal = [0, -1]\nbins = 5\n";
const std::string names = "aggregates,sizes,mergers,coordination,profile,forces,stress,temperature,flow,evacuation";
const Words precise{"--set", "output.precision=float64", "--set", "time.end=0.2"};

void check_same_tables(const std::string& a, const std::string& b) {
  std::size_t tables = 0;
  for (const auto& entry : std::filesystem::directory_iterator(a)) {
    const std::string name = entry.path().filename().string();
    CAPTURE(name);
    CHECK(read_file(a + "/" + name) == read_file(b + "/" + name));
    ++tables;
  }
  CHECK(tables == 10);
}

// A run that is made once, and measures itself.
struct Run {
  TemporaryFolder folder;
  std::string directory = folder / "run";
  Run() { run_scene(scene_file(folder, std::string(bed) + everything), directory, precise); }
};
const Run& measured_run() {
  static const Run run;
  return run;
}

}  // namespace

TEST_CASE("measured afterwards or as the run goes on, the tables are the same") {
  const TemporaryFolder folder;
  const Outcome o = command({"measure", measured_run().directory, "--what", names, "-o", folder / "m"});
  CHECK(o.err.empty());
  REQUIRE(o.status == 0);
  CHECK(contains(o.out, folder / "m/stress.csv"));
  check_same_tables(measured_run().directory + "/measure", folder / "m");
  const Words lines = lines_of(read_file(folder / "m/evacuation.csv"));
  CHECK(lines.front() == "step,time,inside,entered,left,rate");
  CHECK(lines.size() == 1 + TrajectoryReader(measured_run().directory + "/trajectory.h5").frames());
}

TEST_CASE("a run that was stopped and resumed, even with lines beyond its checkpoint, has the same tables") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  const std::string scene = scene_file(folder, std::string(bed) + everything);
  run_cut_short(scene, run, precise);
  // as a kill after the checkpoint leaves them: lines of steps to come, the last one torn
  for (const char* name : {"flow.csv", "sizes.csv"})
    write_file(run + "/measure/" + name, read_file(run + "/measure/" + name) + "9999,1,1\n9999,");
  CHECK(command({"resume", run, "-q"}).status == 0);
  check_same_tables(measured_run().directory + "/measure", run + "/measure");
  CHECK(command({"resume", run, "-q"}).status == 0);  // of a run that has ended: nothing is doubled
  check_same_tables(measured_run().directory + "/measure", run + "/measure");
}

TEST_CASE("a run measures itself at its own times, from the start to the end") {
  const TemporaryFolder folder;
  run_scene(scene_file(folder, bed), folder / "run",
            {"--set", "time.end=0.05", "--set", "measure.what=[\"temperature\"]", "--set", "measure.every_steps=4"});
  const Words lines = lines_of(read_file(folder / "run/measure/temperature.csv"));
  Words steps;
  for (const std::string& line : lines) steps.push_back(cells_of(line)[0]);
  CHECK(steps == Words{"step", "0", "4", "8", "10"});
}

TEST_CASE("an old measurement does not outlive the run it is of") {
  const TemporaryFolder folder;
  const std::string run = folder / "run", scene = scene_file(folder, lonely);
  run_scene(scene, run, {"--set", "measure.what=[\"temperature\"]"});
  CHECK(command({"measure", run, "--what", "aggregates", "--format", "json"}).status == 0);
  CHECK(std::filesystem::exists(run + "/measure/aggregates.json"));
  run_scene(scene, run, {"--overwrite"});
  CHECK_FALSE(std::filesystem::exists(run + "/measure"));
}

TEST_CASE("one measurement goes into a file; --from and --to choose frames; --set sets") {
  const TemporaryFolder folder;
  const std::string run = measured_run().directory;
  CHECK(command({"measure", run, "--what", "profile", "--from", "0.09", "--to", "0.15", "--set", "bins=3", "-o",
                 folder / "p.csv"})
            .status == 0);
  const Words lines = lines_of(read_file(folder / "p.csv"));
  CHECK(lines.size() % 3 == 1);
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const double time = std::stod(cells_of(lines[k])[1]);
    CHECK(time >= 0.09);
    CHECK(time <= 0.15);
  }
  CHECK(command({"measure", run, "--what", "stress", "-o", folder / "s.json"}).status == 0);
  CHECK(
      contains(read_file(folder / "s.json"), "\"columns\": [\"step\", \"time\", \"xx\", \"xy\", \"yy\", \"pressure\""));
}

TEST_CASE("measuring what makes no sense is wrong input with what was expected, and nothing is written") {
  const TemporaryFolder folder;
  const std::string run = measured_run().directory, out = folder / "out";
  const auto refused = [&](Words words, const std::string& part) {
    words.insert(words.begin(), {"measure", run});
    const Outcome o = command(words);
    CHECK(o.status == 2);
    CHECK_MESSAGE(contains(o.err, part), o.err);
    CHECK_FALSE(std::filesystem::exists(out));
  };
  refused({"--what", "agregates", "-o", out}, "did you mean \"aggregates\"?");
  refused({"--what", "mixing", "-o", out}, "needs two groups");
  refused({"--what", "aggregates", "--set", "gpa=1", "-o", out}, "did you mean \"gap\"");
  refused({"--what", "aggregates", "--set", "gap=-1", "-o", out}, "at least 0");
  refused({"--what", "aggregates,sizes", "-o", out + ".csv"}, "one file");
  refused({"--what", "aggregates", "--format", "json", "-o", out + ".csv"}, "the ending says csv");
  refused({"--what", "aggregates", "--from", "7", "-o", out}, "no frame lies between");
  refused({"--what", "aggregates"}, "the run itself writes");
  refused({"--what", "aggregates", "--format", "xml", "-o", out}, "xml");
  refused({}, "--what");
}

TEST_CASE("frames without contacts are not asked for forces; a folder without a run holds none") {
  const TemporaryFolder folder;
  run_scene(scene_file(folder, lonely), folder / "run", {"--set", "output.contacts=false"});
  const Outcome o = command({"measure", folder / "run", "--what", "forces"});
  CHECK(o.status == 2);
  CHECK(contains(o.err, "contacts = false"));
  CHECK(command({"measure", folder / "run", "--what", "coordination"}).status == 0);
  for (const std::string& path : {folder.path(), folder / "nowhere"}) {
    const Outcome none = command({"measure", path, "--what", "stress"});
    CHECK(none.status == 1);
    CHECK(contains(none.err, "holds no run"));
  }
  const Outcome nothing = command({"measure", folder / "run", "--what", "coagulation"});
  CHECK(nothing.status == 1);
  CHECK(contains(nothing.err, "nothing to fit"));
}

TEST_CASE("coagulation writes its tables and its plot, and tells what each kernel is worth") {
  const TemporaryFolder folder;
  const Outcome o = command({"measure", measured_run().directory, "--what", "coagulation", "-o", folder / "c"});
  REQUIRE(o.status == 0);
  for (const char* name : {"coagulation.csv", "coagulation_sizes.csv", "coagulation_numbers.csv", "coagulation.png"})
    CHECK(std::filesystem::exists(folder / ("c/" + std::string(name))));
  CHECK(contains(o.out, "likeliest"));
  CHECK(contains(o.out, "mergers"));
}

TEST_CASE("the help of measure lists every measurement with its unit") {
  const Outcome o = command({"measure", "--help"});
  CHECK(o.status == 0);
  for (const MeasurementKind& kind : measurement_kinds()) CHECK(contains(o.out, std::string(kind.help)));
}

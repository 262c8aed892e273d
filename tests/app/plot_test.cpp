// floc plot.
#include <doctest/doctest.h>

#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("plots are drawn of every subject, of a run that is torn too") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  run_scene(scene_file(folder, bed), run, {"--set", "time.end=0.05"});
  const Outcome o =
      command({"plot", run, "--what", "energies,contacts,overlap,iterations,aggregates", "-o", folder / "x.png"});
  CHECK(o.status == 0);
  CHECK(contains(o.out, "of 10 steps"));
  CHECK(read_file(folder / "x.png").starts_with("\x89PNG"));
  CHECK(command({"plot", run}).status == 0);
  const std::string first = read_file(run + "/plot.svg");
  CHECK(contains(first, "<svg"));
  CHECK(command({"plot", run}).status == 0);
  CHECK((read_file(run + "/plot.svg") == first));

  const std::string steps = read_file(run + "/steps.csv");
  write_file(run + "/steps.csv", steps.substr(0, steps.size() - 5));
  CHECK(contains(command({"plot", run}).out, "of 9 steps"));
}

TEST_CASE("wrong subjects and endings are wrong input, folders without steps a message") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  run_scene(scene_file(folder, lonely), run);
  const Outcome wrong = command({"plot", run, "--what", "energies,contcats", "-o", folder / "x.svg"});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "did you mean \"contacts\"?"));
  CHECK(command({"plot", run, "-o", folder / "x.pdf"}).status == 2);
  const Outcome none = command({"plot", folder.path()});
  CHECK(none.status == 1);
  CHECK(contains(none.err, "holds no run: there is no steps.csv"));
  const std::string steps = read_file(run + "/steps.csv");
  write_file(run + "/steps.csv", steps.substr(0, steps.find('\n') + 1));
  CHECK(contains(command({"plot", run}).err, "no step has been made yet"));
  write_file(run + "/steps.csv", steps + "nonsense\n");
  CHECK(contains(command({"plot", run}).err, "steps.csv:3: not a line of"));
  CHECK_FALSE(std::filesystem::exists(folder / "x.svg"));
}

// A disk that is full and a folder that cannot be written are reported, and lose nothing already
// written. A limit on the size of files (RLIMIT_FSIZE) plays the full disk, for every file in turn.
#include <doctest/doctest.h>

#include "support/paths.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

bool names_a_file(const std::string& message, const std::string& run) {
  for (const char* name : {"scene.toml", "trajectory.h5", "steps.csv", "checkpoint.h5", "summary.json"})
    if (contains(message, run + "/" + name)) return true;
  return false;
}

}  // namespace

TEST_CASE("a run that meets a full disk fails with a message and goes on when there is room again") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed);
  const Words settings{"--set", "output.every_steps=2", "--set", "output.checkpoint_every_steps=8",
                       "--set", "output.compression=0"};
  const Summary whole = run_scene(scene, folder / "whole", settings);
  int failures = 0, resumed = 0;
  for (std::size_t limit = 1000; limit < 8000000; limit += limit / 3) {
    INFO("files of at most ", limit, " bytes");
    const std::string run = folder / std::to_string(limit);
    Words words{"run", scene, "-o", run, "-q"};
    words.insert(words.end(), settings.begin(), settings.end());
    Outcome o = command(words, {.largest_file = limit});
    INFO(o.err);
    REQUIRE(o.signal == 0);
    if (o.status == 0) {
      CHECK(read_summary(run + "/summary.json").hash == whole.hash);
      break;
    }
    ++failures;
    CHECK(o.status == 1);
    CHECK(contains(o.err, "File too large"));
    CHECK(names_a_file(o.err, run));
    CHECK(!std::filesystem::exists(run + "/summary.json"));

    // What was written is readable.
    const bool can_resume = std::filesystem::exists(run + "/checkpoint.h5");
    CHECK(contains(o.err, "what was written is safe") == can_resume);
    if (!can_resume) continue;
    CHECK(command({"info", run}).status == 0);
    {
      const TrajectoryReader trajectory(run + "/trajectory.h5");
      for (std::size_t k = 0; k < trajectory.frames(); ++k) CHECK(trajectory.read(k).bodies.size() >= 200);
    }

    // Still no room: the same message, and nothing gets worse. Then there is.
    o = command({"resume", run, "-q"}, {.largest_file = limit});
    CHECK(o.signal == 0);
    CHECK(o.status == 1);
    o = command({"resume", run, "-q"});
    INFO(o.err);
    CHECK(o.status == 0);
    CHECK(read_summary(run + "/summary.json").hash == whole.hash);
    CHECK((timeless_steps(run) == timeless_steps(folder / "whole")));
    check_same_frames(run, folder / "whole");
    ++resumed;
  }
  CHECK(failures > 5);
  CHECK(resumed > 2);
}

TEST_CASE("export, picture and dump-problem report a full disk") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  run_scene(scene_file(folder, bed), run, {"--set", "time.end=0.05"});
  const Circumstances full{.largest_file = 1000};
  for (const std::string format : {"vtp", "gsd", "xyz", "lammps", "csv"}) {
    const Outcome o = command({"export", run, "--to", format}, full);
    CHECK(o.status == 1);
    CHECK(contains(o.err, run + "/" + format));
    CHECK(contains(o.err, "File too large"));
  }
  for (const std::string name : {"x.png", "x.svg"}) {
    const Outcome o = command({"picture", run, "-o", folder / name}, full);
    CHECK(o.status == 1);
    CHECK(contains(o.err, folder / name));
  }
  const Outcome o = command({"dump-problem", run, "--step", "10", "-o", folder / "problem.h5"}, full);
  CHECK(o.signal == 0);
  CHECK(o.status == 1);
  CHECK(contains(o.err, folder / "problem.h5"));
  CHECK(!std::filesystem::exists(folder / "problem.h5"));
}

TEST_CASE("a folder that cannot be made or written is reported") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, lonely);
  write_file(folder / "file", "");
  for (const std::string& run : {folder / "file", folder / "file/run", std::string("/proc/run")}) {
    const Outcome o = command({"run", scene, "-o", run});
    CHECK(o.status == 1);
    CHECK_MESSAGE(contains(o.err, "floc: " + run), o.err);
    CHECK(!contains(o.err, "what was written is safe"));
  }
  CHECK(read_file(folder / "file").empty());
}

TEST_CASE("a folder that is deleted under its run is reported") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  Process process(program(), {"run", scene_file(folder, bed), "-o", run, "-q", "--set", "time.end=20"});
  REQUIRE(process.until([&] { return std::filesystem::exists(run + "/checkpoint.previous.h5"); }));
  std::filesystem::rename(run, folder / "gone");
  std::filesystem::remove_all(folder / "gone");
  const Outcome o = process.wait();
  CHECK(o.signal == 0);
  CHECK(o.status == 1);
  CHECK(contains(o.err, "floc: " + run));
  CHECK(!contains(o.err, "what was written is safe"));
}

// SIGINT, SIGTERM and the clock end a run after its last whole step, with a checkpoint to go on from.
#include <doctest/doctest.h>

#include <thread>

#include "output/checkpoint.hpp"
#include "support/paths.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// A column of touching grains: from a cold start the papers' solver needs as many iterations as the
// square of their number, so that the first step takes as long as nobody waits.
const char* const endless = R"toml([scene]
dimension = 1
[time]
step = 1e-2
end = 1
[forces]
gravity = [-9.81]
[[obstacles]]
kind = "half-space"
point = [0]
normal = [1]
[[particles]]
kind = "lattice"
spacing = 0.2
origin = [0.1]
counts = [20000]
radius = 0.1
mass = 1
[solver]
name = "uzawa"
tolerance = 1e-9
max_iterations = 1000000000
)toml";

bool has(const std::string& path) { return std::filesystem::exists(path); }

}  // namespace

TEST_CASE("a run that is interrupted, and resumed, ends as if it had not been") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed);
  const Words longer{"--set", "time.end=1.2", "--set", "output.checkpoint_every_steps=20"};
  const Summary whole = run_scene(scene, folder / "whole", longer);
  for (const int signal : {SIGINT, SIGTERM}) {
    INFO("signal ", signal);
    const std::string run = folder / std::to_string(signal);
    Words words{"run", scene, "-o", run};
    words.insert(words.end(), longer.begin(), longer.end());
    Process process(program(), words);
    REQUIRE(process.until([&] { return has(run + "/checkpoint.previous.h5"); }));
    process.send(signal);
    const Outcome o = process.wait();
    CHECK(o.signal == 0);
    CHECK(o.status == 4);
    CHECK(contains(o.out, "interrupted: "));
    CHECK(contains(o.out, "go on with: floc resume " + run));

    const Summary stopped = read_summary(run + "/summary.json");
    CHECK(stopped.status == "interrupted");
    CHECK(stopped.step >= 20);
    CHECK(stopped.step < whole.step);
    CHECK(read_checkpoint(run + "/checkpoint.h5").state.step == stopped.step);
    CHECK(lines_of(read_file(run + "/steps.csv")).size() == 1 + static_cast<std::size_t>(stopped.step));
    CHECK(contains(command({"info", run}).out, "status         interrupted"));

    CHECK(command({"resume", run, "-q"}).status == 0);
    const Summary end = read_summary(run + "/summary.json");
    CHECK(end.status == "finished");
    CHECK(end.hash == whole.hash);
    CHECK((timeless_steps(run) == timeless_steps(folder / "whole")));
    check_same_frames(run, folder / "whole");
  }
}

TEST_CASE("a step that nobody waits for is given up, and the checkpoint is that of the step before") {
  for (const int signal : {SIGINT, SIGTERM}) {
    INFO("signal ", signal);
    const TemporaryFolder folder;
    Process process(program(), {"run", scene_file(folder, endless), "-o", folder / "run"});
    REQUIRE(process.until([&] { return has(folder / "run/checkpoint.h5") && process.catches(signal); }));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // into the step
    process.send(signal);
    const Outcome o = process.wait();
    CHECK(o.signal == 0);
    CHECK(o.status == 4);
    CHECK(contains(o.out, "interrupted: 0 steps"));
    CHECK(read_summary(folder / "run/summary.json").status == "interrupted");
    CHECK(read_checkpoint(folder / "run/checkpoint.h5").state.step == 0);
    CHECK(contains(command({"info", folder / "run"}).out, "status         interrupted"));
  }
}

TEST_CASE("a run that is out of time ends with status 5 and a checkpoint") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  const Outcome o =
      command({"run", scene_file(folder, bed), "-o", run, "--set", "time.end=60", "--max-walltime", "0.5"});
  CHECK(o.status == 5);
  CHECK(contains(o.out, "walltime: "));
  const Summary s = read_summary(run + "/summary.json");
  CHECK(s.status == "walltime");
  CHECK(s.step >= 1);
  CHECK(read_checkpoint(run + "/checkpoint.h5").state.step == s.step);
}

TEST_CASE("a step under way is given up when the time is over, and the checkpoint is that of the step before") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  const Outcome o = command({"run", scene_file(folder, endless), "-o", run, "--max-walltime", "0.3"});
  CHECK(o.signal == 0);
  CHECK(o.status == 5);
  CHECK(contains(o.out, "walltime: 0 steps"));
  CHECK(contains(o.out, "go on with: floc resume " + run));
  CHECK(read_summary(run + "/summary.json").status == "walltime");
  CHECK(read_checkpoint(run + "/checkpoint.h5").state.step == 0);
  CHECK(command({"resume", run, "-q", "--max-walltime", "0.2"}).status == 5);
}

TEST_CASE("a dense packing is given up on a signal and when the time is over, before anything is written") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, R"toml([scene]
dimension = 3
[time]
step = 1e-2
end = 1
[[particles]]
kind = "random"
fraction = 0.6
low = [0, 0, 0]
high = [40, 40, 40]
radius = 0.5
)toml");
  Process process(program(), {"run", scene, "-o", folder / "run"});
  REQUIRE(process.until([&] { return process.catches(SIGINT); }));
  process.send(SIGINT);
  const Outcome o = process.wait();
  CHECK(o.status == 4);
  CHECK(contains(o.err, "floc: interrupted while the particles were placed; nothing was written"));
  const Outcome late = command({"run", scene, "-o", folder / "run", "--max-walltime", "0.1"});
  CHECK(late.status == 5);
  CHECK(contains(late.err, "floc: out of time while the particles were placed"));
  CHECK(!has(folder / "run"));
}

TEST_CASE("a run whose reader has gone goes on to its end") {
  const TemporaryFolder folder;
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  Process process(program(), {"run", scene_file(folder, bed), "-o", folder / "run"},
                  {.output = "/dev/fd/" + std::to_string(ends[1])});
  ::close(ends[0]);
  ::close(ends[1]);
  const Outcome o = process.wait();
  CHECK(o.signal == 0);
  CHECK(o.status == 0);
  CHECK(read_summary(folder / "run/summary.json").status == "finished");
}

TEST_CASE("two programs do not write into one folder") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  Process process(program(), {"run", scene_file(folder, endless), "-o", run, "-q"});
  REQUIRE(process.until([&] { return has(run + "/checkpoint.h5") && process.catches(SIGINT); }));
  for (const Words& words : {Words{"resume", run}, Words{"run", folder / "scene.toml", "-o", run, "--overwrite"}}) {
    const Outcome o = command(words);
    CHECK(o.status == 1);
    CHECK(contains(o.err, run + ": another program is writing into it"));
  }
  CHECK(!process.ended());
  CHECK(command({"info", run}).status == 0);  // but reading is free
}

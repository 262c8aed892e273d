// A run that is killed at any instant, again and again, goes on to the end it would have had.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <random>
#include <thread>

#include "support/paths.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

#ifdef FLOC_SANITIZED
constexpr int most_kills = 8;
#else
constexpr int most_kills = 50;
#endif

// Changes with every checkpoint.
std::pair<ino_t, long> stamp(const std::string& path) {
  struct stat s {};
  ::stat(path.c_str(), &s);
  return {s.st_ino, s.st_mtim.tv_nsec};
}

// Boxes, a clump and discs with friction that resists rolling; a chain of hinges whose end is driven, and welds that
// break.
const char* const turning_bodies = R"toml([scene]
dimension = 2
seed = 3
[time]
step = 5e-3
end = 0.5
[forces]
gravity = [0, -9.81]
[friction]
coefficient = 0.4
rolling = 0.05
[[obstacles]]
name = "box"
kind = "box"
low = [0, 0]
high = [1, 2]
side = "inside"
[[particles]]
kind = "lattice"
origin = [0.1, 1.2]
counts = [8, 1]
spacing = 0.06
radius = 0.02
density = 1000
[[particles]]
kind = "lattice"
low = [0, 0.05]
high = [1, 0.5]
spacing = 0.09
jitter = 0.3
radius = { uniform = [0.02, 0.03] }
density = 1000
velocity = ["2*y", "-1"]
shape = { kind = "box", sides = [1.4, 1] }
[[particles]]
kind = "lattice"
low = [0, 0.55]
high = [1, 0.9]
spacing = 0.09
radius = 0.025
density = 1000
shape = { kind = "clump", parts = [{ kind = "sphere", centre = [-0.7, 0] }, { kind = "sphere", centre = [0.7, 0] }] }
[[joints]]
kind = "hinge"
pairs = [[0, 1], [1, 2], [2, 3]]
points = [[0.13, 1.2], [0.19, 1.2], [0.25, 1.2]]
[[joints]]
kind = "distance"
world = [0]
ends = [[0.1, 1.3]]
prescribed = "0.1 + 0.05*sin(10*t)"
[[joints]]
kind = "weld"
pairs = [[4, 5], [5, 6], [6, 7]]
points = [[0.37, 1.2], [0.43, 1.2], [0.49, 1.2]]
break_force = 1
)toml";

// Discs, with films between them, and an ellipse that settle in a fluid, with frames of its flow.
const char* const settling = R"toml([scene]
dimension = 2
[time]
step = 5e-3
end = 0.5
[forces]
gravity = [0, -9.81]
[friction]
coefficient = 0.3
[[particles]]
kind = "lattice"
spacing = 0.3
origin = [0.2, 0.2]
counts = [3, 2]
jitter = 0.2
radius = 0.12
density = 2
[[particles]]
kind = "lattice"
spacing = 1
origin = [0.5, 0.8]
counts = [1, 1]
radius = 0.12
density = 2
shape = { kind = "ellipsoid", axes = [1.2, 0.8] }
[fluid]
low = [0, 0]
high = [1, 1]
cell = 0.02
density = 1
viscosity = 0.05
gap = 0.004
lubrication = true
[output]
flow_every = 2
)toml";

// Killed so many times at random instants and resumed each time, a run ends with the same bits.
void kill_again_and_again(const char* text, const std::string& end, int kills) {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, text), run = folder / "run", whole_run = folder / "whole";
  const Words settings{
      "--set", "time.end=" + end, "--set", "output.every_steps=3", "--set", "output.checkpoint_every_steps=2"};
  const Summary whole = run_scene(scene, whole_run, settings);
  const auto check_end = [&] {
    CHECK(read_summary(run + "/summary.json").hash == whole.hash);
    CHECK((timeless_steps(run) == timeless_steps(whole_run)));
    check_same_frames(run, whole_run);
  };

  Words fresh{"run", scene, "-o", run, "-q", "--overwrite"};
  fresh.insert(fresh.end(), settings.begin(), settings.end());
  const Words resume{"resume", run, "-q"};
  std::mt19937 random(1);
  int done = 0, ends = 0;
  bool started = false;  // there is a checkpoint to go on from
  while (done < kills) {
    Process process(program(), started ? resume : fresh);
    // Every other kill comes anywhere, from the first instant on; the others after new checkpoints,
    // so that the run gets on.
    if (random() % 2 == 0) {
      const int wanted = 1 + static_cast<int>(random() % 2);
      auto last = stamp(run + "/checkpoint.h5");
      int seen = 0;
      process.until([&] {
        if (const auto now = stamp(run + "/checkpoint.h5"); now != last) last = now, ++seen;
        return seen >= wanted;
      });
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 20000));
    process.send(SIGKILL);
    const Outcome o = process.wait();
    INFO("after ", done, " kills: ", o.err);
    started =
        std::filesystem::exists(run + "/checkpoint.h5") || std::filesystem::exists(run + "/checkpoint.previous.h5");
    if (o.signal == SIGKILL) {
      ++done;
      continue;
    }
    REQUIRE(o.status == 0);  // it was faster
    check_end();
    ++ends;
    started = false;
  }
  MESSAGE(done, " kills, ", ends, " runs that came to their end between them");
  REQUIRE(command(started ? resume : fresh).status == 0);
  check_end();
}

}  // namespace

TEST_CASE("killed fifty times at random instants and resumed each time, a run ends with the same bits") {
  kill_again_and_again(bed, "1.0", most_kills);
}

TEST_CASE("so does a run of shapes with friction and joints, killed a dozen times") {
  kill_again_and_again(turning_bodies, "0.5", most_kills / 4);
}

TEST_CASE("so does a run of bodies in a fluid, killed a dozen times") {
  kill_again_and_again(settling, "0.5", most_kills / 4);
}

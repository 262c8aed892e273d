// Small scenes, and the folders that runs of them leave.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "output/summary.hpp"
#include "output/trajectory.hpp"
#include "support/paths.hpp"
#include "support/process.hpp"

namespace floc::test {

inline Outcome command(const Words& arguments, const Circumstances& around = {}) {
  return execute(program(), arguments, around);
}

// Grains fall into a box, and more are poured on them: 200 and 60 to come, 120 steps.
inline const char* const bed = R"toml(title = "A bed"
[scene]
dimension = 2
seed = 3
[time]
step = 5e-3
end = 0.6
[forces]
gravity = [0, -9.81]
[[obstacles]]
name = "box"
kind = "box"
low = [0, 0]
high = [1, 2]
side = "inside"
[[particles]]
kind = "random"
count = 200
low = [0, 0]
high = [1, 0.6]
radius = { uniform = [0.012, 0.02] }
density = 1000
[[particles]]
kind = "pour"
count = 60
rate = 150
low = [0, 1.2]
high = [1, 1.9]
radius = 0.015
density = 1000
velocity = [0, -1]
[output]
every_steps = 4
checkpoint_every_steps = 3
)toml";

// A disc sinks in a fluid: a frame with the flow every fourth step, and twenty steps.
inline const char* const sinking = R"toml([scene]
dimension = 2
[time]
step = 1e-3
end = 0.02
[forces]
gravity = [0, -98.1]
[[particles]]
kind = "lattice"
origin = [0.5, 0.7]
counts = [1, 1]
spacing = 1
radius = 0.15
density = 2
[fluid]
low = [0, 0]
high = [1, 1]
cell = 0.03125
density = 1
viscosity = 0.05
[output]
every_steps = 2
flow_every = 2
)toml";

// The same in space, bouncing.
inline const char* const bouncing = R"toml([scene]
dimension = 3
seed = 5
[time]
step = 4e-3
end = 0.24
[contact]
law = "restitution"
restitution = 0.6
[forces]
gravity = [0, 0, -9.81]
[[obstacles]]
kind = "box"
low = [0, 0, 0]
high = [1, 1, 3]
side = "inside"
[[particles]]
kind = "random"
count = 150
low = [0, 0, 0]
high = [1, 1, 1]
radius = { uniform = [0.05, 0.08] }
density = 1000
velocity = [0, 0, -2]
[output]
every_steps = 10
)toml";

// People leave a room by two doors while others still come in.
inline const char* const evacuation = R"toml([scene]
dimension = 2
seed = 2
[time]
step = 0.05
end = 3
[stepper]
kind = "first-order"
[floor]
kind = "polygons"
boundary = [[0, 0], [6, 0], [6, 4], [0, 4]]
[[floor.holes]]
points = [[4.6, 1.8], [5, 1.8], [5, 2.2], [4.6, 2.2]]
[[floor.exits]]
name = "east"
from = [6, 1.4]
to = [6, 2.6]
[[floor.exits]]
name = "south"
from = [1, 0]
to = [2, 0]
[[particles]]
kind = "random"
count = 40
low = [0.2, 0.2]
high = [4.4, 3.8]
radius = { uniform = [0.15, 0.2] }
[[particles]]
kind = "pour"
count = 6
rate = 4
start = 0.6
low = [0.2, 2.5]
high = [2, 3.8]
radius = 0.15
[[forces.crowd]]
speed = { uniform = [1, 1.5] }
[output]
every_steps = 4
checkpoint_every_steps = 3
)toml";

// One grain that meets nobody, one step.
inline const char* const lonely = R"toml([scene]
dimension = 1
[time]
step = 0.5
end = 0.5
[[particles]]
kind = "lattice"
spacing = 1
origin = [0]
counts = [1]
radius = 0.1
mass = 2
velocity = [3]
)toml";

inline std::string scene_file(const TemporaryFolder& folder, const std::string& text,
                              const std::string& name = "scene.toml") {
  write_file(folder / name, text);
  return folder / name;
}

// Runs a scene to its end into `directory`.
inline Summary run_scene(const std::string& scene, const std::string& directory, const Words& more = {}) {
  Words arguments{"run", scene, "-o", directory, "-q"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome o = command(arguments);
  INFO(o.err);
  REQUIRE(o.status == 0);
  return read_summary(directory + "/summary.json");
}

// Runs a scene until the clock stops it, at some step after the start. Limits grow until one lets the particles be
// placed; should a run come to its end, all begins again.
inline void run_cut_short(const std::string& scene, const std::string& directory, const Words& more = {}) {
  Outcome o;
  for (double limit = 1e-3; o.status != 5 || !std::filesystem::exists(directory + "/checkpoint.h5");
       limit = o.status == 5 ? 1.2 * limit : 1e-3) {
    std::filesystem::remove_all(directory);
    Words arguments{"run", scene, "-o", directory, "-q", "--max-walltime", std::to_string(limit)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    o = command(arguments);
    INFO(o.err);
    REQUIRE((o.status == 0 || o.status == 5));
  }
}

// Resumes a run again and again, with longer and longer limits and on three threads and on one, until it ends.
inline void resume_in_parts(const std::string& directory) {
  Outcome o;
  o.status = 5;
  for (double limit = 1e-3; o.status == 5; limit *= 2)
    o = command({"resume", directory, "-q", "--max-walltime", std::to_string(limit), "--threads", limit < 0.1 ? "3" : "1"});
  INFO(o.err);
  REQUIRE(o.status == 0);
}

// The bed, run for twenty steps once a process; six frames.
struct FinishedRun {
  TemporaryFolder folder;
  std::string directory = folder / "run";
  Summary summary = run_scene(scene_file(folder, bed), directory, {"--set", "time.end=0.1"});
};
inline const FinishedRun& finished_run() {
  static const FinishedRun run;
  return run;
}

inline Words cells_of(const std::string& line) {
  Words cells(1);
  for (const char c : line) {
    if (c == ',')
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return cells;
}

// steps.csv without the columns that a clock fills.
inline std::string timeless_steps(const std::string& directory) {
  const Words lines = lines_of(read_file(directory + "/steps.csv"));
  REQUIRE(!lines.empty());
  const Words head = cells_of(lines.front());
  std::string text;
  for (const std::string& line : lines) {
    const Words cells = cells_of(line);
    REQUIRE(cells.size() == head.size());
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (!head[k].starts_with("seconds")) text += cells[k] + ",";
    text += "\n";
  }
  return text;
}

// The frames of both runs hold the same numbers.
inline void check_same_frames(const std::string& a, const std::string& b) {
  const TrajectoryReader one(a + "/trajectory.h5"), two(b + "/trajectory.h5");
  REQUIRE(one.steps() == two.steps());
  CHECK(one.times() == two.times());
  for (std::size_t k = 0; k < one.frames(); ++k) {
    INFO("frame ", k);
    const Snapshot x = one.read(k), y = two.read(k);
    CHECK(x.bodies.position == y.bodies.position);
    CHECK(x.bodies.velocity == y.bodies.velocity);
    CHECK(x.bodies.id == y.bodies.id);
    CHECK(x.bodies.radius == y.bodies.radius);
    CHECK(x.contacts.first == y.contacts.first);
    CHECK(x.contacts.second == y.contacts.second);
    CHECK(x.contacts.gap == y.contacts.gap);
    CHECK(x.contacts.impulse == y.contacts.impulse);
  }
}

}  // namespace floc::test

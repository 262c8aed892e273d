#include "app/frames.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;
using app::open_frames;

namespace {

std::string message_of(const std::string& directory) {
  try {
    open_frames(directory);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a run folder opens with its frames and its obstacles") {
  const TemporaryFolder folder;
  run_scene(scene_file(folder, bed), folder / "run", {"--set", "time.end=0.05"});
  const app::Frames frames = open_frames(folder / "run");
  CHECK(frames.trajectory.frames() == 4);
  CHECK(frames.trajectory.largest_bodies() == 260);
  REQUIRE(frames.obstacles.size() == 1);
  CHECK(frames.obstacles[0].name == "box");
  CHECK(frames.obstacles[0].surfaces.size() == 4);
}

TEST_CASE("a run knows its joints, and its frames which of them are broken") {
  const TemporaryFolder folder;
  // Two weights that hang below a fixed one, the lower by a weld that it tears.
  const std::string scene = R"toml(
[scene]
dimension = 2
[time]
step = 1e-2
end = 0.1
[forces]
gravity = [0, -10]
[[particles]]
kind = "lattice"
spacing = 1
origin = [0, 0]
counts = [1, 2]
radius = 0.5
density = 1000
[[joints]]
kind = "weld"
world = [1]
[[joints]]
kind = "weld"
pairs = [[1, 0]]
break_force = 1000
[output]
every = 0.05
)toml";
  run_scene(scene_file(folder, scene), folder / "run");
  const app::Frames frames = open_frames(folder / "run");
  REQUIRE(frames.joints.size() == 2);
  CHECK(frames.joints[0].second == Joint::world);
  CHECK(frames.joints[1].kind == JointKind::weld);
  REQUIRE(frames.trajectory.frames() == 3);
  CHECK(frames.trajectory.read(0).broken == std::vector<std::int32_t>{0, 0});
  CHECK(frames.trajectory.read(2).broken == std::vector<std::int32_t>{0, 1});
}

TEST_CASE("a folder without a run, and a trajectory that is none, are errors that name the file") {
  const TemporaryFolder folder;
  CHECK(contains(message_of(folder.path()), "holds no run"));
  CHECK(contains(message_of(folder / "nowhere"), "holds no run"));
  write_file(folder / "trajectory.h5", "not a trajectory");
  CHECK(contains(message_of(folder.path()), folder / "trajectory.h5"));
  write_file(folder / "trajectory.h5", "");
  CHECK(contains(message_of(folder.path()), folder / "trajectory.h5"));
}

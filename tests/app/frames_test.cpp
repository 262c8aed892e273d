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

TEST_CASE("a folder without a run, and a trajectory that is none, are errors that name the file") {
  const TemporaryFolder folder;
  CHECK(contains(message_of(folder.path()), "holds no run"));
  CHECK(contains(message_of(folder / "nowhere"), "holds no run"));
  write_file(folder / "trajectory.h5", "not a trajectory");
  CHECK(contains(message_of(folder.path()), folder / "trajectory.h5"));
  write_file(folder / "trajectory.h5", "");
  CHECK(contains(message_of(folder.path()), folder / "trajectory.h5"));
}

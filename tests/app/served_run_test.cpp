#include "app/served_run.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "draw/view_support.hpp"
#include "support/paths.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

UnpackedFrame unpacked(const app::ServedRun& run, std::size_t k) {
  const std::string text = run.frame(k);
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  UnpackedFrame f = unpack_view_frame(bytes, static_cast<std::size_t>(run.dimension()));
  CHECK(f.bytes == bytes.size());
  return f;
}

// The bed up to a time, by a run that is gone on with.
void go_on(const std::string& directory, const char* end) {
  const Outcome o = command({"resume", directory, "-q", "--set", std::string("time.end=") + end});
  INFO(o.err);
  REQUIRE(o.status == 0);
}

}  // namespace

TEST_CASE("a served run gives the frames of the folder, every n-th where it is told so") {
  const app::ServedRun all(finished_run().directory, 1, true), some(finished_run().directory, 2, false);
  const TrajectoryReader trajectory(finished_run().directory + "/trajectory.h5");
  REQUIRE(all.frames() == trajectory.frames());
  CHECK(some.frames() == (trajectory.frames() + 1) / 2);
  const Json told = all.describe();
  CHECK(told["title"].text() == "A bed");
  CHECK(told["times"].items().size() == all.frames());
  CHECK(told["served"].number() == 1);
  const Snapshot last = trajectory.read(trajectory.frames() - 1);
  const UnpackedFrame f = unpacked(all, all.frames() - 1);
  CHECK(f.bodies == last.bodies.size());
  CHECK(std::abs(f.position[0] - last.bodies.position[0]) < 1e-3);
  CHECK(!f.second.empty());
  CHECK(unpacked(some, 1).position == unpacked(all, 2).position);
  CHECK(unpacked(some, 1).second.empty());
  CHECK(all.news(all.frames())["times"].items().empty());
  CHECK(all.news(2)["times"].items().size() == all.frames() - 2);
}

TEST_CASE(
    "frames that come later are news, with the bodies that come with them; another run in the folder is told of") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  run_scene(scene_file(folder, bed), run, {"--set", "time.end=0.06"});
  app::ServedRun served(run, 1, true);
  const std::size_t before = served.frames();
  CHECK(unpacked(served, before - 1).newcomers.empty());
  served.refresh();
  CHECK(served.frames() == before);
  go_on(run, "0.2");
  served.refresh();
  REQUIRE(served.frames() > before);
  const Json news = served.news(before);
  CHECK(news["run"].number() == 1);
  CHECK(news["times"].items().size() == served.frames() - before);
  CHECK(news["poses"].items().size() == 1);
  CHECK(!news["graphs"].items().empty());
  CHECK(news["network"]["force"].number() > 0);
  const UnpackedFrame last = unpacked(served, served.frames() - 1);
  CHECK(!last.newcomers.empty());
  CHECK(last.newcomers.size() < last.bodies);

  run_scene(scene_file(folder, bed), run, {"--set", "time.end=0.04", "--overwrite"});
  served.refresh();
  CHECK(served.news(0)["run"].number() == 2);
  CHECK(served.describe()["served"].number() == 2);
  CHECK(served.frames() < before);
}

TEST_CASE("a table of steps that is being written leaves the graphs out, and no more") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  std::filesystem::copy(finished_run().directory, run);
  write_file(run + "/steps.csv", "step,time\n1,0.");
  const app::ServedRun served(run, 1, true);
  CHECK(served.describe()["graphs"].items().empty());
}

// The program's runs end with the same bits for any number of threads, and across a restart: in
// the plane with a pour, and in space with restitution.
#include <doctest/doctest.h>

#include <utility>

#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("the hash in summary.json is the same for 1 2 3 and 7 threads") {
  for (const char* text : {bed, bouncing, evacuation}) {
    const TemporaryFolder folder;
    const std::string scene = scene_file(folder, text);
    const Summary one = run_scene(scene, folder / "1", {"--threads", "1"});
    CHECK(one.totals.iterations > 0);
    for (const std::string threads : {"2", "3", "7"}) {
      INFO(threads, " threads");
      const Summary more = run_scene(scene, folder / threads, {"--threads", threads});
      CHECK(more.hash == one.hash);
      CHECK(more.step == one.step);
      CHECK(more.totals.iterations == one.totals.iterations);
      CHECK((timeless_steps(folder / threads) == timeless_steps(folder / "1")));
    }
    check_same_frames(folder / "1", folder / "7");
  }
}

TEST_CASE("a run that is stopped by the clock and resumed is the run that was not stopped") {
  for (const char* text : {bed, bouncing, evacuation}) {
    const TemporaryFolder folder;
    const std::string scene = scene_file(folder, text);
    const Summary whole = run_scene(scene, folder / "whole", {"--threads", "2"});
    const std::string parts = folder / "parts";
    run_cut_short(scene, parts, {"--threads", "1"});
    CHECK(read_summary(parts + "/summary.json").status == "walltime");
    resume_in_parts(parts);
    const Summary end = read_summary(parts + "/summary.json");
    CHECK(end.hash == whole.hash);
    CHECK(end.step == whole.step);
    CHECK(end.totals.iterations == whole.totals.iterations);
    CHECK(end.totals.worst_overlap == whole.totals.worst_overlap);
    CHECK((timeless_steps(parts) == timeless_steps(folder / "whole")));
    check_same_frames(parts, folder / "whole");
  }
}

TEST_CASE("a run with adaptive steps, stopped in the midst of a step of the scene and resumed, has the same bits") {
  for (const auto& [text, step] : {std::pair(bed, 5e-3), std::pair(evacuation, 0.05)}) {
    const TemporaryFolder folder;
    const std::string parts = folder / "parts";
    const std::string scene = scene_file(folder, std::string(text) + "[time.adaptive]\ntravel = 0.2\neasy_steps = 2\n");
    const Words less{"--set", "time.end=0.1"};
    const Summary whole = run_scene(scene, folder / "whole", less);
    CHECK(whole.time == doctest::Approx(0.1));
    CHECK(whole.totals.shortest_step < step);
    run_cut_short(scene, parts, less);
    resume_in_parts(parts);
    CHECK(read_summary(parts + "/summary.json").hash == whole.hash);
    CHECK((timeless_steps(parts) == timeless_steps(folder / "whole")));
    check_same_frames(parts, folder / "whole");
  }
}

TEST_CASE("a run to half time, lengthened by a new end and run again, begins with the same bits") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed);
  run_scene(scene, folder / "short", {"--set", "time.end=0.3"});
  run_scene(scene, folder / "long");
  const std::string half = timeless_steps(folder / "short");
  CHECK((timeless_steps(folder / "long").substr(0, half.size()) == half));
}

TEST_CASE("a run that a condition ends, cut short before that and resumed, ends at the same step with the same bits") {
  const TemporaryFolder folder;
  const std::string scene =
      scene_file(folder, std::string(bed) + "[stop]\nat_rest = { speed = 2.2, for = 0.1 }\n");
  const Summary whole = run_scene(scene, folder / "whole");
  CHECK(whole.stopped_by == "at rest: no body faster than 2.2, for 0.1");
  CHECK(whole.step > 20);
  CHECK(whole.step < 120);
  for (const std::string threads : {"2", "7"}) CHECK(run_scene(scene, folder / threads, {"--threads", threads}).step == whole.step);
  const std::string parts = folder / "parts";
  run_cut_short(scene, parts);
  resume_in_parts(parts);
  const Summary end = read_summary(parts + "/summary.json");
  CHECK(end.hash == whole.hash);
  CHECK(end.step == whole.step);
  CHECK(end.stopped_by == whole.stopped_by);
  CHECK((timeless_steps(parts) == timeless_steps(folder / "whole")));
}

TEST_CASE("stages that change nothing leave the bits of a run as they are") {
  const TemporaryFolder folder;
  const Summary plain = run_scene(scene_file(folder, bed), folder / "plain");
  const Summary staged = run_scene(
      scene_file(folder, std::string(bed) + "[[stages]]\nname = \"a\"\nduration = 0.2\n[[stages]]\nname = \"b\"\n", "staged.toml"),
      folder / "staged");
  CHECK(staged.stages.size() == 2);
  CHECK(staged.hash == plain.hash);
  check_same_frames(folder / "plain", folder / "staged");
}

TEST_CASE("a run with stages, on any number of threads and cut short anywhere, has the same bits") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, std::string(bed) + R"toml(
[time.adaptive]
travel = 0.5
[[stages]]
name = "settle"
stop = { measured = [{ quantity = "contacts", above = 150 }] }
[[stages]]
name = "shake"
duration = 0.1
set = { time.step = 2e-3, obstacles.box.motion = { kind = "oscillation", amplitude = [0.05, 0], frequency = 4 }, contact = { law = "restitution", restitution = 0.5 } }
[[stages]]
name = "tilt"
set = { forces.gravity = [3, -9], forces.noise = [{ sigma = 0.01 }] }
)toml");
  const Summary whole = run_scene(scene, folder / "whole");
  REQUIRE(whole.stages.size() == 3);
  CHECK(whole.stages[1].because.starts_with("contacts above 150"));
  for (const std::string threads : {"2", "7"}) CHECK(run_scene(scene, folder / threads, {"--threads", threads}).hash == whole.hash);
  const std::string parts = folder / "parts";
  run_cut_short(scene, parts);
  resume_in_parts(parts);
  const Summary end = read_summary(parts + "/summary.json");
  CHECK(end.hash == whole.hash);
  REQUIRE(end.stages.size() == 3);
  CHECK(end.stages[1].step == whole.stages[1].step);
  CHECK(end.stages[2].time == whole.stages[2].time);
  CHECK((timeless_steps(parts) == timeless_steps(folder / "whole")));
  check_same_frames(parts, folder / "whole");
}

TEST_CASE("a run that removes bodies and makes up for them has the same bits on any number of threads and resumed") {
  const TemporaryFolder folder;
  std::string text = bed;
  text.replace(text.find("rate = 150"), 10, "rate = 400\nkeep = 205");
  text += "[[removals]]\nkind = \"box\"\nlow = [0.3, 0]\nhigh = [0.5, 0.1]\nstart = 0.1\n"
          "[[forces.capillary]]\nsurface_tension = 0.05\nvolume = 1e-6\nangle = 0.1\n";
  const std::string scene = scene_file(folder, text), parts = folder / "parts";
  const Summary whole = run_scene(scene, folder / "whole");
  CHECK(whole.departed > 5);
  for (const std::string threads : {"3", "7"}) CHECK(run_scene(scene, folder / threads, {"--threads", threads}).hash == whole.hash);
  run_cut_short(scene, parts);
  resume_in_parts(parts);
  const Summary end = read_summary(parts + "/summary.json");
  CHECK(end.hash == whole.hash);
  CHECK(end.departed == whole.departed);
  CHECK((timeless_steps(parts) == timeless_steps(folder / "whole")));
  check_same_frames(parts, folder / "whole");
}

TEST_CASE("a run with walls that hold a force has the same bits on any number of threads and resumed") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, std::string(bed) + R"toml(
[[obstacles]]
kind = "half-space"
point = [0, 1.95]
normal = [0, -1]
motion = { kind = "servo", force = "min(4000, 8000*t)", speed_limit = 2 }
[[obstacles]]
kind = "half-space"
point = [1, 0]
normal = [-2, 0]
motion = { kind = "servo", force = "500 - 100*velocity", mass = 50 }
[stop]
measured = [{ quantity = "wall1_force", above = 1e5 }]
)toml"), parts = folder / "parts";
  const Summary whole = run_scene(scene, folder / "whole", {"--set", "time.end=0.4"});
  for (const std::string threads : {"3", "7"})
    CHECK(run_scene(scene, folder / threads, {"--threads", threads, "--set", "time.end=0.4"}).hash == whole.hash);
  run_cut_short(scene, parts, {"--set", "time.end=0.4"});
  resume_in_parts(parts);
  const Summary end = read_summary(parts + "/summary.json");
  CHECK(end.hash == whole.hash);
  CHECK((timeless_steps(parts) == timeless_steps(folder / "whole")));
  check_same_frames(parts, folder / "whole");
  const std::vector<MotionPtr> motions = TrajectoryReader(parts + "/trajectory.h5").motions();
  REQUIRE(motions.size() == 3);
  CHECK(motions[0]->at(0.4).position[1] < -0.05);  // the walls are first, and have moved
  CHECK(motions[1]->at(0.4).position[0] < 0);
}

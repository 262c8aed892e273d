// floc run and floc resume: what they refuse, what they write, how they end.
#include <doctest/doctest.h>

#include <algorithm>

#include "output/checkpoint.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

Words files_in(const std::string& directory) {
  Words names;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

// Name and contents of every file.
std::vector<std::pair<std::string, std::string>> contents(const std::string& directory) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string& name : files_in(directory)) all.emplace_back(name, read_file(directory + "/" + name));
  return all;
}

const Words short_run{"--set", "time.end=0.05"};  // ten steps of the bed

}  // namespace

TEST_CASE("a run leaves a scene, a trajectory, steps, checkpoints and a summary, all readable") {
  const TemporaryFolder folder;
  const std::string run = folder / "deep/er/run";
  const Outcome o = command({"run", scene_file(folder, bed), "-o", run, "--set", "time.end=0.05"});
  INFO(o.err);
  CHECK(o.status == 0);
  CHECK(o.err.empty());
  CHECK(files_in(run) ==
        Words{"checkpoint.h5", "checkpoint.previous.h5", "scene.toml", "steps.csv", "summary.json", "trajectory.h5"});

  const Words lines = o.out.empty() ? Words{} : lines_of(o.out);
  REQUIRE(lines.size() >= 3);
  CHECK(lines.front().starts_with("A bed: dimension 2, 200 particles and 60 to come, 1 obstacles, 10 steps of 0.005"));
  CHECK(lines[lines.size() - 2].starts_with("step 10/10"));
  CHECK(lines.back().starts_with("finished: 10 steps in "));

  const Words steps = lines_of(read_file(run + "/steps.csv"));
  REQUIRE(steps.size() == 1 + 10);
  CHECK(steps[0].starts_with("step,time,bodies,contacts,active,iterations,projections,overlap,"));
  for (std::size_t k = 1; k < steps.size(); ++k) CHECK(steps[k].starts_with(std::to_string(k) + ","));

  const Summary s = read_summary(run + "/summary.json");
  CHECK(s.status == "finished");
  CHECK(s.dimension == 2);
  CHECK(s.step == 10);
  CHECK(s.time == doctest::Approx(0.05));
  CHECK(s.bodies > 200);
  CHECK(s.frames == 4);
  CHECK(s.totals.steps == 10);
  CHECK(s.totals.unconverged_steps == 0);
  CHECK(s.totals.worst_overlap <= 1.001e-4);
  CHECK(s.totals.wall_seconds > 0);
  CHECK(s.hash != 0);

  const Checkpoint c = read_checkpoint(run + "/checkpoint.h5");
  CHECK(c.state.step == 10);
  CHECK(c.frames == 4);
  CHECK(c.scene == read_file(run + "/scene.toml"));
  const TrajectoryReader trajectory(run + "/trajectory.h5");
  CHECK(trajectory.frames() == 4);
  CHECK(trajectory.scene() == c.scene);
  CHECK(static_cast<std::int64_t>(trajectory.read(3).bodies.size()) == s.bodies);
}

TEST_CASE("the scene.toml of a run runs to the same hash") {
  const TemporaryFolder folder;
  const Summary first = run_scene(scene_file(folder, bed), folder / "first", short_run);
  const Summary again = run_scene(folder / "first/scene.toml", folder / "again");
  CHECK(again.hash == first.hash);
  CHECK(read_file(folder / "again/scene.toml") == read_file(folder / "first/scene.toml"));
}

TEST_CASE("a wrong scene is told place by place, all errors at once, and no folder is touched") {
  const TemporaryFolder folder;
  std::string text = bed;
  text.replace(text.find("gravity"), 7, "graivty");
  text.replace(text.find("radius = 0.015"), 14, "radius = -1.00");
  scene_file(folder, text);
  const Outcome o = command({"run", "scene.toml", "-o", "run"}, {.directory = folder.path()});
  CHECK(o.status == 2);
  CHECK(o.out.empty());
  const Words lines = lines_of(o.err);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == "scene.toml:9:1: unknown key \"graivty\" in [forces]; did you mean \"gravity\"?");
  CHECK(lines[1].starts_with("scene.toml:29:10: "));
  CHECK(lines[2] == "2 errors; nothing was run");
  CHECK(files_in(folder.path()) == Words{"scene.toml"});
}

TEST_CASE("mistakes that show when the particles are placed are errors of the scene too") {
  const TemporaryFolder folder;
  std::string text = bed;
  text.replace(text.find("count = 200"), 11, "count = 900");
  const Outcome o = command({"run", scene_file(folder, text), "-o", folder / "run"});
  CHECK(o.status == 2);
  CHECK(contains(o.err, "scene.toml:"));
  CHECK(!std::filesystem::exists(folder / "run"));
}

TEST_CASE("a scene that is not there, not TOML, or a folder") {
  const TemporaryFolder folder;
  for (const std::string& scene : {folder / "nowhere.toml", scene_file(folder, "[scene\n"), folder.path()}) {
    const Outcome o = command({"run", scene, "-o", folder / "run"});
    CHECK(o.status == 2);
    CHECK(contains(o.err, scene));
    CHECK(!std::filesystem::exists(folder / "run"));
  }
}

TEST_CASE("--set overrides the scene, and a wrong one is told") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed);
  const Summary s = run_scene(scene, folder / "run",
                              {"--set", "time.end=0.01", "--set", "particles.1.count=1", "--set", "solver.name=pgs",
                               "--set", "title=Other words"});
  CHECK(s.step == 2);
  const std::string kept = read_file(folder / "run/scene.toml");
  CHECK(contains(kept, "title = \"Other words\""));
  CHECK(contains(kept, "name = \"pgs\""));
  for (const std::string wrong :
       {"time.edn=1", "time.end", "time.end=-1", "time.end=soon", "particles.7.count=1", "=1"}) {
    const Outcome o = command({"run", scene, "-o", folder / "no", "--set", wrong});
    CHECK(o.status == 2);
    CHECK_MESSAGE(contains(o.err, wrong), o.err);
    CHECK(!std::filesystem::exists(folder / "no"));
  }
}

TEST_CASE("--dry-run places the particles and writes nothing") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed);
  for (const Words& words :
       {Words{"run", scene, "--dry-run"}, Words{"run", scene, "--dry-run", "-o", folder / "run"}}) {
    const Outcome o = command(words);
    CHECK(o.status == 0);
    CHECK(contains(o.out, "200 particles"));
    CHECK(contains(o.out, "nothing was run"));
    CHECK(files_in(folder.path()) == Words{"scene.toml"});
  }
  CHECK(command({"run", scene, "--dry-run", "--set", "time.end=-1"}).status == 2);
}

TEST_CASE("a folder that holds a run is refused and untouched, unless it is to be overwritten") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed), run = folder / "run";
  const Summary first = run_scene(scene, run, short_run);
  write_file(run + "/notes.txt", "mine");
  const auto before = contents(run);
  const Outcome o = command({"run", scene, "-o", run});
  CHECK(o.status == 2);
  CHECK(contains(o.err, run + " holds a run already"));
  CHECK(contains(o.err, "--overwrite"));
  CHECK(contents(run) == before);

  const Summary second = run_scene(scene, run, {"--overwrite", "--set", "time.end=0.05", "--set", "scene.seed=4"});
  CHECK(second.hash != first.hash);
  CHECK(read_file(run + "/notes.txt") == "mine");
  // A wrong scene does not clear the folder on its way out.
  const auto kept = contents(run);
  CHECK(command({"run", scene, "-o", run, "--overwrite", "--set", "time.end=-1"}).status == 2);
  CHECK(contents(run) == kept);
}

TEST_CASE("resuming a run that has ended changes nothing but says so") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  const Summary first = run_scene(scene_file(folder, bed), run, short_run);
  const std::string steps = read_file(run + "/steps.csv");
  const Outcome o = command({"resume", run});
  CHECK(o.status == 0);
  CHECK(contains(o.out, "going on from step 10"));
  CHECK(contains(o.out, "finished: 10 steps"));
  CHECK(!contains(o.out, "step 10/10"));
  CHECK(read_summary(run + "/summary.json").hash == first.hash);
  CHECK(read_file(run + "/steps.csv") == steps);
  CHECK(TrajectoryReader(run + "/trajectory.h5").steps() == std::vector<std::int64_t>{0, 4, 8, 10});
}

TEST_CASE("a run that has ended goes on for longer when it is told to, as if that had been meant from the start") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed), run = folder / "run";
  const Summary whole = run_scene(scene, folder / "whole", {"--set", "time.end=0.1"});
  run_scene(scene, run, short_run);
  const Outcome o = command({"resume", run, "--set", "time.end=0.1"});
  CHECK(o.status == 0);
  CHECK(contains(o.out, "going on from step 10"));
  CHECK(contains(o.out, "time.end: 0.1, was 0.05"));
  const Summary s = read_summary(run + "/summary.json");
  CHECK(s.step == 20);
  CHECK(s.hash == whole.hash);
  CHECK((s.changes == std::vector<Change>{{10, 0.05, "time.end", "0.05", "0.1"}}));
  CHECK(timeless_steps(run) == timeless_steps(folder / "whole"));
  CHECK(read_file(run + "/scene.toml") == read_file(folder / "whole/scene.toml"));
  CHECK(read_checkpoint(run + "/checkpoint.h5").scene == read_file(run + "/scene.toml"));
  // What was changed before is not forgotten when it goes on again.
  CHECK(command({"resume", run, "-q", "--set", "solver.tolerance=1e-5", "--set", "time.end=0.11"}).status == 0);
  CHECK(read_summary(run + "/summary.json").changes.size() == 3);
}

TEST_CASE("an edit of the scene in the folder of a run is followed where it may be, and refused where not") {
  const TemporaryFolder folder;
  const std::string run = folder / "run", path = run + "/scene.toml";
  run_scene(scene_file(folder, bed), run, short_run);
  const std::string kept = read_file(path);
  const auto edit = [&](const std::string& from, const std::string& to) {
    std::string text = kept;
    text.replace(text.find(from), from.size(), to);
    write_file(path, "# mine\n" + text);
  };
  edit("step = 0.005", "step = 0.001");
  const auto before = contents(run);
  const Outcome refused = command({"resume", run});
  CHECK(refused.status == 2);
  CHECK_MESSAGE(contains(refused.err, "scene.toml:"), refused.err);
  CHECK(contains(refused.err, "\"time.step\" was 0.005 and is 0.001 now"));
  CHECK(contents(run) == before);
  CHECK(command({"resume", run, "--set", "time.end=0.02"}).status == 2);  // also for the step
  write_file(path, kept);
  const Outcome past = command({"resume", run, "--set", "time.end=0.02"});
  CHECK(past.status == 2);
  CHECK(contains(past.err, "the run would end at t = 0.02, and it is at t = 0.05 already"));
  edit("end = 0.05", "end = 0.06");
  CHECK(command({"resume", run, "-q"}).status == 0);
  const Summary s = read_summary(run + "/summary.json");
  CHECK(s.step == 12);
  REQUIRE(s.changes.size() == 1);
  CHECK(s.changes[0].key == "time.end");
  CHECK(read_file(path).starts_with("# mine\n"));  // and is not overwritten
  CHECK(command({"resume", run, "-q"}).status == 0);
  CHECK(read_summary(run + "/summary.json").changes.size() == 1);
}

TEST_CASE("resuming where there is no run is a message and status 1") {
  const TemporaryFolder folder;
  for (const std::string& path : {folder.path(), folder / "nowhere"}) {
    const Outcome o = command({"resume", path});
    CHECK(o.status == 1);
    CHECK(contains(o.err, path + ": no checkpoint to go on from"));
  }
  CHECK(files_in(folder.path()).empty());
}

TEST_CASE("a step that does not converge stops the run where the scene says so, with status 3") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed), run = folder / "run";
  const Words hard{"--set", "solver.max_iterations=1", "--set", "solver.name=uzawa", "--set", "time.end=0.4"};
  Words words{"run", scene, "-o", run, "--set", "solver.on_unconverged=stop"};
  words.insert(words.end(), hard.begin(), hard.end());
  Outcome o = command(words);
  CHECK(o.status == 3);
  CHECK(contains(o.err, "stopped"));
  CHECK(contains(o.out, "go on with: floc resume " + run));
  const Summary s = read_summary(run + "/summary.json");
  CHECK(s.status.starts_with("stopped: "));
  CHECK(s.totals.unconverged_steps == 0);
  CHECK(read_checkpoint(run + "/checkpoint.h5").state.step == s.step);
  CHECK(command({"resume", run, "-q"}).status == 3);

  // With "warn" the same run goes on, tells of the first such steps and counts them all.
  words[3] = folder / "warned";
  words[5] = "solver.on_unconverged=warn";
  o = command(words);
  CHECK(o.status == 6);
  CHECK(contains(o.err, "did not converge: "));  // the first five
  CHECK(lines_of(o.err).size() == 6);
  CHECK(lines_of(o.err).back() == "further steps that do not converge are only counted");
  const Summary warned = read_summary(folder / "warned/summary.json");
  CHECK(warned.totals.unconverged_steps > 5);
  CHECK(warned.status == "unconverged");
}

TEST_CASE("a run at its end with steps that did not converge says so last, quiet or not, and ends with status 6") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed), run = folder / "run";
  const Words hard{"--set", "solver.max_iterations=1", "--set", "solver.name=uzawa", "--set", "time.end=0.1"};
  Words words{"run", scene, "-o", run};
  words.insert(words.end(), hard.begin(), hard.end());
  const Outcome o = command(words);
  CHECK(o.status == 6);
  const Summary s = read_summary(run + "/summary.json");
  CHECK(s.status == "unconverged");
  CHECK(s.step == 20);
  CHECK(TrajectoryReader(run + "/trajectory.h5").steps().back() == 20);
  const std::string said =
      "ended, but " + std::to_string(s.totals.unconverged_steps) + " of 20 steps did not converge: 20 steps in ";
  CHECK_MESSAGE(lines_of(o.out).back().starts_with(said), o.out);
  CHECK(!contains(o.out, "step 1 did"));
  CHECK(!contains(o.out, "resume"));
  CHECK(contains(command({"info", run}).out, "status         unconverged"));
  // Going on from its end changes neither the state nor what is said of it.
  const Outcome again = command({"resume", run, "-q"});
  CHECK(again.status == 6);
  CHECK(again.out.empty());
  CHECK(lines_of(again.err).back().starts_with(said));
  CHECK(read_summary(run + "/summary.json").hash == s.hash);
}

TEST_CASE("steps that cannot be counted, or do not move the clock, are errors of the scene") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, lonely);
  for (const Words& wrong : {Words{"time.end=1e300"}, Words{"time.step=1e-300"}, Words{"time.start=1e18", "time.end=2e18"}}) {
    Words words{"run", scene, "-o", folder / "run"};
    for (const std::string& setting : wrong) words.insert(words.end(), {"--set", setting});
    const Outcome o = command(words);
    CHECK(o.status == 2);
    CHECK_MESSAGE(contains(o.err, "\"step\" in [time] "), o.err);
    CHECK(!std::filesystem::exists(folder / "run"));
  }
}

TEST_CASE("one grain, no contact, one step") {
  const TemporaryFolder folder;
  const Summary s = run_scene(scene_file(folder, lonely), folder / "run");
  CHECK(s.step == 1);
  CHECK(s.bodies == 1);
  CHECK(s.contacts == 0);
  CHECK(s.kinetic_energy == 9);
  CHECK(s.frames == 2);
  const TrajectoryReader trajectory(folder / "run/trajectory.h5");
  CHECK(trajectory.read(1).bodies.position[0] == 1.5);
}

TEST_CASE("a scene that only pours begins empty") {
  const TemporaryFolder folder;
  std::string text = bed;
  const std::size_t from = text.find("[[particles]]"), to = text.find("[[particles]]", from + 1);
  text.erase(from, to - from);
  const Summary s = run_scene(scene_file(folder, text), folder / "run");
  CHECK(s.bodies == 60);
  const TrajectoryReader trajectory(folder / "run/trajectory.h5");
  CHECK(trajectory.read(0).bodies.size() == 0);
  CHECK(trajectory.read(trajectory.frames() - 1).bodies.size() == 60);
  CHECK(command({"info", folder / "run"}).status == 0);
  for (const std::string format : {"vtp", "gsd", "xyz", "lammps", "csv"})
    CHECK(command({"export", folder / "run", "--to", format}).status == 0);
  CHECK(command({"picture", folder / "run", "--time", "start", "-o", folder / "x.png"}).status == 0);
}

TEST_CASE("a quiet run says nothing") {
  const TemporaryFolder folder;
  const Outcome o = command({"run", scene_file(folder, lonely), "-o", folder / "run", "-q"});
  CHECK(o.status == 0);
  CHECK(o.out.empty());
  CHECK(o.err.empty());
}

TEST_CASE("into a file a run writes plain lines, on a terminal one live line") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed);
  const Outcome file = command({"run", scene, "-o", folder / "file", "--set", "time.end=0.05"});
  CHECK(!contains(file.out, "\r"));
  CHECK(!contains(file.out, "\x1b"));
  const Outcome live = command({"run", scene, "-o", folder / "live", "--set", "time.end=0.05"}, {.terminal = true});
  CHECK(live.status == 0);
  CHECK(contains(live.out, "\rstep "));
  CHECK(contains(live.out, "\rstep 10/10"));
  CHECK(contains(live.out, "\x1b[K"));
}

TEST_CASE("a log that cannot be written does not stop a run") {
  const TemporaryFolder folder;
  const Outcome o = command({"run", scene_file(folder, bed), "-o", folder / "run", "--set", "time.end=0.05"},
                            {.output = "/dev/full"});
  CHECK(o.status == 0);
  CHECK(read_summary(folder / "run/summary.json").status == "finished");
}

TEST_CASE("a run ends when everybody has left, and tells who left when and where") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, evacuation);
  const std::string run = folder / "run";
  const Outcome o = command({"run", scene, "-o", run, "--set", "time.end=60", "--threads", "2"});
  INFO(o.err);
  CHECK(o.status == 0);
  CHECK(contains(o.out, "gone 46"));
  const Summary s = read_summary(run + "/summary.json");
  CHECK(s.status == "finished");
  CHECK(s.time < 30);
  CHECK(s.bodies == 0);
  CHECK(s.departed == 46);
  CHECK(s.evacuation_time <= s.time);
  REQUIRE(s.exits.size() == 2);
  CHECK(s.exits[0].left + s.exits[1].left == 46);
  const Words lines = lines_of(read_file(run + "/exits.csv"));
  CHECK(lines.size() == 47);
  CHECK(contains(command({"info", run}).out, "left           46 of 46"));
  for (const char* format : {"vtp", "gsd", "xyz", "lammps", "csv"}) CHECK(command({"export", run, "--to", format}).status == 0);
  for (const char* time : {"start", "2", "end"})
    CHECK(command({"picture", run, "--time", time, "--pressure", "-o", folder / "p.png"}).status == 0);
  CHECK(command({"resume", run, "-q"}).status == 0);  // there is nothing left to do
  CHECK(read_summary(run + "/summary.json").hash == s.hash);
  CHECK(lines_of(read_file(run + "/exits.csv")) == lines);
}

namespace {

// One grain that falls freely: after k steps its speed is k/10, and nothing rounds much.
const char* const falling = R"toml([scene]
dimension = 2
[time]
step = 0.0625
end = 4
[forces]
gravity = [0, -1.6]
[[particles]]
kind = "lattice"
spacing = 1
origin = [0, 0]
counts = [1, 1]
radius = 0.1
mass = 2
[measure]
what = ["temperature"]
every_steps = 2
)toml";

}  // namespace

TEST_CASE("a run ends at the step in which its stop condition holds, tells it and ends with status 0") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  struct Case {
    std::string condition, reason;
    std::int64_t step;
  };
  for (const Case& c : {Case{"when = \"largest_speed > 2.05\"", "largest_speed > 2.05", 21},
                        Case{"when = { expression = \"t >= 1\", for = 0.25 }", "t >= 1, for 0.25", 20},
                        Case{"measured = [{ quantity = \"kinetic_energy\", above = 4.05 }]",
                             "kinetic_energy above 4.05 (it is 4.41)", 21},
                        Case{"measured = [{ quantity = \"temperature.bodies\", above = 0, for = 0.5 }]",
                             "temperature.bodies above 0 (it is 1), for 0.5", 10},
                        Case{"at_rest = { speed = 0.45, for = 0.125 }", "at rest: no body faster than 0.45, for 0.125", 3}}) {
    INFO(c.condition);
    const Outcome o = command({"run", scene_file(folder, std::string(falling) + "[stop]\n" + c.condition + "\n"), "-o", run,
                               "--overwrite"});
    INFO(o.err);
    CHECK(o.status == 0);
    const Summary s = read_summary(run + "/summary.json");
    CHECK(s.status == "finished");
    CHECK(s.stopped_by == c.reason);
    CHECK(s.step == c.step);
    CHECK(lines_of(o.out).front().find("to t = 4 at the latest") != std::string::npos);
    CHECK(lines_of(o.out).back().find(", " + c.reason + ": ") != std::string::npos);
    CHECK(contains(command({"info", run}).out, "finished, " + c.reason));
    const TrajectoryReader trajectory(run + "/trajectory.h5");
    CHECK(trajectory.steps().back() == c.step);  // the last state is a frame
    CHECK(command({"resume", run, "-q"}).status == 0);  // nothing is left to do
    CHECK(read_summary(run + "/summary.json").hash == s.hash);
  }
}

TEST_CASE("a run that was stopped goes on when its condition is changed") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  run_scene(scene_file(folder, std::string(falling) + "[stop]\nwhen = \"step >= 8\"\n"), run);
  const Outcome o = command({"resume", run, "--set", "stop.when.expression=\"step >= 12\""});
  INFO(o.err);
  CHECK(o.status == 0);
  const Summary s = read_summary(run + "/summary.json");
  CHECK(s.step == 12);
  CHECK(s.stopped_by == "step >= 12");
  REQUIRE(s.changes.size() == 1);
  CHECK(s.changes[0].key == "stop.when.expression");
}

TEST_CASE("mistakes in stop conditions are told at their place, with the names there are") {
  const TemporaryFolder folder;
  scene_file(folder, std::string(falling) + "[stop]\nwhen = \"kinetic_enrgy < 1\"\n[[stop.measured]]\n"
                     "quantity = \"temperature.bodeis\"\nabove = 1\n");
  const Outcome o = command({"run", "scene.toml", "-o", "run"}, {.directory = folder.path()});
  CHECK(o.status == 2);
  const Words lines = lines_of(o.err);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].starts_with("scene.toml:19:9: \"when\" in [stop]: unknown name \"kinetic_enrgy\"; known are step, time,"));
  CHECK(contains(lines[0], "did you mean \"kinetic_energy\"?"));
  CHECK(lines[1].starts_with("scene.toml:21:12: \"quantity\" in [[stop.measured]] must be one of \"temperature.bodies\","));
  CHECK(contains(lines[1], "did you mean \"temperature.bodies\"?"));
  CHECK(files_in(folder.path()) == Words{"scene.toml"});
}

TEST_CASE("stages follow each other in one run: time goes on, with the step and the forces of each") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  const std::string scene = scene_file(folder, std::string(falling) + R"toml(
[[stages]]
name = "fall"
duration = 1
[[stages]]
name = "slow"
stop = { measured = [{ quantity = "momentum_y", above = -0.15 }] }
set = { time.step = 0.03125, forces.gravity = [0, 1.6] }
[[stages]]
name = "drift"
until = 3
set = { forces.gravity = [0.5, 0] }
)toml");
  const Outcome o = command({"run", scene, "-o", run});
  INFO(o.err);
  CHECK(o.status == 0);
  CHECK(contains(o.out, "stage slow begins at t = 1\n"));
  const Summary s = read_summary(run + "/summary.json");
  REQUIRE(s.stages.size() == 3);
  // Momentum -3.2 after 16 steps of 0.2 each, then 0.1 a step upwards: above -0.15 after 31 of them.
  CHECK(s.stages[1].step == 16);
  CHECK(s.stages[1].time == 1);
  CHECK(s.stages[2].step == 47);
  CHECK(s.stages[2].time == 1 + 31 * 0.03125);
  CHECK(s.stages[2].because.starts_with("momentum_y above -0.15"));
  CHECK(s.time >= 3);
  CHECK(s.time < 3.0625);
  const Words lines = lines_of(read_file(run + "/steps.csv"));
  const Words head = cells_of(lines.front());
  CHECK(head.back() == "stage");
  CHECK(cells_of(lines[16]).back() == "1");
  CHECK(cells_of(lines[17]).back() == "2");
  CHECK(cells_of(lines.back()).back() == "3");
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
  };
  const double t = s.time - s.stages[2].time;
  CHECK(std::stod(cells_of(lines.back())[column("momentum_x")]) == doctest::Approx(2 * 0.5 * t));
  CHECK(std::stod(cells_of(lines.back())[column("momentum_y")]) == doctest::Approx(-0.1));
  CHECK(std::stod(cells_of(lines[17])[column("time")]) == 1.03125);
}

TEST_CASE("pictures of a run with stages show obstacles where they were") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  run_scene(scene_file(folder, std::string(falling) + R"toml(
[[obstacles]]
kind = "sphere"
centre = [5, 5]
radius = 1
motion = { kind = "translation", velocity = [1, 0] }
[[stages]]
name = "east"
duration = 1
[[stages]]
name = "north"
set = { obstacles.sphere.motion = { kind = "translation", velocity = [0, 2] } }
)toml"), run, {"--set", "time.end=2", "--set", "output.every=0.5", "--set", "obstacles.0.name=sphere"});
  const TrajectoryReader trajectory(run + "/trajectory.h5");
  const std::vector<MotionPtr> motions = trajectory.motions();
  REQUIRE(motions.size() == 1);
  CHECK(motions[0]->at(0.5).position == Vec3{{0.5, 0, 0}});
  CHECK(motions[0]->at(1.5).position == Vec3{{1, 1, 0}});
  CHECK(motions[0]->at(2).position == Vec3{{1, 2, 0}});
  CHECK(command({"picture", run, "-o", folder / "p.png"}).status == 0);
  CHECK(command({"export", run, "--to", "vtp"}).status == 0);
}

TEST_CASE("bodies are removed where a region says so, and as many enter as a pour keeps") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  const std::string scene = scene_file(folder, R"toml([scene]
dimension = 3
[time]
step = 0.125
end = 4
[[particles]]
kind = "pour"
count = 40
keep = 5
low = [0, 0, 0]
high = [4, 4, 1]
radius = 0.1
velocity = [0, 0, 1]
[[removals]]
name = "top"
kind = "half-space"
point = [0, 0, 2]
normal = [0, 0, 1]
)toml");
  const Summary s = run_scene(scene, run, {"--set", "output.every=0.5"});
  REQUIRE(s.exits.size() == 1);
  CHECK(s.exits[0].name == "top");
  CHECK(s.departed == s.exits[0].left);
  CHECK(s.departed > 5);
  CHECK(s.bodies + s.departed <= 40);
  const Words lines = lines_of(read_file(run + "/steps.csv"));
  const Words head = cells_of(lines.front());
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
  };
  double removed = 0;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const Words cells = cells_of(lines[k]);
    const double now = std::stod(cells[column("departed")]);
    CHECK(std::stod(cells[column("bodies")]) == 5 - (now - removed));  // five enter, some go at the end of the step
    removed = now;
  }
  const Words exits = lines_of(read_file(run + "/exits.csv"));
  CHECK(exits.front() == "step,time,id,exit,x,y,z");
  CHECK(static_cast<std::int64_t>(exits.size()) == 1 + s.departed);
  const TrajectoryReader trajectory(run + "/trajectory.h5");
  for (std::size_t k = 0; k < trajectory.frames(); ++k)
    for (std::size_t i = 0; i < trajectory.read(k).bodies.size(); ++i) CHECK(trajectory.read(k).bodies.x(i)[2] <= 2);
  for (const char* command_name : {"info", "view"}) CHECK(command({command_name, run}).status == 0);
}

TEST_CASE("mistakes in removals and pours are told at their place") {
  const TemporaryFolder folder;
  scene_file(folder, std::string(falling) + "[[removals]]\nkind = \"box\"\nlow = [0, 0]\nhigh = [1, -1]\n[[removals]]\n"
                     "kind = \"half-space\"\nnormal = [0, 0]\n[[particles]]\nkind = \"pour\"\ncount = 3\nradius = 1\n"
                     "low = [0, 0]\nhigh = [4, 4]\n");
  const Outcome o = command({"run", "scene.toml", "-o", "run"}, {.directory = folder.path()});
  CHECK(o.status == 2);
  const Words lines = lines_of(o.err);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].starts_with("scene.toml:21:8: \"high\" in [[removals]] of kind \"box\" must be above low"));
  CHECK(lines[1].starts_with("scene.toml:24:10: \"normal\" in [[removals]] of kind \"half-space\" must not be zero"));
  CHECK(lines[2].starts_with("scene.toml:25:1: \"rate\" in [[particles]] of kind \"pour\" is missing"));
}

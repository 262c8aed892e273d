// floc run --from: a new run that begins with a state of another.
#include <doctest/doctest.h>

#include "output/checkpoint.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// A gluey cluster in a box, whose contacts remember how deep they stick.
const std::string gluey = R"toml([scene]
dimension = 2
[time]
step = 0.01
end = 0.4
[contact]
law = "gluey"
[forces]
gravity = [0, -9.81]
[[obstacles]]
kind = "box"
low = [0, 0]
high = [1, 2]
side = "inside"
[[particles]]
kind = "random"
count = 60
low = [0, 0]
high = [1, 0.6]
radius = 0.03
mass = 1
[output]
every_steps = 10
precision = "float64"
)toml";

// Grains that turn, in the plane or in space.
std::string rolling(int dimension) {
  std::string text = gluey;
  text.replace(text.find("law = \"gluey\""), 13, "law = \"inelastic\"\n[friction]\ncoefficient = 0.5");
  text.replace(text.find("gravity = [0,"), 13, "gravity = [3,");
  const auto swap = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  if (dimension == 2) return text;
  swap("dimension = 2", "dimension = 3");
  swap("[3, -9.81]", "[3, -9.81, 0]");
  swap("[0, 0]", "[0, 0, 0]");
  swap("[1, 2]", "[1, 2, 0.3]");
  swap("[1, 0.6]", "[1, 0.6, 0.3]");
  return text;
}

// The scene without its particles.
std::string bare(std::string text) {
  const std::size_t from = text.find("[[particles]]");
  return text.erase(from, text.find("[output]") - from);
}

Outcome from(const std::string& scene, const std::string& run, const std::string& out, const Words& more = {}) {
  Words words{"run", scene, "--from", run, "-o", out};
  words.insert(words.end(), more.begin(), more.end());
  return command(words);
}

}  // namespace

TEST_CASE("a new run from the checkpoint of another ends with the bits of one that was not stopped") {
  for (const std::string& text : {std::string(bed), gluey, std::string(evacuation), std::string(bouncing),
                                  rolling(2), rolling(3)}) {
    const TemporaryFolder folder;
    const std::string scene = scene_file(folder, text);
    const Summary whole = run_scene(scene, folder / "whole", {"--set", "time.end=0.2"});
    run_scene(scene, folder / "first", {"--set", "time.end=0.1", "--set", "output.every_steps=7"});
    const Outcome o = from(scene, folder / "first", folder / "second", {"--set", "time.end=0.2"});
    INFO(o.err);
    REQUIRE(o.status == 0);
    CHECK(contains(o.out, "beginning with " + folder / "first/checkpoint.h5: step "));
    const Summary s = read_summary(folder / "second/summary.json");
    CHECK(s.hash == whole.hash);
    CHECK(s.step == whole.step);
    REQUIRE(s.changes.size() == 1);
    CHECK(s.changes[0].key == "state");
    CHECK(s.changes[0].to == folder / "first/checkpoint.h5");
    CHECK(command({"resume", folder / "second", "-q"}).status == 0);
    CHECK(command({"picture", folder / "second", "-o", folder / "x.png"}).status == 0);
  }
}

TEST_CASE("a frame is a beginning as good as its digits, with the memory of its contacts") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, gluey);
  run_scene(scene, folder / "whole");
  REQUIRE(from(scene, folder / "whole:0.2", folder / "second", {"-q"}).status == 0);
  const Summary s = read_summary(folder / "second/summary.json");
  CHECK(s.step == 40);
  CHECK(s.changes[0].step == 20);
  const TrajectoryReader whole(folder / "whole/trajectory.h5"), second(folder / "second/trajectory.h5");
  CHECK(second.steps().front() == 20);
  const Snapshot a = whole.read(2), b = second.read(0);
  REQUIRE(a.contacts.size() > 0);
  CHECK(a.contacts.memory == b.contacts.memory);
  CHECK(a.bodies.position == b.bodies.position);
  const auto deepest = [](const Snapshot& f) {
    return *std::min_element(f.contacts.memory.begin(), f.contacts.memory.end());
  };
  CHECK(deepest(b) < 0);
  const Outcome late = from(scene, folder / "whole:7", folder / "no");
  CHECK(late.status == 2);
  CHECK(contains(late.err, "its frames are from t = 0 to 0.4"));
  CHECK(from(scene, folder / "whole:soon", folder / "no").status == 2);
  CHECK(from(scene, folder / "nowhere", folder / "no").status == 1);
  CHECK(!std::filesystem::exists(folder / "no"));
}

TEST_CASE("a frame, or a scene without particles, goes on with bodies as they lie and turn, and with friction") {
  for (const int dimension : {2, 3}) {
    const TemporaryFolder folder;
    const std::string scene = scene_file(folder, rolling(dimension)),
                      other = scene_file(folder, bare(rolling(dimension)), "o.toml");
    run_scene(scene, folder / "whole");
    REQUIRE(from(scene, folder / "whole:0.2", folder / "frame", {"-q"}).status == 0);
    const Snapshot a = TrajectoryReader(folder / "whole/trajectory.h5").read(2),
                   b = TrajectoryReader(folder / "frame/trajectory.h5").read(0);
    REQUIRE(a.bodies.turning);
    const auto some = [](const std::vector<double>& v) {
      return std::ranges::any_of(v, [](double x) { return x != 0; });
    };
    CHECK(some(a.bodies.spin));
    CHECK(some(a.contacts.tangential));
    CHECK(b.bodies.orientation == a.bodies.orientation);
    CHECK(b.bodies.spin == a.bodies.spin);
    const Checkpoint start = read_checkpoint(folder / "whole/checkpoint.h5");
    REQUIRE(from(other, folder / "whole", folder / "bare", {"-q", "--set", "time.end=0.45"}).status == 0);
    const Snapshot begin = TrajectoryReader(folder / "bare/trajectory.h5").read(0);
    CHECK(begin.bodies.spin == start.state.bodies.spin);
    CHECK(begin.bodies.orientation == start.state.bodies.orientation);
  }
}

TEST_CASE("bodies with shapes go on from a frame as they lay, and a scene without particles says that it has none") {
  const TemporaryFolder folder;
  std::string text = rolling(3);
  text.replace(text.find("radius = 0.03"), 13, "radius = 0.03\nshape = { kind = \"box\" }");
  const std::string scene = scene_file(folder, text), other = scene_file(folder, bare(text), "o.toml");
  const Summary whole = run_scene(scene, folder / "whole");
  REQUIRE(from(scene, folder / "whole:0.2", folder / "frame", {"-q"}).status == 0);
  const Snapshot a = TrajectoryReader(folder / "whole/trajectory.h5").read(2),
                 b = TrajectoryReader(folder / "frame/trajectory.h5").read(0);
  REQUIRE(a.bodies.shaped);
  CHECK(b.bodies.shape == a.bodies.shape);
  CHECK(b.bodies.inertia == a.bodies.inertia);
  CHECK(b.bodies.orientation == a.bodies.orientation);
  CHECK(a.contacts.feature.size() == a.contacts.size());
  CHECK(read_summary(folder / "frame/summary.json").step == whole.step);
  run_scene(scene, folder / "first", {"--set", "time.end=0.2"});
  REQUIRE(from(scene, folder / "first", folder / "second", {"-q"}).status == 0);
  CHECK(read_summary(folder / "second/summary.json").hash == whole.hash);
  const Outcome o = from(other, folder / "whole", folder / "bare", {"-q", "--set", "time.end=0.45"});
  CHECK(o.status == 2);
  CHECK_MESSAGE(contains(o.err, "shapes or joints that go with them"), o.err);
}

TEST_CASE("a scene without particles has the bodies of the other run, as a file of its own") {
  const TemporaryFolder folder;
  run_scene(scene_file(folder, gluey), folder / "first");
  const Checkpoint start = read_checkpoint(folder / "first/checkpoint.h5");
  std::string other = bare(gluey);
  other.replace(other.find("gravity = [0, -9.81]"), 20, "gravity = [3, -9.81]");
  const std::string scene = scene_file(folder, other, "other.toml"), run = folder / "run";
  CHECK(contains(from(scene, folder / "first", run).err, "\"end\" in [time] must be above start"));
  REQUIRE(from(scene, folder / "first", run, {"-q", "--set", "time.end=0.5"}).status == 0);
  const Summary s = read_summary(run + "/summary.json");
  CHECK(s.step == 10);
  CHECK(s.time == doctest::Approx(0.5));
  CHECK(s.bodies == 60);
  CHECK(contains(read_file(run + "/scene.toml"), "started-with.csv"));
  const Snapshot begin = TrajectoryReader(run + "/trajectory.h5").read(0);
  CHECK(begin.bodies.position == start.state.bodies.position);
  CHECK(begin.bodies.velocity == start.state.bodies.velocity);
  // Memory came along: without it the same scene ends otherwise.
  const Summary without = run_scene(run + "/scene.toml", folder / "without");
  CHECK(without.hash != s.hash);
  // It goes on like any other, to the same end.
  REQUIRE(from(scene, folder / "first", folder / "two", {"-q", "--set", "time.end=0.45"}).status == 0);
  REQUIRE(command({"resume", folder / "two", "-q", "--set", "time.end=0.5"}).status == 0);
  CHECK(read_summary(folder / "two/summary.json").hash == s.hash);
  // Time may begin anew.
  REQUIRE(from(scene, folder / "first", folder / "anew", {"-q", "--set", "time.start=0"}).status == 0);
  CHECK(read_summary(folder / "anew/summary.json").step == 40);
  // Replaced, nothing of it is left; in its own folder a run cannot begin with itself.
  CHECK(from(scene, folder / "first", folder / "first", {"--overwrite", "--set", "time.end=1"}).status == 2);
  run_scene(folder / "scene.toml", run, {"--overwrite", "--set", "time.end=0.1"});
  CHECK(!std::filesystem::exists(run + "/started-with.csv"));
}

TEST_CASE("other particles, obstacles in the way and another dimension are refused before anything is written") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, gluey), first = folder / "first";
  run_scene(scene, first);
  const auto refused = [&](const std::string& path, const Words& more, const std::string& why) {
    const Outcome o = from(path, first, folder / "no", more);
    CHECK(o.status == 2);
    CHECK_MESSAGE(contains(o.err, why), o.err);
    CHECK(!std::filesystem::exists(folder / "no"));
  };
  refused(scene, {"--set", "time.end=0.4"}, "the run would end at t = 0.4, and the state it begins with is at t = 0.4");
  refused(scene, {"--set", "time.end=1", "--set", "particles.0.count=50"}, "scene.toml:15:1: these particles would come");
  refused(scene, {"--set", "time.end=1", "--set", "obstacles.0.low=[0, 0.02]"}, "and obstacle \"box\" by ");
  refused(scene_file(folder, lonely, "line.toml"), {}, "has dimension 1, and ");
}

TEST_CASE("frames do not tell how far pours are, save one alone") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed);
  const Summary whole = run_scene(scene, folder / "whole", {"--set", "time.end=0.2", "--set", "output.precision=float64"});
  REQUIRE(from(scene, folder / "whole:0.1", folder / "second", {"-q", "--set", "time.end=0.2"}).status == 0);
  CHECK(read_summary(folder / "second/summary.json").bodies == whole.bodies);
  run_scene(scene_file(folder, evacuation), folder / "crowd");
  const Outcome o = from(scene, folder / "crowd:1", folder / "no");
  CHECK(o.status == 2);
  CHECK(contains(o.err, "a frame does not tell"));
}

TEST_CASE("overlaps with what the new scene has elsewhere are refused, or repaired where it says so") {
  const TemporaryFolder folder;
  run_scene(scene_file(folder, gluey), folder / "first", {"--set", "time.end=0.4"});
  std::string narrow = bare(gluey);
  narrow.replace(narrow.find("high = [1, 2]"), 13, "high = [0.98, 2]");
  const std::string scene = scene_file(folder, narrow, "narrow.toml");
  const Words longer{"--set", "time.end=0.5"};

  const Outcome refused = from(scene, folder / "first", folder / "refused", longer);
  CHECK(refused.status == 2);
  CHECK(refused.err.find("overlaps = \"repair\" in [start] separates them") != std::string::npos);

  Words repairing = longer;
  repairing.insert(repairing.end(), {"--set", "start.overlaps=repair"});
  const Outcome repaired = from(scene, folder / "first", folder / "second", repairing);
  INFO(repaired.err);
  REQUIRE(repaired.status == 0);
  CHECK(read_summary(folder / "second/summary.json").totals.worst_overlap < 1e-3);

  // A box that holds a few of the sixty.
  narrow.replace(narrow.find("high = [0.98, 2]"), 16, "high = [0.15, 0.4]");
  const Outcome full = from(scene_file(folder, narrow, "full.toml"), folder / "first", folder / "full", repairing);
  INFO(full.err);
  CHECK(full.status == 2);
  CHECK(full.err.find("cannot be repaired: there is not enough room") != std::string::npos);
}

TEST_CASE("a state without new overlaps keeps its bits where overlaps would be repaired") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed);
  run_scene(scene, folder / "first", {"--set", "time.end=0.1"});
  const Words longer{"--set", "time.end=0.2"}, repairing{"--set", "time.end=0.2", "--set", "start.overlaps=repair"};
  REQUIRE(from(scene, folder / "first", folder / "plain", longer).status == 0);
  const Outcome o = from(scene, folder / "first", folder / "repairing", repairing);
  INFO(o.err);
  REQUIRE(o.status == 0);
  CHECK(read_summary(folder / "plain/summary.json").hash == read_summary(folder / "repairing/summary.json").hash);
}

TEST_CASE("beads of a chain that overlap, and bodies that are joined, are no overlaps of the new run") {
  const std::string linked = R"toml(
[scene]
dimension = 2
[time]
step = 0.01
end = 0.1
[[particles]]
kind = "chain"
beads = 4
spacing = 0.15
stretching = 10.0
centres = [[0, 0]]
radius = 0.1
[[particles]]
kind = "lattice"
spacing = 0.1
origin = [2, 0]
counts = [2, 1]
radius = 0.1
[[joints]]
kind = "weld"
pairs = [[4, 5]]
)toml";
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, linked);
  run_scene(scene, folder / "first");
  const Outcome o = from(scene, folder / "first", folder / "second", {"--set", "time.end=0.2"});
  INFO(o.err);
  CHECK(o.status == 0);
}

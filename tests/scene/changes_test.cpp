#include "scene/changes.hpp"

#include <doctest/doctest.h>

#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

const std::string text = R"toml(title = "A"
[scene]
dimension = 2
[time]
step = 0.5
end = 2
[[particles]]
kind = "lattice"
spacing = 1
origin = [0, 0]
counts = [2, 1]
radius = { uniform = [0.1, 0.2] }
[[particles]]
kind = "pour"
count = 3
rate = 2
low = [0, 1]
high = [1, 2]
radius = 0.1
)toml";

Scene read(const std::vector<std::string>& overrides = {}) {
  const SceneResult result = read_scene_text(text, "s.toml", "/folder", overrides);
  REQUIRE(result.scene);
  return *result.scene;
}

std::string edited(std::string from, const std::string& to) {
  std::string now = text;
  now.replace(now.find(from), from.size(), to);
  return now;
}

ChangedScene changed(const std::string& now, const std::vector<std::string>& overrides = {}) {
  return read_changed_scene(read(), now, "s.toml", "/folder", overrides);
}

}  // namespace

TEST_CASE("two scenes differ in the keys that differ, in lists of tables too, and in nothing else") {
  CHECK(scene_changes(read(), read()).empty());
  const Scene other = read({"time.end=4", "particles.1.rate=3", "forces.gravity=[0, -1]", "output.every=0.02"});
  const std::vector<SceneChange> all = scene_changes(read(), other);
  REQUIRE(all.size() == 3);  // the time between frames had been a hundredth of the run
  CHECK(all[0].key == "forces.gravity");
  CHECK(all[0].from == "[0, 0]");
  CHECK(all[0].to == "[0, -1]");
  CHECK(all[1].key == "particles.1.rate");
  CHECK(all[2].key == "time.end");
  CHECK(all[2].to == "4");
  const std::vector<SceneChange> rhythm = scene_changes(read(), read({"output.every_steps=7"}));
  REQUIRE(rhythm.size() == 2);
  CHECK(rhythm[0].key == "output.every");
  CHECK(rhythm[0].to.empty());
  CHECK(rhythm[1].from.empty());
}

TEST_CASE("what comes may change when a run goes on; comments and order of its file are no change") {
  CHECK(changed(text).changes.empty());
  CHECK(changed("# mine\n" + edited("step = 0.5\nend = 2", "end = 2.0 # so long\nstep = 0.50")).changes.empty());
  const ChangedScene longer = changed(edited("[[particles]]", "[output]\nevery = 0.02\n[[particles]]"),
                                      {"time.end=5", "solver.tolerance=1e-6", "title=B"});
  REQUIRE(longer.scene);
  CHECK(longer.scene->time.end == 5);
  CHECK(longer.scene->solver.tolerance == 1e-6);
  CHECK(longer.changes.size() == 3);
}

TEST_CASE("what was written cannot change: told at the place, with what can") {
  const ChangedScene wrong = changed(edited("rate = 2", "rate = 5"), {"time.step=0.25"});
  CHECK(!wrong.scene);
  REQUIRE(wrong.errors.size() == 2);
  const std::string file = wrong.errors[1].str(), set = wrong.errors[0].str();
  CHECK(set.starts_with("--set time.step=0.25: \"time.step\" was 0.5 and is 0.25 now"));
  CHECK(file.starts_with("s.toml:16:8: \"particles.1.rate\" was 2 and is 5 now"));
  CHECK(file.find("time.end, solver.*") != std::string::npos);
  CHECK(file.find("--from") != std::string::npos);
  const ChangedScene gone = changed(edited("[[particles]]\nkind = \"pour\"\ncount = 3\nrate = 2\nlow = [0, 1]\n"
                                           "high = [1, 2]\nradius = 0.1\n", ""));
  CHECK(!gone.scene);
  REQUIRE(!gone.errors.empty());
  CHECK(gone.errors[0].str().find("and is nothing now") != std::string::npos);
  CHECK(changed("[scene\n").errors[0].line == 1);
}

// floc init: templates of scenes.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "app/commands.hpp"
#include "app/embedded.hpp"
#include "scene/scene.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("init --list names every template with one line about it") {
  const Outcome o = command({"init", "--list"});
  CHECK(o.status == 0);
  CHECK(lines_of(o.out).size() == app::scene_templates.size());
  CHECK(app::scene_templates.size() >= 6);
  for (const app::EmbeddedText& t : app::scene_templates) {
    CHECK(t.text.starts_with("# "));
    CHECK(contains(o.out, "  " + std::string(t.name) + " "));
  }
}

TEST_CASE("every template is a scene that init writes and run runs, with comments in it") {
  const TemporaryFolder folder;
  for (const std::string& name : app::template_names()) {
    INFO(name);
    const std::string file = folder / (name + ".toml"), run = folder / name;
    CHECK(command({"init", name, "-o", file}).status == 0);
    const std::string text = read_file(file);
    CHECK(std::count(text.begin(), text.end(), '#') >= 5);
    const SceneResult scene = read_scene(file);
    REQUIRE(scene.scene);
    const std::string end = std::to_string(scene.scene->time.start + 5.5 * scene.scene->time.step);
    const Summary s = run_scene(file, run, {"--set", "time.end=" + end});
    CHECK(s.status == "finished");
    CHECK(s.totals.unconverged_steps == 0);
    CHECK(s.bodies > 0);
  }
}

TEST_CASE("init writes TEMPLATE.toml where it stands, and says how to run it") {
  const TemporaryFolder folder;
  const Outcome o = command({"init", "box"}, {.directory = folder.path()});
  CHECK(o.status == 0);
  CHECK(contains(o.out, "floc run box.toml -o out/box"));
  CHECK(contains(read_file(folder / "box.toml"), "kind = \"box\""));
}

TEST_CASE("init never replaces a file, not even an empty one or a link") {
  const TemporaryFolder folder;
  write_file(folder / "mine.toml", "mine");
  const Outcome o = command({"init", "box", "-o", folder / "mine.toml"});
  CHECK(o.status == 2);
  CHECK(contains(o.err, "is left as it is"));
  CHECK(read_file(folder / "mine.toml") == "mine");
  std::filesystem::create_symlink(folder / "nowhere", folder / "link.toml");
  CHECK(command({"init", "box", "-o", folder / "link.toml"}).status == 2);
  CHECK(std::filesystem::is_symlink(folder / "link.toml"));
  CHECK(!std::filesystem::exists(folder / "nowhere"));
  CHECK(command({"init", "box", "-o", folder / "no/such/folder.toml"}).status == 1);
}

TEST_CASE("a disk without room gives a message, and leaves no half of a scene") {
  const TemporaryFolder folder;
  const Outcome o = command({"init", "box", "-o", folder / "x.toml"}, {.largest_file = 100});
  CHECK(o.status == 1);
  CHECK(contains(o.err, "x.toml: cannot write"));
  CHECK(!std::filesystem::exists(folder / "x.toml"));
}

TEST_CASE("a template that there is not is wrong input, with the one that may be meant and all others") {
  const Outcome o = command({"init", "funel"});
  CHECK(o.status == 2);
  CHECK(contains(o.err, "did you mean \"funnel\"?"));
  CHECK(contains(o.err, "suspension"));
  CHECK(command({"init"}).status == 2);
}

#include "app/run_files.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;
using app::clear_run;
using app::holds_run;
using app::left_by_clear;

namespace {

const Words short_run{"--set", "time.end=0.02"};

void make_folder(const std::string& path) { std::filesystem::create_directory(path); }

Outcome run_into(const std::string& scene, const std::string& directory, const Words& more = {},
                 const Circumstances& around = {}) {
  Words words{"run", scene, "-o", directory, short_run[0], short_run[1]};
  words.insert(words.end(), more.begin(), more.end());
  return command(words, around);
}

}  // namespace

TEST_CASE("a folder holds a run when it holds any of its files but the scene, and clearing leaves what is not its") {
  const TemporaryFolder folder;
  CHECK(!holds_run(folder.path()));
  CHECK(!holds_run(folder / "nowhere"));
  write_file(folder / "notes.txt", "mine");
  CHECK(!holds_run(folder.path()));
  for (const char* name : {"trajectory.h5", "steps.csv", "checkpoint.h5", "checkpoint.previous.h5",
                           "checkpoint.h5.tmp", "trajectory.h5.tmp", "summary.json"}) {
    write_file(folder / name, "x");
    CHECK_MESSAGE(holds_run(folder.path()), name);
    CHECK(left_by_clear(folder.path()) == Words{"notes.txt"});
    clear_run(folder.path());
    CHECK_MESSAGE(!holds_run(folder.path()), name);
  }
  CHECK(read_file(folder / "notes.txt") == "mine");
}

TEST_CASE("a scene alone is no run") {
  const TemporaryFolder folder;
  write_file(folder / "scene.toml", "mine");
  CHECK(!holds_run(folder.path()));
}

TEST_CASE("what commands made of a run goes with it, what the user put there stays and is told") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, bed), run = folder / "run";
  REQUIRE(run_into(scene, run).status == 0);
  for (const Words& words : {Words{"view", run}, {"picture", run}, {"plot", run}, {"export", run, "--to", "csv"},
                             {"export", run, "--to", "vtp"}, {"export", run, "--to", "xyz"},
                             {"measure", run, "--what", "coordination,sizes"}})
    REQUIRE(command(words).status == 0);
  CHECK(left_by_clear(run).empty());
  write_file(run + "/csv/mine.csv", "x");
  write_file(run + "/notes.txt", "x");
  write_file(run + "/sheet.png", "x");
  make_folder(run + "/pictures");
  const Words left{"csv/", "notes.txt", "pictures/", "sheet.png"};
  CHECK(left_by_clear(run) == left);

  const Outcome o = run_into(scene, run, {"--overwrite"});
  CHECK(o.status == 0);
  CHECK(contains(o.out, "left as they are in " + run + ": csv/, notes.txt, pictures/, sheet.png\n"));
  for (const char* gone : {"view.html", "picture.png", "plot.svg", "csv/particles.csv", "vtp", "xyz", "measure"})
    CHECK_MESSAGE(!std::filesystem::exists(run + "/" + gone), gone);
  CHECK(left_by_clear(run) == left);
}

TEST_CASE("a run whose folder holds one of its inputs is refused, and the input stays as it is") {
  const TemporaryFolder folder;
  const std::string particles = "x,y,r\n0.5,0.5,0.1\n";
  write_file(folder / "start.csv", particles);
  const std::string text = std::string(bed) + "[[particles]]\nkind = \"file\"\npath = \"start.csv\"\nmass = 1\n# mine\n";
  const std::string scene = scene_file(folder, text);
  make_folder(folder / "elsewhere");
  std::filesystem::create_directory_symlink(folder.path(), folder / "elsewhere/link");
  write_file(folder / "elsewhere/scene.toml", text);
  for (const Words& more : {Words{}, {"--overwrite"}}) {
    for (const std::string& directory : {folder.path(), folder / "elsewhere/..", folder / "elsewhere/link"}) {
      const Outcome o = run_into(scene, directory, more);
      CHECK(o.status == 2);
      CHECK_MESSAGE(contains(o.err, scene + " lies in the folder of the run"), o.err);
    }
    // Another scene, whose particles lie there.
    const Outcome o = run_into(folder / "elsewhere/scene.toml", folder.path(),
                               {"--overwrite", "--set", "particles.2.path=\"" + (folder / "start.csv") + "\""});
    CHECK(o.status == 2);
    CHECK_MESSAGE(contains(o.err, (folder / "start.csv") + " lies in the folder of the run"), o.err);
  }
  CHECK(read_file(scene) == text);
  CHECK(read_file(folder / "start.csv") == particles);
  CHECK(!holds_run(folder.path()));
}

TEST_CASE("a scene of the user in the folder of a new run is not replaced") {
  const TemporaryFolder folder, mine;
  const std::string scene = scene_file(folder, bed);
  write_file(mine / "scene.toml", "# mine\n");
  for (const Words& more : {Words{}, {"--overwrite"}}) {
    const Outcome o = run_into(scene, mine.path(), more);
    CHECK(o.status == 2);
    CHECK_MESSAGE(contains(o.err, (mine / "scene.toml") + " is not of a run"), o.err);
  }
  CHECK(read_file(mine / "scene.toml") == "# mine\n");
}

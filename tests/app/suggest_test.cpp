#include "app/suggest.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <vector>

#include "support/runs.hpp"

using namespace floc::test;
using floc::app::unknown_command;

TEST_CASE("a word that is no command gets the nearest one, the one that does it, or all of them") {
  const std::vector<std::string> commands{"run", "resume", "info"};
  CHECK(unknown_command("rnu", commands) == "there is no command \"rnu\"; did you mean \"run\"?");
  CHECK(unknown_command("check", commands) == "there is no command \"check\"; it is: floc run SCENE --dry-run");
  CHECK(unknown_command("xylophone", commands) == "there is no command \"xylophone\"; there are run, resume, info");
}

TEST_CASE("help is a command too, and help of what is none says what there is") {
  const Outcome all = command({"help"}), run = command({"help", "run"});
  CHECK(all.status == 0);
  CHECK(all.out == command({"--help"}).out);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "--max-walltime"));
  for (const Words& words : {Words{"rnu"}, {"check", "--help"}, {"help", "rnu"}}) {
    const Outcome o = command(words);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    CHECK_MESSAGE(contains(o.err, "floc: there is no command \""), o.err);
  }
}

TEST_CASE("numbers that are none, cameras in the plane, pipes and devices are told at once") {
  const FinishedRun& run = finished_run();
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, lonely), pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto refused = [](const Words& words, int status, const std::string& why) {
    const Outcome o = command(words);
    CHECK(o.status == status);
    CHECK_MESSAGE(contains(o.err, why), o.err);
  };
  for (const std::string number : {"nan", "inf", "-1", "soon"}) {
    refused({"run", scene, "-o", folder / "run", "--max-walltime", number}, 2, "is not a number above 0");
    refused({"movie", run.directory, "--fps", number}, 2, "is not a number from 0.1 to 240");
  }
  refused({"measure", run.directory, "--what", "coordination", "--from", "nan"}, 2, "is not a number");
  refused({"picture", run.directory, "--camera", "20,30"}, 2, "--camera is for runs in space");
  refused({"picture", run.directory, "--perspective"}, 2, "--perspective is for runs in space");
  for (const std::string& path : {pipe, std::string("/dev/zero"), std::string("/dev/null")}) {
    refused({"run", path, "-o", folder / "run"}, 2, "cannot be read: it is a folder, a device or a pipe");
    refused({"solve", path}, 1, "it is a folder, a device or a pipe");
    write_file(folder / "file.toml", std::string("[scene]\ndimension = 1\n[time]\nstep = 1\nend = 2\n[[particles]]\n"
                                                 "kind = \"file\"\npath = \"") + path + "\"\nradius = 1\n");
    refused({"run", folder / "file.toml", "-o", folder / "run"}, 2, "cannot read \"" + path);
  }
  CHECK(!std::filesystem::exists(folder / "run"));
}

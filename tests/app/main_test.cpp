// The command line: help that teaches, the version, and wrong words.
#include <doctest/doctest.h>

#include "core/simd_target.hpp"
#include "core/version.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

const Words commands{"run", "resume", "info", "export", "picture", "view", "explain", "dump-problem", "solve"};

}  // namespace

TEST_CASE("--help lists every command, first steps and the exit statuses") {
  const Outcome o = command({"--help"});
  CHECK(o.status == 0);
  CHECK(o.err.empty());
  for (const std::string& name : commands) CHECK_MESSAGE(contains(o.out, "  " + name + " "), name);
  CHECK(contains(o.out, "First steps:"));
  CHECK(contains(o.out, "Exit status: 0 finished"));
}

TEST_CASE("--help of every command has an example") {
  for (const std::string& name : commands) {
    const Outcome o = command({name, "--help"});
    CHECK(o.status == 0);
    const std::size_t example = o.out.find("Example");
    REQUIRE_MESSAGE(example != std::string::npos, o.out);
    CHECK_MESSAGE(contains(o.out.substr(example), "\n  floc " + name + " "), o.out);
  }
}

TEST_CASE("--version, and which instructions the kernels use") {
  const Outcome o = command({"--version"});
  CHECK(o.status == 0);
  CHECK(o.out == "floc " + std::string(version()) + ", with " + std::string(to_string(simd_target())) + " instructions\n");
}

TEST_CASE("the environment can take other instructions of the processor, and none that it does not have") {
  struct Instructions {
    explicit Instructions(const std::string& name) { ::setenv("FLOC_INSTRUCTIONS", name.c_str(), 1); }
    ~Instructions() { ::unsetenv("FLOC_INSTRUCTIONS"); }
  };
  std::string all;
  for (const SimdTarget target : simd_targets()) {
    const std::string name(to_string(target));
    all += (all.empty() ? "" : ", ") + name;
    const Instructions forced(name);
    CHECK(command({"--version"}).out == "floc " + std::string(version()) + ", with " + name + " instructions\n");
  }
  const Instructions wrong("mmx");
  const Outcome o = command({"--version"});
  CHECK(o.status == 2);
  CHECK(o.out.empty());
  CHECK(o.err == "floc: FLOC_INSTRUCTIONS=mmx: this processor has " + all + "\n");
}

TEST_CASE("wrong words end with status 2, a message and no output") {
  const TemporaryFolder folder;
  const std::string scene = scene_file(folder, lonely);
  const std::vector<Words> lines{{},
                                 {"rnu"},
                                 {"--no-such-option"},
                                 {"run"},
                                 {"run", scene},
                                 {"run", scene, "-o", folder / "out", "--no-such-option"},
                                 {"run", scene, "-o", folder / "out", "--threads", "0"},
                                 {"run", scene, "-o", folder / "out", "--threads", "many"},
                                 {"run", scene, "-o", folder / "out", "--max-walltime", "-1"},
                                 {"run", scene, scene, "-o", folder / "out"},
                                 {"resume"},
                                 {"info"},
                                 {"export", folder.path()},
                                 {"export", folder.path(), "--to", "pdf"},
                                 {"picture", folder.path(), "--size", "1"},
                                 {"dump-problem", folder.path(), "-o", folder / "out"},
                                 {"dump-problem", folder.path(), "--step", "1"},
                                 {"view"},
                                 {"solve"}};
  for (const Words& words : lines) {
    std::string text;
    for (const std::string& word : words) text += " " + word;
    INFO("floc", text);
    const Outcome o = command(words);
    CHECK(o.status == 2);
    CHECK(!o.err.empty());
    CHECK(!std::filesystem::exists(folder / "out"));
  }
}

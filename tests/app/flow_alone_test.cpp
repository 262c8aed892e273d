// A fluid that flows round obstacles, with nobody in it: all that a run does.
#include <doctest/doctest.h>

#include <filesystem>

#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

const char* const cylinder = R"toml([scene]
dimension = 2
[time]
step = 0.01
end = 0.2
[[obstacles]]
name = "cylinder"
kind = "sphere"
centre = [0.2, 0.2]
radius = 0.05
[fluid]
low = [0, 0]
high = [0.8, 0.4]
cell = 0.0125
density = 1
viscosity = 0.001
[[fluid.sides]]
side = "-x"
velocity = ["1.2*sin(t)*y*(0.4-y)/0.4^2", "0"]
[[fluid.sides]]
side = "+x"
kind = "open"
[output]
every_steps = 4
)toml";

// Vortices in steps that are too long for them.
std::string vortices(const std::string& more = "") {
  return R"toml([scene]
dimension = 2
[time]
step = 0.3
end = 100
[domain]
periodic = ["x", "y"]
low = [0, 0]
high = [6.4, 6.4]
[fluid]
cell = 0.2
density = 1
viscosity = 1e-6
diffusion = "explicit"
velocity = ["sin(2*pi*x/6.4)*cos(2*pi*y/6.4) + 0.3*sin(8*pi*y/6.4)", "-cos(2*pi*x/6.4)*sin(2*pi*y/6.4)"]
[solver]
on_unconverged = "warn"
[output]
every_steps = 1
checkpoint_every_steps = 1
)toml" + more;
}

const std::string discs = R"toml([[particles]]
kind = "lattice"
origin = [1.6, 1.6]
counts = [2, 2]
spacing = 3.2
radius = 0.85
density = 2
)toml";

// The run ends with what the flow was and the last good checkpoint, and its table has no NaN.
void check_blown_up(const Outcome& o, const std::string& run) {
  CHECK(o.status == 3);
  CHECK_MESSAGE(contains(o.err, "the flow has blown up: it goes "), o.err);
  CHECK_MESSAGE(contains(o.err, "the last good checkpoint is " + run + "/checkpoint.h5, of step "), o.err);
  const std::string steps = read_file(run + "/steps.csv");
  CHECK(!contains(steps.substr(steps.find('\n')), "nan"));
}

}  // namespace

TEST_CASE("a flow with nobody in it runs, tells the force on what stands in it, and is resumed to the same bits") {
  const TemporaryFolder folder;
  const std::string run = folder / "run", parts = folder / "parts";
  run_scene(scene_file(folder, cylinder), run, {"--threads", "1"});
  const std::string steps = read_file(run + "/steps.csv");
  CHECK(contains(steps.substr(0, steps.find('\n')), "obstacle0_fluid_force_x"));
  CHECK(!contains(steps.substr(0, steps.find('\n')), "body0_fluid"));
  CHECK(contains(command({"info", run}).out, "0 in dimension 2"));

  run_scene(scene_file(folder, cylinder), parts, {"--threads", "2", "--set", "time.end=0.1"});
  CHECK(command({"resume", parts, "--set", "time.end=0.2"}).status == 0);
  CHECK(read_summary(parts + "/summary.json").hash == read_summary(run + "/summary.json").hash);
  CHECK(timeless_steps(parts) == timeless_steps(run));

  CHECK(command({"picture", run, "--field", "vorticity", "-o", folder / "x.png"}).status == 0);
  CHECK(command({"movie", run, "--field", "speed", "--size", "128", "-o", folder / "x.gif"}).status == 0);
  CHECK(command({"measure", run, "--what", "fluid", "-o", folder / "tables"}).status == 0);
  for (const char* format : {"vti", "vtp", "gsd", "xyz", "csv"})
    CHECK(command({"export", run, "--to", format}).status == 0);
}

TEST_CASE("a scene with neither particles nor a fluid has nothing to run") {
  const TemporaryFolder folder;
  const Outcome o =
      command({"run", scene_file(folder, "[scene]\ndimension = 2\n[time]\nstep = 1\nend = 2\n"), "-o", folder / "x"});
  CHECK(o.status == 2);
  CHECK(contains(o.err, "the scene has no particles: it needs a [[particles]] table"));
}

TEST_CASE("a flow that blows up ends the run with what it was and the last good checkpoint, and no NaN in any file") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  const Outcome o = command({"run", scene_file(folder, vortices()), "-o", run, "--quiet"});
  CHECK_MESSAGE(contains(o.err, "the fluid goes"), o.err);  // the step is too long for it
  check_blown_up(o, run);
  CHECK(command({"info", run}).status == 0);

  // Without that the first step that is too long ends it.
  const Outcome stopped = command(
      {"run", scene_file(folder, vortices()), "-o", folder / "stop", "--set", "solver.on_unconverged=\"stop\""});
  CHECK(stopped.status == 3);
  CHECK_MESSAGE(contains(stopped.err, "cells in a step: take steps of at most"), stopped.err);
}

TEST_CASE("a flow that blows up round bodies names the last good checkpoint, and leaves no NaN in any file") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  const Outcome o = command({"run", scene_file(folder, vortices(discs)), "-o", run, "--quiet"});
  check_blown_up(o, run);
  CHECK(command({"export", run, "--to", "csv", "-o", folder / "frames"}).status == 0);
  int files = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder / "frames")) {
    if (!file.is_regular_file()) continue;
    const std::string text = read_file(file.path().string());
    CHECK_MESSAGE(!contains(text, "nan"), file.path().string());
    CHECK_MESSAGE(!contains(text, "inf"), file.path().string());
    ++files;
  }
  CHECK(files > 0);
}

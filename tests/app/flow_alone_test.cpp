// A fluid that flows round obstacles, with nobody in it: all that a run does.
#include <doctest/doctest.h>

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
  for (const char* format : {"vti", "vtp", "gsd", "xyz", "csv"}) CHECK(command({"export", run, "--to", format}).status == 0);
}

TEST_CASE("a scene with neither particles nor a fluid has nothing to run") {
  const TemporaryFolder folder;
  const Outcome o = command({"run", scene_file(folder, "[scene]\ndimension = 2\n[time]\nstep = 1\nend = 2\n"), "-o", folder / "x"});
  CHECK(o.status == 2);
  CHECK(contains(o.err, "the scene has no particles: it needs a [[particles]] table"));
}

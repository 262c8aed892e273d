// Films below the grid of a fluid, of scenes that the program runs.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "support/off.hpp"
#include "support/runs.hpp"
#include "validation/stokes_cases.hpp"

using namespace floc;
using namespace floc::test;

namespace {

constexpr double pull = 1e-6;

// The speed at which a disc of radius 1, eight cells in radius, goes to a wall under its weight of π pull, from rest:
// the last frame of a run.
double falling(const TemporaryFolder& folder, double gap, bool films, const std::string& more = "") {
  const std::string text = fmt::format(R"toml([scene]
dimension = 2
[time]
step = 0.125
end = 100
[forces]
gravity = [0, {}]
[[particles]]
kind = "lattice"
origin = [6, {}]
counts = [1, 1]
spacing = 1
radius = 1
density = 2
{}[fluid]
kind = "stokes"
low = [0, 0]
high = [12, 9]
cell = 0.125
density = 1
viscosity = 1
gap = 0
lubrication = {}
[[fluid.sides]]
side = "-x"
kind = "slip"
[[fluid.sides]]
side = "+x"
kind = "slip"
[[fluid.sides]]
side = "+y"
kind = "slip"
[output]
every_steps = 800
)toml",
                                       -pull, 1 + gap, more, films);
  const std::string run = folder / fmt::format("{}-{}-{}", gap, films, more.size());
  CHECK(run_scene(scene_file(folder, text), run).totals.unconverged_steps == 0);
  const TrajectoryReader frames(run + "/trajectory.h5");
  return -frames.read(frames.frames() - 1).bodies.velocity[1];
}

}  // namespace

TEST_CASE("with lubrication = true a disc goes to a wall at the speed of steady flow with the film, at any gap") {
  const TemporaryFolder folder;
  Executor executor(1);
  for (const double cells : {0.1, 0.25, 1.0}) {
    const double gap = cells / 8, speed = falling(folder, gap, true);
    CHECK(off(speed / (M_PI * pull) * resistance_to_wall(2, 16, gap, 12, 9, 0, executor), 1) < 0.03);
    CHECK(speed < (cells < 0.5 ? 0.75 : 1) * falling(folder, gap, false));
  }
}

TEST_CASE("a disc has its film beside a body that is not round") {
  const TemporaryFolder folder;
  const std::string far =
      "[[particles]]\nkind = \"lattice\"\norigin = [3, 7.5]\ncounts = [1, 1]\nspacing = 1\nradius = 0.6\n"
      "density = 1\nshape = { kind = \"ellipsoid\", axes = [1.2, 1] }\n";
  const double alone = falling(folder, 0.25 / 8, true), beside = falling(folder, 0.25 / 8, true, far);
  CHECK(off(beside, alone) < 0.01);
}

// A suspension in a shear cell: what it takes to shear it, from its walls and from its bodies.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "scene/build.hpp"
#include "step/simulation.hpp"

using namespace floc;

namespace {

// A periodic cell of width 16 and height 16 discs, sheared by its walls at rate 1; discs on places that no lattice has.
std::string cell(int discs, const std::string& kind, const std::string& more = "") {
  std::string text = fmt::format(R"toml(
[scene]
dimension = 2
seed = 4
[time]
step = 0.005
end = 1
[domain]
periodic = ["x"]
low = [0, 0]
high = [16, 16]
[[particles]]
kind = "random"
count = {}
low = [0, 1]
high = [16, 15]
radius = 0.5
density = 1
velocity = ["y-8", "0"]
[fluid]
kind = "{}"
low = [0, 0]
high = [16, 16]
cell = 0.125
density = 1
viscosity = 20
velocity = ["y-8", "0"]
[[fluid.sides]]
side = "-y"
velocity = ["-8", "0"]
[[fluid.sides]]
side = "+y"
velocity = ["8", "0"]
{})toml",
                                 discs, kind, more);
  return text;
}

Simulation simulation_of(const std::string& text) {
  const SceneResult read = read_scene_text(text, "scene.toml", ".");
  for (const Diagnostic& e : read.errors) FAIL(e.str());
  BuildResult built = build(*read.scene);
  for (const Diagnostic& e : built.errors) FAIL(e.str());
  return Simulation(std::move(*built.setup), 2);
}

struct Viscosities {
  double lower = 0, upper = 0, particles = 0;
};

// Over that of the fluid, mean of some steps.
Viscosities viscosities(Simulation& s, int before, int steps) {
  Viscosities mean;
  for (int k = 0; k < before; ++k) s.advance();
  for (int k = 0; k < steps; ++k) {
    const StepReport r = s.advance();
    CHECK(r.converged);
    REQUIRE(r.fluid->sides.size() == 4);
    REQUIRE(r.fluid->particles.size() == 5);
    const double scale = 1.0 / steps / 20;
    mean.lower += scale * r.fluid->sides[0] / 16;
    mean.upper -= scale * r.fluid->sides[2] / 16;
    mean.particles += scale * r.fluid->particles[1];
  }
  return mean;
}

}  // namespace

TEST_CASE("a dilute suspension of discs in slow flow is as viscous as Einstein has it, by its walls and by its discs") {
  const double phi = 16 * M_PI * 0.25 / 256;
  REQUIRE(phi == doctest::Approx(0.05).epsilon(0.02));
  Simulation s = simulation_of(cell(16, "steady-stokes"));
  const Viscosities v = viscosities(s, 0, 3);
  MESSAGE("walls ", v.lower, " ", v.upper, ", discs ", 1 + v.particles);
  CHECK(v.lower == doctest::Approx(v.upper).epsilon(1e-4));
  CHECK(1 + v.particles == doctest::Approx(v.lower).epsilon(2e-3));
  CHECK(std::abs(v.lower - 1.10) < 0.03);
}

TEST_CASE("discs feel the same stress where the fluid has inertia, but hardly any") {
  Simulation slow = simulation_of(cell(16, "steady-stokes")), unsteady = simulation_of(cell(16, "stokes"));
  const double without = viscosities(slow, 0, 1).particles, with = viscosities(unsteady, 20, 5).particles;
  CHECK(with == doctest::Approx(without).epsilon(0.05));
}

TEST_CASE("discs that fall in a closed box: the weight of what is in it is on its bottom, and their speed is told") {
  Simulation s = simulation_of(R"toml(
[scene]
dimension = 2
[time]
step = 0.01
end = 1
[forces]
gravity = [0, -1]
[[particles]]
kind = "lattice"
origin = [2, 3]
counts = [2, 2]
spacing = 2
radius = 0.5
density = 2
[fluid]
kind = "steady-stokes"
low = [0, 0]
high = [6, 8]
cell = 0.125
density = 1
viscosity = 1
)toml");
  const StepReport r = s.advance();
  const std::vector<double>& sides = r.fluid->sides;
  REQUIRE(sides.size() == 8);
  // What they weigh more than the fluid, on all walls together.
  double up = 0, along = 0;
  for (std::size_t k = 0; k < 8; k += 2) along += sides[k], up += sides[k + 1];
  CHECK(up == doctest::Approx(-4 * M_PI * 0.25).epsilon(1e-3));
  CHECK(std::abs(along) < 1e-3);
  double mean = 0;
  for (std::size_t b = 0; b < 4; ++b) mean += 0.25 * s.bodies().velocity[2 * b + 1];
  CHECK(r.fluid->particles[4] == doctest::Approx(mean));
  CHECK(mean < 0);
}

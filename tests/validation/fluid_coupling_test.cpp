// What bodies and fluid do to each other, from scenes: passive tracers, drag in a flow that knows nothing of the bodies.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "fluid/flow_field.hpp"
#include "scene/build.hpp"
#include "step/simulation.hpp"

using namespace floc;

namespace {

// Vortices of a steady flow sin x cos y, −cos x sin y, kept up by a force; a small body at (1, 0.4).
std::string vortices(const std::string& coupling, int cells, double step, const std::string& more) {
  return fmt::format(R"toml(
[scene]
dimension = 2
[time]
step = {2}
end = 3
[domain]
periodic = ["x", "y"]
low = [0, 0]
high = [6.283185307179586, 6.283185307179586]
[[particles]]
kind = "lattice"
origin = [1, 0.4]
counts = [1, 1]
spacing = 1
radius = 0.01
density = 1
velocity = ["sin(x)*cos(y)", "-cos(x)*sin(y)"]
[fluid]
coupling = "{0}"
cell = {1:.17g}
density = 1
viscosity = 0.5
velocity = ["sin(x)*cos(y)", "-cos(x)*sin(y)"]
force = ["sin(x)*cos(y)", "-cos(x)*sin(y)"]
{3}
)toml",
                     coupling, 2 * M_PI / cells, step, more);
}

Vec3 end_of(const std::string& text) {
  const SceneResult read = read_scene_text(text, "scene.toml", ".");
  for (const Diagnostic& e : read.errors) FAIL(e.str());
  BuildResult built = build(*read.scene);
  for (const Diagnostic& e : built.errors) FAIL(e.str());
  Simulation simulation(std::move(*built.setup), 1);
  while (simulation.time() < 3 - 1e-9) CHECK(simulation.advance().converged);
  return embed(simulation.bodies().x(0), 2);
}

double stream(const Vec3& x) { return std::sin(x[0]) * std::sin(x[1]); }

}  // namespace

TEST_CASE("a passive tracer stays on its streamline, to second order") {
  const double here = stream({{1, 0.4, 0}});
  double before = 0;
  for (const int cells : {16, 32}) {
    const double wrong = std::abs(stream(end_of(vortices("passive", cells, 0.8 / cells, ""))) - here);
    CHECK(wrong < 0.4 / cells);
    if (before > 0) CHECK(std::log2(before / wrong) > 1.7);
    before = wrong;
  }
}

TEST_CASE("drag in the grid's flow is that in the flow it is of, to second order in the cells") {
  const std::string analytic = vortices(
      "one-way", 16, 0.02,
      "[[forces.drag]]\ntau = 0.3\nflow = [\"sin(x)*cos(y)\", \"-cos(x)*sin(y)\"]\n"
      "[[forces.drag]]\ntau = 1e30\nflow = { kind = \"fluid\" }\n");
  const Vec3 exact = end_of(analytic);
  double before = 0;
  for (const int cells : {16, 32}) {
    const Vec3 x =
        end_of(vortices("one-way", cells, 0.02, "[[forces.drag]]\ntau = 0.3\nflow = { kind = \"fluid\" }\n"));
    const double wrong = norm(x - exact);
    if (before > 0) CHECK(std::log2(before / wrong) > 1.7);
    before = wrong;
  }
  CHECK(before < 0.03);
}

TEST_CASE("what does not go together is said where it stands") {
  const auto errors = [](const std::string& text) {
    const SceneResult read = read_scene_text(text, "s.toml", ".");
    REQUIRE(read.scene);
    std::string all;
    for (const Diagnostic& e : build(*read.scene).errors) all += e.str() + "\n";
    return all;
  };
  CHECK(errors(vortices("one-way", 16, 0.02, "")).find("[fluid] with coupling = \"one-way\" needs drag in it") !=
        std::string::npos);
  CHECK(errors(vortices("passive", 16, 0.02, "[[forces.drag]]\ntau = 1\nflow = { kind = \"fluid\" }\n"))
            .find("drag in the flow of the fluid needs [fluid] with coupling = \"one-way\"") != std::string::npos);
  CHECK(errors(vortices("passive", 16, 0.02, "[forces]\ngravity = [0, -1]\n"))
            .find("forces do nothing to bodies that go where the fluid goes") != std::string::npos);
}

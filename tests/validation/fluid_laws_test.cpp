// Every contact law, and what else there is between bodies, in a fluid: heaps that settle on the floor of a tank.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "contact/law.hpp"
#include "scene/build.hpp"
#include "step/simulation.hpp"

using namespace floc;

namespace {

constexpr double cell = 1.0 / 32, radius = 0.145, tolerance = 1e-4;

// Three bodies, one above the two others.
std::string tank(int dimension, const std::string& shape, const std::string& more) {
  const bool space = dimension == 3;
  std::string bodies;
  for (const char* const place : {"0.3, 0.2", "0.68, 0.19", "0.5, 0.55"})
    bodies += fmt::format(
        "[[particles]]\nkind = \"lattice\"\norigin = [{}{}]\ncounts = [1, 1{}]\nspacing = 1\nradius = {}\ndensity = "
        "3\n{}",
        place, space ? ", 0.25" : "", space ? ", 1" : "", radius, shape);
  return fmt::format(R"toml(
[scene]
dimension = {}
[time]
step = 0.01
end = 10
[solver]
tolerance = {}
[forces]
gravity = [0, -9.81{}]
{}[fluid]
low = [0, 0{}]
high = [1, 1{}]
cell = {}
density = 1
viscosity = 0.02
{})toml",
                     dimension, tolerance, space ? ", 0" : "", bodies, space ? ", 0" : "", space ? ", 0.5" : "", cell,
                     more);
}

void settle(const std::string& name, const std::string& text, int steps, double lowest) {
  CAPTURE(name);
  const SceneResult read = read_scene_text(text, name, ".");
  for (const Diagnostic& e : read.errors) FAIL(e.str());
  BuildResult built = build(*read.scene);
  for (const Diagnostic& e : built.errors) FAIL(e.str());
  Simulation s(std::move(*built.setup), 1);
  const int d = s.bodies().dimension;
  double overlap = 0, divergence = 0;
  std::int64_t active = 0;
  for (int k = 0; k < steps; ++k) {
    const StepReport r = s.advance();
    CAPTURE(r.step);
    CAPTURE(r.message);
    REQUIRE(r.converged);
    overlap = std::max(overlap, r.overlap);
    divergence = std::max(divergence, r.fluid->divergence);
    active += r.active;
  }
  CHECK(active > 0);
  CHECK(overlap <= tolerance * (1 + 1e-6));
  CHECK(divergence < 1e-11);
  double bottom = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    for (int k = 0; k < d; ++k) CHECK(std::isfinite(s.bodies().v(i)[k]));
    bottom = std::min(bottom, s.bodies().x(i)[1]);
  }
  // A gap of a cell above the floor, and near it.
  CHECK(bottom > lowest + cell - 2 * tolerance * radius);
  CHECK(bottom < lowest + cell + 0.1 * radius);
}

}  // namespace

TEST_CASE("by every law that a fluid combines with, and every force between bodies, they settle and keep the gap") {
  const std::string friction = "[friction]\ncoefficient = 0.4\n";
  std::vector<std::pair<std::string, std::string>> all;
  for (const LawKind& kind : law_kinds()) {
    const LawPtr law = kind.make(kind.blank(), {});
    if (!law->keeps_apart()) continue;  // nothing is to be seen then
    const std::string text =
        fmt::format("[contact]\nlaw = \"{}\"\n", kind.name) + (law->has_films() ? "viscosity = 0.1\n" : "");
    if (law->has_equalities() || law->has_films()) {  // which it does not combine with
      const SceneResult read = read_scene_text(tank(2, "", text), "s.toml", ".");
      REQUIRE(read.scene);
      CHECK(build(*read.scene).errors.size() == 1);
      continue;
    }
    all.emplace_back(kind.name, text);
    all.emplace_back(std::string(kind.name) + ", friction", text + friction);
  }
  CHECK(all.size() >= 6);  // inelastic, restitution, gluey
  all.emplace_back("gluey and rough", "[contact]\nlaw = \"gluey\"\ngamma_min = -1e-3\n");
  all.emplace_back("exact friction", friction + "scheme = \"exact\"\n");
  all.emplace_back("friction that resists rolling", friction + "rolling = 0.02\n");
  all.emplace_back("capillary bridges", "[[forces.capillary]]\nsurface_tension = 0.5\nvolume = 1e-4\nangle = 20\n");
  all.emplace_back("attraction", "[[forces.attraction]]\nkappa = 2e-2\nepsilon = 2e-2\n");
  all.emplace_back("repulsion", "[[forces.repulsion]]\nrange = 0.02\nepsilon = 1e-3\nepsilon_contact = 1e-2\n");
  all.emplace_back("noise", "[[forces.noise]]\nsigma = 0.05\n");
  all.emplace_back("springs", "[[joints]]\nkind = \"distance\"\npairs = [[0, 1]]\nstiffness = 5\n");
  all.emplace_back("a rod", "[[joints]]\nkind = \"distance\"\npairs = [[0, 1]]\n");
  all.emplace_back("films", "lubrication = true\n");
  for (const auto& [name, more] : all) {
    settle(name, tank(2, "", more), 150, radius);
    const bool round = name != "films";
    if (round)
      settle(name + ", boxes", tank(2, "shape = { kind = \"box\", sides = [1, 1], orientation = \"aligned\" }\n", more),
             150, 0.128);
  }
}

TEST_CASE("so do spheres, by every law and with friction") {
  for (const LawKind& kind : law_kinds()) {
    const LawPtr law = kind.make(kind.blank(), {});
    if (!law->keeps_apart() || law->has_equalities() || law->has_films()) continue;
    settle(std::string(kind.name),
           tank(3, "", fmt::format("[friction]\ncoefficient = 0.4\n[contact]\nlaw = \"{}\"\n", kind.name)), 40, radius);
  }
}

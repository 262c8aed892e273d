#include "scene/build.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

Setup built(const std::string& text, int threads = 1) {
  BuildResult result = build(samples::read(text), threads);
  for (const Diagnostic& e : result.errors) FAIL(e.str());
  return std::move(*result.setup);
}

std::string faults(const std::string& text) {
  const BuildResult result = build(samples::read(text));
  CHECK(result.setup.has_value() == result.errors.empty());
  std::string all;
  for (const Diagnostic& e : result.errors) all += e.str() + "\n";
  return all;
}

// A row of discs of radius 0.5 along x, at a distance.
std::string row(int count, double spacing, const std::string& rest = "") {
  return "[[particles]]\nkind = \"lattice\"\nspacing = " + std::to_string(spacing) + "\norigin = [0, 0]\ncounts = [" +
         std::to_string(count) + ", 1]\nradius = 0.5\n" + rest;
}

}  // namespace

TEST_CASE("a scene without any particle is refused; one particle and no contact at all are fine") {
  CHECK(faults(samples::head()) == "s.toml:1:1: the scene has no particles: it needs a [[particles]] table\n");
  CHECK(built(samples::head() + row(1, 1)).bodies.size() == 1);
}

TEST_CASE("masses come from the density, are given, or go with the cube of the radius") {
  const std::string two =
      "[[particles]]\nkind = \"lattice\"\nspacing = 9\norigin = [0, 0]\ncounts = [2, 1]\nradius = { list = [1, 2] }\n";
  CHECK(built(samples::head() + two).bodies.mass[1] == doctest::Approx(4 * std::numbers::pi));
  CHECK(built(samples::head() + two + "density = 3\n").bodies.mass[1] == doctest::Approx(12 * std::numbers::pi));
  CHECK(built(samples::head() + two + "mass = 7\n").bodies.mass == std::vector<double>{7, 7});
  const Setup cubed = built(samples::head() + two + "mass = \"radius-cubed\"\n");
  CHECK(cubed.bodies.mass[0] == doctest::Approx(std::pow(1 / 1.5, 3)));
  CHECK(cubed.bodies.mass[1] == doctest::Approx(std::pow(2 / 1.5, 3)));
  CHECK(faults(samples::head() + two + "density = 1e308\n") == "s.toml:6:1: the mass of particle 0 would be inf\n");
}

TEST_CASE("velocities are expressions of the place, the time and the constants") {
  const Setup s = built("[scene]\ndimension = 2\n[time]\nstart = 3\nstep = 0.1\nend = 4\n[constants]\nU = 10\n" +
                        row(2, 2, "velocity = [\"U*x + t\", \"y - 1\"]\n"));
  CHECK(s.bodies.velocity == std::vector<double>{3, -1, 23, -1});
  CHECK(s.start == 3);
  CHECK(faults(samples::head() + row(2, 2, "velocity = [\"0\", \"1/x\"]\n")) ==
        "s.toml:12:18: the velocity of particle 0 is inf along y, at (0, 0, 0)\n");
}

TEST_CASE("overlaps at the start are listed, deepest first at their tables, and counted") {
  CHECK(faults(samples::head() + row(2, 0.75)) ==
        "s.toml:1:1: 1 overlap at the start; overlaps = \"repair\" in [start] separates them\n"
        "s.toml:6:1: particle 1 overlaps particle 0 by 0.25 (0.5 r̄)\n");
  const std::string floor =
      "[[obstacles]]\nkind = \"half-space\"\nname = \"floor\"\nnormal = [0, 1]\npoint = [0, -0.4]\n";
  CHECK(faults(samples::head() + row(1, 1) + floor) ==
        "s.toml:1:1: 1 overlap at the start; overlaps = \"repair\" in [start] separates them\n"
        "s.toml:6:1: particle 0 overlaps obstacle \"floor\" by 0.1 (0.2 r̄)\n");
  const std::string many = faults(samples::head() + row(20, 0.75));
  CHECK(many.find("s.toml:1:1: 19 overlaps at the start") == 0);
  CHECK(std::count(many.begin(), many.end(), '\n') == 6);
}

TEST_CASE("overlaps within the tolerance are none, and others are repaired when asked") {
  CHECK(built(samples::head() + row(2, 1 - 4e-5)).bodies.size() == 2);
  const Setup s = built(samples::head() + row(3, 0.75) + "[start]\noverlaps = \"repair\"\n");
  for (std::size_t i = 1; i < 3; ++i) CHECK(s.bodies.x(i)[0] - s.bodies.x(i - 1)[0] >= 1 - 1e-4);
}

TEST_CASE("an overlap that cannot be repaired is an error") {
  const std::string vice = "[[obstacles]]\nkind = \"box\"\nside = \"inside\"\nlow = [-0.4, -0.4]\nhigh = [0.4, 0.4]\n";
  CHECK(faults(samples::head() + row(1, 1) + vice + "[start]\noverlaps = \"repair\"\n").find("cannot be repaired") !=
        std::string::npos);
}

TEST_CASE("particles outside the periodic box are wrapped into it, and the box is not too narrow") {
  const std::string domain = "[domain]\nperiodic = [\"x\"]\nlow = [-1, 0]\nhigh = [3, 0]\n";
  const Setup s = built(samples::head() + domain + row(3, 1.25, "velocity = [\"x\", \"0\"]\n"));
  CHECK(s.domain.origin[0] == -1);
  CHECK(s.domain.period == std::array<double, 3>{4, 0, 0});
  CHECK(s.bodies.position == std::vector<double>{0, 0, 1.25, 0, 2.5, 0});
  const Setup wrapped =
      built(samples::head() + domain +
            "[[particles]]\nkind = \"lattice\"\nspacing = 1\norigin = [5, 7]\ncounts = [1, 1]\nradius = 0.5\n");
  CHECK(wrapped.bodies.position == std::vector<double>{1, 7});
  CHECK(faults(samples::head() + "[domain]\nperiodic = [\"y\"]\nlow = [0, 0]\nhigh = [0, 1.9]\n" + row(1, 1)) ==
        "s.toml:6:1: [domain] is 1.9 long along y, and must be at least 2: twice the largest diameter, and twice the "
        "cut-off of the solver\n");
}

TEST_CASE("a pour becomes a feed with all that is to come") {
  const Setup s =
      built(samples::head() +
            "[[particles]]\nkind = \"pour\"\ncount = 5\nrate = 10\nstart = 0.5\nlow = [0, 2]\nhigh = [1, 3]\n"
            "radius = 0.1\nmass = 2\nvelocity = [\"x\", \"-t\"]\n" +
            row(1, 1));
  REQUIRE(s.feeds.size() == 1);
  const Feed& f = s.feeds[0];
  CHECK(s.bodies.size() == 1);
  CHECK(f.pending.size() == 5);
  CHECK(f.rate == 10);
  CHECK(f.start == 0.5);
  CHECK(f.low == Vec3{{0, 2, 0}});
  CHECK(f.pending.mass == std::vector<double>(5, 2.0));
  CHECK(f.pending.v(2)[0] == 0.5);
  CHECK(f.pending.v(2)[1] == doctest::Approx(-0.7));
  CHECK(built(samples::head() +
              "[[particles]]\nkind = \"pour\"\ncount = 1\nrate = 1\nlow = [0, 0]\nhigh = [1, 1]\nradius = 0.1\n")
            .feeds.size() == 1);
}

TEST_CASE("law, forces, solver and obstacles of a scene are those of the setup") {
  const Setup s = built(samples::head() + row(1, 1) +
                        "[contact]\nlaw = \"restitution\"\n[forces]\ngravity = [0, -1]\n[[forces.drag]]\ntau = 1\n"
                        "[[forces.field]]\nforce = [\"vx\", \"0\"]\n[solver]\nname = \"pgs\"\ntolerance = 1e-6\n"
                        "max_iterations = 7\ncutoff = 0.25\non_unconverged = \"halve_step\"\n[[obstacles]]\n"
                        "kind = \"half-space\"\nnormal = [0, 1]\npoint = [0, -2]\n");
  CHECK(s.h == 1e-3);
  CHECK(s.seed == 1);
  CHECK(s.law != nullptr);
  CHECK(s.forces.size() == 3);
  CHECK(s.solver == "pgs");
  CHECK(s.tolerance == 1e-6);
  CHECK(s.max_iterations == 7);
  CHECK(s.cutoff == 0.25);
  CHECK(s.on_unconverged == OnUnconverged::halve_step);
  CHECK(s.obstacles.surfaces() == 1);
  CHECK(built(samples::head() + row(1, 1)).forces.empty());
}

TEST_CASE("everything there is can be built, in the plane and in space") {
  const auto folder = std::filesystem::temp_directory_path() / "floc-build-test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "grains.csv") << "x,y,r\n3.5,20,0.1\n";
  const SceneResult plane =
      read_scene_text(samples::plane, "s.toml", folder.string(), {"obstacles=[]", "particles.0.jitter=0"});
  REQUIRE(plane.scene.has_value());
  const BuildResult result = build(*plane.scene);
  for (const Diagnostic& e : result.errors) FAIL(e.str());
  CHECK(result.setup->feeds.size() == 1);
  std::filesystem::remove_all(folder);
  CHECK(built(samples::space).bodies.size() == 21);  // 4 + 2 beads less: an assembly is one body
}

TEST_CASE("friction that cannot be is told with line and column") {
  const auto told = [](const std::string& text) {
    const SceneResult read = read_scene_text(samples::head() + row(2, 1) + text, "s.toml", "/");
    std::string all;
    for (const Diagnostic& e : read.errors) all += e.str() + "\n";
    if (read.scene)
      for (const Diagnostic& e : build(*read.scene).errors) all += e.str() + "\n";
    return all;
  };
  CHECK(told("[friction]\ncoefficient = -0.1\n") ==
        "s.toml:13:15: \"coefficient\" in [friction] must be at least 0, not -0.1\n");
  CHECK(told("[friction]\ncoefficient = 0.1\nrolling = -1\n") ==
        "s.toml:14:11: \"rolling\" in [friction] must be at least 0, not -1\n");
  CHECK(told("[friction]\ncoefficient = 0.1\n[[friction.pairs]]\nbetween = [\"grains\", \"grains\"]\n"
             "coefficient = -1\n") ==
        "s.toml:16:15: \"coefficient\" in [[friction.pairs]] must be at least 0, not -1\n");
  const std::string pair = "[friction]\n[[friction.pairs]]\nbetween = [\"grains\", \"grains\"]\n";
  CHECK(told(pair + "rolling = 0.1\n") == "");
  CHECK(told(pair + "twisting = -2\n") ==
        "s.toml:15:12: \"twisting\" in [[friction.pairs]] must be at least 0, not -2\n");
  CHECK(
      told(pair) ==
      "s.toml:13:1: \"coefficient\" in [[friction.pairs]] is missing: a pair gives coefficient, rolling or twisting\n");
  CHECK(told("[friction]\ncoefficient = 0.1\n[contact]\nlaw = \"lubricated\"\nviscosity = 1\n") ==
        "s.toml:12:1: friction does not combine with law = \"lubricated\": surfaces with a film between them do not "
        "rub\n");
  CHECK(told("[friction]\ncoefficient = 0.1\n[contact]\nlaw = \"stick\"\n") ==
        "s.toml:12:1: friction does not combine with law = \"stick\": what is held does not slide\n");
}

#include "scene/make_fluid.hpp"

#include <doctest/doctest.h>

#include "scene/build.hpp"
#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

std::string disc(const std::string& more = "") {
  return samples::head(2) +
         "[[particles]]\nkind = \"lattice\"\norigin = [1, 1]\ncounts = [1, 1]\nspacing = 1\nradius = 0.25\ndensity = "
         "2\n" +
         more;
}

const std::string fluid = "[fluid]\nlow = [0, 0]\nhigh = [2, 4]\ncell = 0.0625\ndensity = 2\nviscosity = 0.1\n";

struct Built {
  std::optional<Setup> setup;
  std::string errors;
};

Built built(const std::string& text) {
  SceneResult read = read_scene_text(text, "s.toml", "/");
  Built result;
  for (const Diagnostic& e : read.errors) result.errors += e.str() + "\n";
  if (!read.scene) return result;
  // As written it is the same scene.
  CHECK(read_scene_text(write_scene(*read.scene), "w.toml", "/").errors.empty());
  BuildResult made = build(*read.scene);
  for (const Diagnostic& e : made.errors) result.errors += e.str() + "\n";
  result.setup = std::move(made.setup);
  return result;
}

}  // namespace

TEST_CASE("a fluid fills its box: cells, sides, and the gap that contacts keep") {
  const Built b = built(
      disc("[forces]\ngravity = [0, -9]\n") + fluid +
      "[[fluid.sides]]\nside = \"+y\"\nvelocity = [\"sin(t)\", 0]\n[[fluid.sides]]\nside = \"-x\"\nkind = \"slip\"\n");
  CHECK(b.errors == "");
  REQUIRE(b.setup);
  const FluidSettings& f = *b.setup->fluid;
  CHECK(f.grid.cells == std::array<int, 3>{32, 64, 1});
  CHECK(f.grid.kind(0, 0) == FaceKind::slip);
  CHECK(f.grid.kind(1, 1) == FaceKind::wall);
  CHECK(f.grid.faces[1][1].velocity.size() == 2);
  CHECK(f.gravity[1] == -9);
  CHECK(f.gap == 0.0625);
  // The body in it has the density of the fluid exactly.
  CHECK(b.setup->bodies.radius[0] == 0.25);
  CHECK(b.setup->bodies.mass[0] == 2 * (M_PI * 0.25 * 0.25));
  CHECK(b.setup->bodies.inertia[0] == doctest::Approx(0.5 * b.setup->bodies.mass[0] * 0.0625));
  CHECK(b.setup->obstacles.list().size() == 4);
  CHECK(b.setup->obstacles.gap_at_begin(2, {{1, 0.5, 0}}, 0.25) == doctest::Approx(0.25));
}

TEST_CASE("in periodic directions a fluid is as long as the domain; discs that stand in it are markers") {
  const Built b = built(disc("[domain]\nperiodic = [\"x\"]\nlow = [0, 0]\nhigh = [2, 0]\n[[obstacles]]\nkind = "
                             "\"sphere\"\ncentre = [0.5, 3]\nradius = 0.3\n") +
                        fluid);
  CHECK(b.errors == "");
  REQUIRE(b.setup);
  CHECK(b.setup->fluid->grid.periodic(0));
  REQUIRE(b.setup->fluid->standing.size() == 1);
  CHECK(b.setup->fluid->standing[0].shape->width() == doctest::Approx(0.6));
  CHECK(b.setup->obstacles.list().size() == 3);
}

TEST_CASE("what is wrong with a fluid is said where it stands, with what would do") {
  CHECK(built(disc() + "[fluid]\nlow = [0, 0]\nhigh = [2, 4]\ncell = 0.07\ndensity = 1\nviscosity = 1\n").errors ==
        "s.toml:16:8: \"cell\" in [fluid] must fit a whole number of times, 4 at least, into the 2 along x, and "
        "28.5714 fit; 0.0689655 would do\n"
        "s.toml:16:8: \"cell\" in [fluid] must fit a whole number of times, 4 at least, into the 4 along y, and "
        "57.1429 fit; 0.0701754 would do\n");
  CHECK(built(disc() + "[fluid]\nlow = [0, 0]\nhigh = [2, 4]\ncell = 0.125\ndensity = 1\nviscosity = 1\n").errors ==
        "s.toml:16:8: particle 0 is 4 cells of [fluid] across, and needs 8: cells of at most 0.0625\n");
  CHECK(built(disc() + "[fluid]\ncell = 0.0625\ndensity = 1\nviscosity = 1\n")
            .errors.find("s.toml:13:1: [fluid] needs low and high: x is not periodic") == 0);
  CHECK(built(disc() + "[fluid]\nlow = [2, 0]\nhigh = [4, 4]\ncell = 0.0625\ndensity = 1\nviscosity = 1\ngap = 0\n")
            .errors.find("particle 0") != std::string::npos);
  CHECK(built(disc() + fluid + "[[fluid.sides]]\nside = \"+z\"\n").errors ==
        "s.toml:20:8: \"side\" in [[fluid.sides]] names a direction this dimension does not have\n");
  CHECK(built(disc() + fluid + "[[fluid.sides]]\nside = \"+y\"\nkind = \"open\"\nvelocity = [1, 0]\n").errors ==
        "s.toml:19:1: side \"+y\" of [fluid] has a velocity, which is for walls\n");
  CHECK(built(disc("[[obstacles]]\nkind = \"box\"\nlow = [0, 2]\nhigh = [1, 2.25]\n") + fluid).errors ==
        "s.toml:13:1: obstacle \"box\" is 4 cells of [fluid] across, and needs 8: cells of at most 0.03125\n");
  CHECK(built(disc("shape = {kind = \"ellipsoid\", axes = [3, 1]}\n") + fluid).errors ==
        "s.toml:17:8: particle 0 is 4.62 cells of [fluid] across, and needs 8: cells of at most 0.03608\n");
  CHECK(built(disc("[stepper]\nkind = \"first-order\"\n") + fluid).errors ==
        "s.toml:15:1: a fluid does not combine with a run without inertia: bodies that turn have masses\n");
}

TEST_CASE("lubrication that could do nothing is an error of the scene; round bodies beside others have it") {
  const std::string films = fluid + "gap = 0\nlubrication = true\n";
  CHECK(built(disc() + films).errors == "");
  CHECK(built(disc() + fluid + "kind = \"steady-stokes\"\nlubrication = true\n").errors ==
        "s.toml:20:15: \"lubrication\" in [fluid] is of flows with inertia; kind \"steady-stokes\" has no films\n");
  CHECK(built(disc("[contact]\nlaw = \"none\"\n") + fluid + "coupling = \"passive\"\nlubrication = true\n").errors ==
        "s.toml:22:15: \"lubrication\" in [fluid] is of bodies that move the fluid: coupling = \"two-way\"\n");
  const std::string joint = "[[joints]]\nkind = \"distance\"\nworld = [0]\nends = [[1, 2]]\n";
  CHECK(built(disc(joint) + films).errors ==
        "s.toml:24:15: lubrication in a fluid does not combine with a joint that always holds: the masses of what is "
        "joined would have to know of the films\n");
  CHECK(built(disc(joint + "stiffness = 5\n") + films).errors == "");
  const std::string ellipse = "shape = {kind = \"ellipsoid\", axes = [1.5, 1]}\n";
  const std::string beside =
      "[[particles]]\nkind = \"lattice\"\norigin = [1, 3]\ncounts = [1, 1]\nspacing = 1\nradius = 0.25\ndensity = 2\n";
  const std::string fine =
      "[fluid]\nlow = [0, 0]\nhigh = [2, 4]\ncell = 0.03125\ndensity = 2\nviscosity = 0.1\n"
      "gap = 0\nlubrication = true\n";
  CHECK(built(disc(ellipse) + fine).errors ==
        "s.toml:21:15: \"lubrication\" in [fluid] is of discs and spheres, and no particle is one\n");
  CHECK(built(disc(beside + ellipse) + fine).errors == "");
}

TEST_CASE("a gluey contact in a flow without inertia has no bound in newton seconds") {
  const std::string slow = fluid + "kind = \"steady-stokes\"\n";
  const std::string smooth =
      " in [contact] bounds an impulse, and in [fluid] of kind \"steady-stokes\" contacts have "
      "none: there surfaces are smooth\n";
  CHECK(built(disc("[contact]\nlaw = \"gluey\"\ngamma_min = -1\n") + slow).errors ==
        "s.toml:15:13: \"gamma_min\"" + smooth);
  CHECK(built(disc("[contact]\nlaw = \"gluey\"\nroughness = 0.01\nviscosity = 1\n") + slow).errors ==
        "s.toml:15:13: \"roughness\"" + smooth);
  CHECK(built(disc("[contact]\nlaw = \"gluey\"\n") + slow).errors == "");
  CHECK(built(disc("[contact]\nlaw = \"gluey\"\ngamma_min = 0\n") + slow).errors == "");  // inelastic
  CHECK(built(disc("[contact]\nlaw = \"gluey\"\ngamma_min = -1\n") + fluid).errors == "");
}

TEST_CASE("obstacles of any shape stand in a fluid: solids with an inside, walls without") {
  const Built b = built(
      disc(
          "[[obstacles]]\nkind = \"box\"\nlow = [0.2, 2]\nhigh = [1, 3]\n[[obstacles]]\nkind = \"polyline\"\npoints = "
          "[[0, 3.2], [1, 3.2], [1.5, 3.9]]\n[[obstacles]]\nkind = \"half-space\"\npoint = [0, 0]\nnormal = [0, 1]\n") +
      fluid);
  CHECK(b.errors == "");
  REQUIRE(b.setup);
  const auto& standing = b.setup->fluid->standing;
  REQUIRE(standing.size() == 2);
  CHECK(standing[0].shape->width() == doctest::Approx(0.8));
  CHECK(standing[0].centre[0] == doctest::Approx(0.6));
  CHECK(standing[1].shape->width() == 0);
  CHECK(standing[1].shape->markers().size() > 15);
}

TEST_CASE("particles of any shape float in a fluid, with the inertia of their shape") {
  const Built b = built(disc("shape = {kind = \"ellipsoid\", axes = [2, 1]}\n") +
                        "[fluid]\nlow = [0, 0]\nhigh = [2, 4]\ncell = 0.03125\ndensity = 2\nviscosity = 0.1\n");
  CHECK(b.errors == "");
  REQUIRE(b.setup);
  const double a = b.setup->bodies.radius[0];
  CHECK(a == doctest::Approx(0.25 * std::sqrt(2)));
  CHECK(b.setup->bodies.mass[0] == doctest::Approx(2 * (M_PI * 0.0625)));
  CHECK(b.setup->bodies.inertia[0] == doctest::Approx(b.setup->bodies.mass[0] * 1.25 * a * a / 4));
}

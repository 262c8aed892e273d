#include "scene/make_joints.hpp"

#include <doctest/doctest.h>

#include "scene/build.hpp"
#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

// Three balls in a row that touch, and one apart.
const std::string row =
    "[[particles]]\nkind = \"lattice\"\norigin = [0, 0]\ncounts = [3, 1]\nspacing = 1\nradius = 0.5\n"
    "[[particles]]\nkind = \"lattice\"\norigin = [5, 0]\ncounts = [1, 1]\nspacing = 1\nradius = 0.5\n";

struct Built {
  std::vector<Joint> joints;
  Bonds bonds;
  std::string errors;
};

Built built(const std::string& text) {
  SceneResult read = read_scene_text(samples::head(2) + row + text, "s.toml", "/");
  Built result;
  for (const Diagnostic& e : read.errors) result.errors += e.str() + "\n";
  if (!read.scene) return result;
  BuildResult made = build(*read.scene);
  for (const Diagnostic& e : made.errors) result.errors += e.str() + "\n";
  if (made.setup) {
    result.joints = made.setup->joints;
    result.bonds = Joints::with_filter(made.setup->bonds, made.setup->joints);
  }
  return result;
}

}  // namespace

TEST_CASE("joints by pairs are where the bodies meet, with the world at the centre, and have no contact") {
  const Built two = built("[[joints]]\nkind = \"weld\"\npairs = [[0, 1], [2, 1]]\nbreak_force = 3\n");
  CHECK(two.errors.empty());
  REQUIRE(two.joints.size() == 2);
  CHECK(two.joints[0].point_first[0] == doctest::Approx(0.5));
  CHECK(two.joints[0].point_second[0] == doctest::Approx(-0.5));
  CHECK(two.joints[0].break_force == 3);
  REQUIRE(two.bonds.list().size() == 2);
  CHECK(two.bonds.list()[0].length == Bond::no_row);
  const Built world = built("[[joints]]\nkind = \"hinge\"\nworld = [3]\nlimits = [-1, 1]\n");
  CHECK(world.errors.empty());
  REQUIRE(world.joints.size() == 1);
  CHECK(world.joints[0].point_second[0] == doctest::Approx(5));
  CHECK(world.joints[0].drive.high == 1);
  CHECK(built("[[joints]]\nkind = \"ball\"\npairs = [[0, 1]]\ncollide = true\n").bonds.list().empty());
}

TEST_CASE("joints within a gap are all that touch; a distance keeps what it has at the start") {
  CHECK(built("[[joints]]\nkind = \"weld\"\nwithin = 1e-6\n").joints.size() == 2);
  CHECK(built("[[joints]]\nkind = \"weld\"\nwithin = 2.1\n").joints.size() == 4);
  const Built far = built("[[joints]]\nkind = \"distance\"\npairs = [[0, 3]]\n");
  REQUIRE(far.joints.size() == 1);
  CHECK(far.joints[0].drive.prescribed->text() == "5");
}

TEST_CASE("joints that make no sense are told with their place") {
  const auto said = [](const std::string& text) { return built("[[joints]]\n" + text).errors; };
  CHECK(said("kind = \"weld\"\npairs = [[0, 3]]\n") ==
        "s.toml:18:1: particles 0 and 3 do not meet, 4 apart: say by points where their joint is\n");
  CHECK(said("kind = \"weld\"\npairs = [[0, 9]]\n") ==
        "s.toml:18:1: a joint names particle 9, and the scene has 4 at the start\n");
  CHECK(said("kind = \"weld\"\npairs = [[1, 1]]\n") == "s.toml:18:1: particle 1 is joined to itself\n");
  CHECK(said("kind = \"hindge\"\npairs = [[0, 1]]\n").find("did you mean \"hinge\"?") != std::string::npos);
  CHECK(said("kind = \"ball\"\npairs = [[0, 1]]\nlimits = [0, 1]\n").find("has no coordinate to drive") !=
        std::string::npos);
  CHECK(said("kind = \"slider\"\npairs = [[0, 1]]\n").find("needs an axis") != std::string::npos);
  CHECK(said("kind = \"hinge\"\npairs = [[0, 1]]\nprescribed = \"t\"\nspeed = 1\n").find("leaves nothing") !=
        std::string::npos);
  CHECK(said("kind = \"distance\"\nworld = [0]\n").find("needs ends") != std::string::npos);
  CHECK(said("kind = \"weld\"\nwithin = 1e-3\npoints = [[0, 0]]\n").find("finds the points by itself") !=
        std::string::npos);
  CHECK(said("kind = \"distance\"\npairs = [[0, 1], [1, 2], [0, 2]]\npoints = [[0, 0], [1, 0]]\n") ==
        "s.toml:18:1: 2 points for 3 joints: one for all, or one per joint\n");
  CHECK(built("[[joints]]\nkind = \"weld\"\npairs = [[0, 1]]\n[contact]\nlaw = \"restitution\"\n")
            .errors.find("a joint does not combine with law = \"restitution\"") != std::string::npos);
}

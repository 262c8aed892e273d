#include "scene/make_links.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "geometry/body_pose.hpp"
#include "geometry/clump.hpp"
#include "scene/build.hpp"
#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

std::string chain(const std::string& rest, double radius = 0.1) {
  return "[[particles]]\nkind = \"chain\"\nradius = " + std::to_string(radius) + "\n" + rest;
}
const std::string loops = "beads = 4\nspacing = 0.3\nstretching = 5.0\nbending = 1\nclosed = true\n";
const std::string two = "centres = [[0, 0], [3, 0]]\n";

BuildResult built(const std::string& text, Placing placing = Placing::search) {
  BuildResult result = build(samples::read(samples::head() + text), 1, placing);
  for (const Diagnostic& e : result.errors) FAIL(e.str());
  return result;
}
std::string faults(const std::string& text) {
  std::string all;
  for (const Diagnostic& e : build(samples::read(samples::head() + text)).errors) all += e.str() + "\n";
  return all;
}
bool same(const std::vector<Bond>& a, const std::vector<Bond>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Bond& x, const Bond& y) {
    return x.first == y.first && x.second == y.second && x.length == doctest::Approx(y.length);
  });
}

}  // namespace

TEST_CASE("every copy of a chain is linked to itself, after the particles of the tables before") {
  const BuildResult result = built(samples::grain() + chain(loops + "centres = [[2, 0], [5, 0]]\n"));
  CHECK(result.setup->bodies.size() == 9);
  CHECK(result.links == Pairs{{1, 4}, {2, 1}, {3, 2}, {4, 3}, {5, 8}, {6, 5}, {7, 6}, {8, 7}});
  CHECK(result.setup->forces.size() == 1);
  CHECK(result.setup->bonds.list().empty());
}

TEST_CASE("links shorter than two radii have no contact; rigid links are bonds") {
  const std::string line = "beads = 3\nspacing = 0.15\ncentres = [[0, 0]]\n";
  CHECK(same(built(chain(line + "stretching = 5.0\n", 0.075)).setup->bonds.list(), {}));
  const std::vector<Bond> silent = built(chain(line + "stretching = 5.0\n")).setup->bonds.list();
  REQUIRE(silent.size() == 2);
  CHECK(silent[1].length == Bond::no_row);
  const BuildResult rigid = built(chain(line + "stretching = \"rigid\"\n"));
  CHECK(same(rigid.setup->bonds.list(), {{1, 0, 0.15}, {2, 1, 0.15}}));
  CHECK(rigid.setup->forces.empty());
  CHECK(built(chain(line + "stretching = \"rigid\"\nbending = 2\n")).setup->forces.size() == 1);
}

TEST_CASE("bonds are given by pairs or by distance, and keep the distance at the start unless told") {
  const std::string row = "[[particles]]\nkind = \"lattice\"\nspacing = 1\norigin = [0, 0]\ncounts = [4, 1]\nradius = 0.5\n";
  CHECK(same(built(row + "[[bonds]]\npairs = [[0, 2], [3, 2]]\n").setup->bonds.list(), {{2, 0, 2}, {3, 2, 1}}));
  CHECK(same(built(row + "[[bonds]]\nwithin = 1.01\n").setup->bonds.list(), {{1, 0, 1}, {2, 1, 1}, {3, 2, 1}}));
  CHECK(built(row + "[[bonds]]\nwithin = 2.01\n").links.size() == 5);
  const std::string groups = "[[groups]]\nname = \"a\"\n[[groups]]\nname = \"b\"\n";
  CHECK(built(groups + row + "group = \"b\"\n[[bonds]]\nwithin = 1.01\ngroups = [\"a\"]\n").links.empty());
  CHECK(built(groups + row + "group = \"b\"\n[[bonds]]\nwithin = 1.01\ngroups = [\"b\"]\n").links.size() == 3);
  CHECK(faults(row + "[[bonds]]\npairs = [[0, 4]]\n") ==
        "s.toml:12:1: a bond names particle 4, and the scene has 4 at the start\n");
  CHECK(faults(row + "[[bonds]]\npairs = [[2, 2]]\n") == "s.toml:12:1: particle 2 is bonded to itself\n");
}

TEST_CASE("a distance that bonds nearly all with all is refused, and told as what it is") {
  const std::string many = "[[particles]]\nkind = \"lattice\"\nspacing = 1\norigin = [0, 0]\ncounts = [40, 40]\nradius = 0.3\n";
  CHECK(faults(many + "[[bonds]]\nwithin = 100\n") ==
        "s.toml:12:1: within = 100 bonds 1600 particles by more than 80000 pairs, 50 for each of them: take a smaller "
        "distance, or a rigid body of kind \"assembly\"\n");
  CHECK(built(many + "[[bonds]]\nwithin = 2.3\n").links.size() < 80000);
}

TEST_CASE("a bond that is off its length at the start is an error, or repaired") {
  const std::string row = "[[particles]]\nkind = \"lattice\"\nspacing = 1\norigin = [0, 0]\ncounts = [2, 1]\nradius = 0.3\n";
  const std::string bond = "[[bonds]]\npairs = [[0, 1]]\nlength = 1.5\n";
  CHECK(faults(row + bond) ==
        "s.toml:1:1: 1 overlap at the start; overlaps = \"repair\" in [start] separates them\n"
        "s.toml:6:1: particle 1 is off the length of its bond with particle 0 by 0.5 (1.67 r̄)\n");
  const Bodies bodies = built(row + bond + "[start]\noverlaps = \"repair\"\n").setup->bodies;
  CHECK(bodies.x(0)[0] == doctest::Approx(-0.25).epsilon(1e-4));
  CHECK(bodies.x(1)[0] == doctest::Approx(1.25).epsilon(1e-4));
  // Three lengths that no triangle has.
  const std::string more = "[[particles]]\nkind = \"lattice\"\nspacing = 1\norigin = [0, 1]\ncounts = [1, 1]\nradius = 0.3\n";
  CHECK(faults(row + more + bond + "[[bonds]]\npairs = [[0, 2], [1, 2]]\nlength = 0.5\n[start]\noverlaps = \"repair\"\n") ==
        "s.toml:1:1: the 3 overlaps at the start cannot be repaired: there is not enough room\n");
}

TEST_CASE("rigid links and bonds do not combine with restitution") {
  const std::string bounce = "[contact]\nlaw = \"restitution\"\n";
  CHECK(faults(chain("beads = 3\nspacing = 0.3\nstretching = \"rigid\"\ncentres = [[0, 0]]\n") + bounce) ==
        "s.toml:6:1: a bond or a rigid link does not combine with law = \"restitution\": a bond that pushed would bounce "
        "like a contact, and one that pulled would be let go\n");
  CHECK(faults(chain(loops + two) + "[[bonds]]\npairs = [[0, 4]]\n" + bounce) ==
        "s.toml:15:1: a bond or a rigid link does not combine with law = \"restitution\": a bond that pushed would bounce "
        "like a contact, and one that pulled would be let go\n");
  // Links of springs that overlap have no row: nothing that could bounce.
  Simulation springs(*built(chain(loops + two) + bounce).setup, 1);
  CHECK(springs.advance().converged);
}

TEST_CASE("a chain across a periodic face is wrapped as a whole; one too long for the period is refused") {
  const std::string domain = "[domain]\nperiodic = [\"x\"]\nlow = [0, 0]\nhigh = [4, 0]\n";
  const std::string line = "beads = 3\nspacing = 1\nstretching = 1.0\n";
  const Bodies bodies = built(domain + chain(line + "centres = [[4.5, 0]]\n")).setup->bodies;
  CHECK(bodies.position == std::vector<double>{3.5, 0, 4.5, 0, 5.5, 0});
  const std::string wide = "beads = 3\nspacing = 2.5\nstretching = 1.0\ncentres = [[0, 0]]\n";
  CHECK(faults(domain + chain(wide)).find("s.toml:6:1: [domain] is 4 long along x, and must be at least 5") == 0);
}

TEST_CASE("random copies are the same in every run, and a run that goes on finds its bonds again") {
  const std::string many = chain(loops + "count = 20\nlow = [0, 0]\nhigh = [6, 6]\n");
  CHECK(built(many).setup->bodies.position == built(many).setup->bodies.position);
  CHECK(built(many).setup->bodies.position != built(many, Placing::skip).setup->bodies.position);
  CHECK(built(many, Placing::skip).links.size() == 80);
  const std::string bonded = many + "[[bonds]]\nwithin = 0.5\n";
  CHECK(same(built(bonded).setup->bonds.list(), built(bonded, Placing::skip).setup->bonds.list()));
  CHECK(faults(chain(loops + "count = 200\nlow = [0, 0]\nhigh = [3, 3]\n"))
            .find("s.toml:6:1: 200 copies without overlap cannot be had here: ") == 0);
}

TEST_CASE("every copy of an assembly is one body, whose beads may overlap, in random places too") {
  const std::string rods = "[[particles]]\nkind = \"assembly\"\nshape = \"rod\"\nbeads = 3\nspacing = 0.1\nradius = 0.1\n";
  const Setup setup = *built(samples::grain() + rods + "density = 3\ncount = 5\nlow = [1, 1]\nhigh = [4, 4]\n").setup;
  const Bodies& b = setup.bodies;
  CHECK(b.size() == 6);
  CHECK(setup.shapes.size() == 2);  // one for the grain
  CHECK(setup.outlines.of(b.shape[1]) != nullptr);
  // Three discs of which each shares a lens with the next, and all three a point.
  const double lens = 2 * M_PI / 3 - std::sqrt(0.75), area = 0.01 * (3 * M_PI - 2 * lens);
  for (std::size_t i = 1; i < 6; ++i) {
    CHECK(b.mass[i] == doctest::Approx(3 * area).epsilon(1e-12));
    CHECK(b.radius[i] == doctest::Approx(0.2).epsilon(1e-12));
    for (int k = 0; k < 2; ++k) CHECK((b.x(i)[k] > 1.1 && b.x(i)[k] < 3.9));
  }
  CHECK(b.orientation[1] != b.orientation[2]);
  // Without their places too, as a run that goes on is built.
  CHECK(built(samples::grain() + rods + "count = 5\nlow = [1, 1]\nhigh = [4, 4]\n", Placing::skip).setup->bodies.size() == 6);
}

TEST_CASE("an assembly stands at its centre, along its direction, with its beads where they are given") {
  // Beads of two sizes: the centre of mass is not the middle.
  const std::string odd = "[[particles]]\nkind = \"assembly\"\noffsets = [[0, 0], [1, 0]]\nradius = { list = [0.2, 0.4] }\n"
                          "centres = [[3, 5]]\ndirections = [[0, 1]]\nmass = 7\n";
  const Setup setup = *built(odd).setup;
  const Bodies& b = setup.bodies;
  CHECK(b.mass[0] == 7);
  CHECK(b.x(0)[0] == doctest::Approx(3));
  CHECK(b.x(0)[1] == doctest::Approx(5.8));
  const auto& clump = dynamic_cast<const Clump&>(*setup.shapes[0]);
  const Vec3 first = pose_of(b, 0).to_world(clump.parts()[0].pose.position);
  CHECK(norm(first - Vec3{{3, 5, 0}}) < 1e-12);
  CHECK(b.inertia[0] == doctest::Approx(7 * (0.2 * (0.02 + 0.64) + 0.8 * (0.08 + 0.04))).epsilon(1e-12));
}

TEST_CASE("assemblies that overlap are repaired as what they are, not as the balls round them") {
  const std::string rods = "[[particles]]\nkind = \"assembly\"\nshape = \"rod\"\nbeads = 5\nspacing = 0.1\nradius = 0.1\n"
                           "centres = [[0, 0], [0, 0.15], [0, 0.4]]\n";
  CHECK(faults(rods).find("s.toml:6:1: particle 1 overlaps particle 0 by 0.05 ") != std::string::npos);
  const Bodies parted = built(rods + "[start]\noverlaps = \"repair\"\n").setup->bodies;
  CHECK(parted.x(1)[1] - parted.x(0)[1] == doctest::Approx(0.2).epsilon(1e-3));
  CHECK(parted.x(2)[1] == doctest::Approx(0.4).epsilon(1e-2));
}

TEST_CASE("bonds hold bodies of any shape by their centres, in place of their contact") {
  const std::string rods = "[[particles]]\nkind = \"assembly\"\nshape = \"rod\"\nbeads = 3\nspacing = 0.1\nradius = 0.1\n"
                           "centres = [[0, 0], [0.1, 0.05]]\nvelocity = [\"10*y\", \"-3*x\"]\n";
  Simulation simulation(*built(rods + "[[bonds]]\npairs = [[0, 1]]\n").setup, 1);
  const Bodies& b = simulation.bodies();
  for (int s = 0; s < 50; ++s) {
    REQUIRE(simulation.advance().converged);
    CHECK(std::hypot(b.x(1)[0] - b.x(0)[0], b.x(1)[1] - b.x(0)[1]) == doctest::Approx(std::hypot(0.1, 0.05)).epsilon(1e-3));
  }
  CHECK(b.spin == std::vector<double>{0, 0});  // its line goes through the centres
}

TEST_CASE("assemblies do not combine with what shapes do not combine with, told where they stand") {
  const std::string rods = "[[particles]]\nkind = \"assembly\"\nshape = \"rod\"\nbeads = 3\nspacing = 0.1\nradius = 0.1\n"
                           "centres = [[0, 0]]\n";
  CHECK(faults(rods + "[solver]\nname = \"pgs\"\n") ==
        "s.toml:6:1: a shape that is no sphere does not combine with the solver \"pgs\": bodies that turn have a solver of "
        "their own\n");
  CHECK(faults(rods + "[contact]\nlaw = \"stick\"\n") ==
        "s.toml:6:1: a shape that is no sphere does not combine with law = \"stick\": what is held does not turn\n");
  CHECK(faults(rods + "[contact]\nlaw = \"gluey\"\n").empty());
  const std::string films = "[contact]\nlaw = \"lubricated\"\nviscosity = 1\n";
  CHECK(faults(rods + films) ==
        "s.toml:6:1: a shape that is no sphere does not combine with law = \"lubricated\": films act on spheres\n");
  CHECK(faults(chain(loops + two) + "[[bonds]]\npairs = [[0, 4]]\n" + films).empty());
}

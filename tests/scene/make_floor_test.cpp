#include "scene/make_floor.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "output/support.hpp"
#include "scene/build.hpp"
#include "scene/samples.hpp"
#include "support/png.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

// Lines 1 to 7.
const std::string head = samples::head() + "[stepper]\nkind = \"first-order\"\n";
// Lines 8 to 14.
const std::string room =
    "[floor]\nkind = \"polygons\"\nboundary = [[0, 0], [8, 0], [8, 6], [0, 6]]\n"
    "[[floor.exits]]\nname = \"east\"\nfrom = [8, 2]\nto = [8, 3]\n";
// Lines 15 to 20.
const std::string person =
    "[[particles]]\nkind = \"lattice\"\nspacing = 1\norigin = [2, 2]\ncounts = [2, 2]\nradius = 0.2\n";
// Lines 21 and 22.
const std::string walkers = "[[forces.crowd]]\nspeed = 1.3\n";

std::string faults(const std::string& text, const std::string& folder = "/folder") {
  const SceneResult read = read_scene_text(text, "s.toml", folder);
  std::vector<Diagnostic> errors = read.errors;
  if (read.scene) errors = build(*read.scene).errors;
  std::string all;
  for (const Diagnostic& e : errors) all += e.str() + "\n";
  return all;
}

}  // namespace

TEST_CASE("a crowd on a floor is built: walls are obstacles, people walk to the exits and leave") {
  const BuildResult built = build(samples::read(head + room + person + walkers));
  REQUIRE(built.setup);
  CHECK(built.setup->first_order);
  CHECK(built.setup->exits.size() == 1);
  CHECK(built.setup->obstacles.list().back().name == "walls");
  CHECK(built.setup->obstacles.surfaces() == 5);
  CHECK(built.setup->forces.size() == 1);
}

TEST_CASE("a floor and a crowd are written and read back") {
  const std::string text =
      head + room +
      "[[floor.exits]]\nname = \"red\"\nfrom = [1, 1]\nto = [1, 2]\n"
      "[[floor.holes]]\npoints = [[3, 4], [4, 4], [4, 5]]\n[[floor.walls]]\npoints = [[5, 0], [5, 1]]\n" + person +
      "[[forces.crowd]]\nspeed = { normal = { mean = 1.3, deviation = 0.2 } }\nexits = [\"east\"]\n" + walkers;
  const std::string once = write_scene(samples::read(text));
  CHECK(once.find("[[floor.holes]]") != std::string::npos);
  CHECK(once.find("kind = \"first-order\"") != std::string::npos);
  CHECK(write_scene(samples::read(once)) == once);
  CHECK(faults(once).empty());
}

TEST_CASE("what is wrong with a floor or a crowd is told, and where") {
  const auto with = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  const std::string good = head + room + person + walkers;
  CHECK(faults(good).empty());
  CHECK(faults(with(good, "from = [8, 2]\nto = [8, 3]", "from = [8, 5]\nto = [8, 7]")) ==
        "s.toml:11:1: exit \"east\" is not on the floor\n");
  CHECK(faults(with(good, "from = [8, 2]\nto = [8, 3]", "from = [8, 2]\nto = [8, 2]")) ==
        "s.toml:14:6: \"to\" in [[floor.exits]] must differ from from\n");
  CHECK(faults(with(good, "from = [8, 2]\nto = [8, 3]", "colour = \"#ff0000\"\n")) ==
        "s.toml:11:1: exit \"east\" has a colour, and the floor is no image\n");
  CHECK(faults(with(good, "from = [8, 2]\nto = [8, 3]", "from = [8, 2]\nto = [8, 2.3]")) ==
        "s.toml:21:1: a person of radius 0.2 does not fit through an exit: the widest is 0.3\n");
  CHECK(faults(with(good, "[[floor.exits]]\nname = \"east\"\nfrom = [8, 2]\nto = [8, 3]\n", "")) ==
        "s.toml:8:1: [floor] has no exit: it needs [[floor.exits]]\n");
  CHECK(faults(with(good, "origin = [2, 2]", "origin = [7.5, 2]")) ==
        "s.toml:15:1: particle 1 at (8.5, 2) is not on the floor\ns.toml:15:1: particle 3 at (8.5, 3) is not on the "
        "floor\n");
  const std::string closed =
      with(good, "[[floor.exits]]", "[[floor.walls]]\npoints = [[6, 0], [6, 6]]\n[[floor.exits]]");
  CHECK(faults(closed).find("s.toml:17:1: particle 0 at (2, 2) is where no exit of its crowd can be reached\n") == 0);
  CHECK(faults(with(good, "speed = 1.3", "speed = 0")) ==
        "s.toml:22:9: \"speed\" in [[forces.crowd]] must be above 0, not 0\n");
  CHECK(faults(with(good, "speed = 1.3", "speed = { uniform = [-1, 2] }")) ==
        "s.toml:22:22: \"uniform\" in [forces.crowd.speed] must be above 0, not -1\n");
  CHECK(faults(with(good, "speed = 1.3", "speed = 1.3\ngroups = [\"grain\"]")) ==
        "s.toml:23:11: \"groups\" in [[forces.crowd]] must be \"grains\", not \"grain\"; did you mean \"grains\"?\n");
  CHECK(faults(with(good, "speed = 1.3", "speed = 1.3\nexits = [\"est\"]")) ==
        "s.toml:23:10: \"exits\" in [[forces.crowd]] must be \"east\", not \"est\"; did you mean \"east\"?\n");
  CHECK(faults(with(good, "\"first-order\"", "\"inertial\"")) ==
        "s.toml:21:1: a crowd does not combine with a run with inertia: it is the velocity itself: kind = \"first-order\" in "
        "[stepper]\n");
  CHECK(faults(with(good, "kind = \"polygons\"", "kind = \"polygons\"\nspacing = 1e-6")) ==
        "s.toml:8:1: the grid of the floor would have more than 20 million nodes\n");
  CHECK(faults(head + person + walkers) == "s.toml:14:1: [[forces.crowd]] needs a [floor]\n");
  CHECK(faults(with(good, "[floor]", "[domain]\nperiodic = [\"x\"]\nlow = [0, 0]\nhigh = [8, 6]\n[floor]")) ==
        "s.toml:12:1: a floor does not combine with periodic directions: there would be no outside to leave to\n");
  const std::string space = faults(
      "[scene]\ndimension = 3\n[time]\nstep = 1e-3\nend = 2\n[floor]\nkind = \"polygons\"\nboundary = [[0, 0]]\n");
  CHECK(space.find("s.toml:6:2: \"floor\" in the scene is for dimension 2, and this scene has dimension 3") !=
        std::string::npos);
}

TEST_CASE("a floor from an image, and what can be wrong with that") {
  const test::TemporaryDirectory dir;
  test::set_contents(dir / "plan.png",
                     test::png({"##########", "#        #", "#        r", "#        r", "##########"}));
  test::set_contents(dir / "dark.png", test::png({"###", "###"}));
  test::set_contents(dir / "text.png", "no picture");
  const auto scene_of = [&](const std::string& path, const std::string& colour) {
    return head + "[floor]\nkind = \"image\"\npath = \"" + path +
           "\"\npixel = 0.125\n[[floor.exits]]\nname = \"red\"\ncolour = \"" + colour + "\"\n" +
           "[[particles]]\nkind = \"lattice\"\nspacing = 1\norigin = [1, 1]\ncounts = [1, 1]\nradius = 0.2\n" + walkers;
  };
  CHECK(faults(scene_of("plan.png", "#ff0000"), dir.path()).empty());
  CHECK(faults(scene_of("plan.png", "#00ff00"), dir.path()) ==
        fmt::format("s.toml:12:1: exit \"red\": no pixel of the colour \"#00ff00\" stands beside the floor in \"{}\"\n",
                    dir / "plan.png"));
  CHECK(faults(scene_of("none.png", "#ff0000"), dir.path()) ==
        fmt::format("s.toml:10:8: there is no file \"{}\"\n", dir / "none.png"));
  CHECK(faults(scene_of("text.png", "#ff0000"), dir.path()) ==
        fmt::format("s.toml:10:8: \"{}\" is not a PNG image\n", dir / "text.png"));
  CHECK(faults(scene_of("dark.png", "#ff0000"), dir.path()) ==
        "s.toml:10:8: the image has no floor: no light pixels\n");
  CHECK(faults(scene_of("plan.png", "red"), dir.path()) ==
        "s.toml:14:10: \"colour\" in [[floor.exits]] must be a colour such as \"#ff0000\"\n");
}

#include <doctest/doctest.h>

#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

std::string chain(const std::string& rest) {
  return "[[particles]]\nkind = \"chain\"\nradius = 0.1\n" + rest;
}
const std::string placed = "centres = [[0, 0]]\n";

// What is said about a scene with this text after its first five lines.
std::string said(const std::string& text, int dimension = 2) {
  std::string all;
  for (const Diagnostic& e : read_scene_text(samples::head(dimension) + text, "s.toml", "/").errors) all += e.str() + "\n";
  return all;
}

}  // namespace

TEST_CASE("a chain out of its bounds is told with its place") {
  const std::string sound = "beads = 4\nspacing = 0.3\nstretching = 1.0\n";
  CHECK(said(chain(sound + placed)).empty());
  CHECK(said(chain("beads = 1\nspacing = 0.3\nstretching = 1.0\n" + placed)) ==
        "s.toml:9:9: \"beads\" in [[particles]] of kind \"chain\" must be at least 2, not 1\n");
  CHECK(said(chain("beads = 4\nspacing = 0\nstretching = 1.0\n" + placed)) ==
        "s.toml:10:11: \"spacing\" in [[particles]] of kind \"chain\" must be above 0, not 0\n");
  CHECK(said(chain("beads = 4\nspacing = 0.3\nstretching = -1\n" + placed)) ==
        "s.toml:11:14: \"stretching\" in [[particles]] of kind \"chain\" must be at least 0, not -1\n");
  CHECK(said(chain("beads = 4\nspacing = 0.3\nstretching = \"stiff\"\n" + placed)) ==
        "s.toml:11:14: \"stretching\" in [[particles]] of kind \"chain\" must be \"rigid\", not \"stiff\"\n");
  CHECK(said(chain("beads = 4\nspacing = 0.3\n" + placed)) ==
        "s.toml:6:1: missing key \"stretching\" in [[particles]] of kind \"chain\"\n");
  CHECK(said(chain(sound + "bending = -0.1\n" + placed)) ==
        "s.toml:12:11: \"bending\" in [[particles]] of kind \"chain\" must be at least 0, not -0.1\n");
  CHECK(said(chain("beads = 2\nspacing = 0.3\nstretching = 1.0\nclosed = true\n" + placed)) ==
        "s.toml:9:9: \"beads\" in [[particles]] of kind \"chain\" must be at least 3 in a loop\n");
  CHECK(said(chain(sound + "closed = true\ncentres = [[0]]\n"), 1) ==
        "s.toml:12:1: \"closed\" in [[particles]] of kind \"chain\" is for dimension 2 or 3, and this scene has "
        "dimension 1\n");
}

TEST_CASE("copies stand at centres or at random, one of the two") {
  const std::string sound = "beads = 4\nspacing = 0.3\nstretching = 1.0\n";
  CHECK(said(chain(sound)) == "s.toml:6:1: [[particles]] of kind \"chain\" needs \"centres\" or \"count\", \"low\" and "
                              "\"high\"\n");
  CHECK(said(chain(sound + placed + "count = 3\n")) ==
        "s.toml:13:1: [[particles]] of kind \"chain\" may have only one of \"centres\" or \"count\", \"low\" and "
        "\"high\"\n");
  CHECK(said(chain(sound + "count = 3\nlow = [0, 1]\nhigh = [1, 0]\n")) ==
        "s.toml:14:8: \"high\" in [[particles]] of kind \"chain\" must be above low\n");
  CHECK(said(chain(sound + "count = 3\nlow = [0, 0]\nhigh = [9, 9]\ndirections = [[1, 0]]\n")) ==
        "s.toml:15:14: \"directions\" in [[particles]] of kind \"chain\" goes with centres\n");
  CHECK(said(chain(sound + placed + "directions = [[0, 0]]\n")) ==
        "s.toml:13:14: \"directions\" in [[particles]] of kind \"chain\" must not be zero\n");
}

TEST_CASE("an assembly out of its bounds is told with its place") {
  const std::string head = "[[particles]]\nkind = \"assembly\"\nradius = 0.1\n";  // lines 6 to 8
  CHECK(said(head + "shape = \"rod\"\nbeads = 3\nspacing = 0.1\n" + placed).empty());
  CHECK(said(head + "offsets = [[0, 0], [1, 2]]\n" + placed).empty());
  CHECK(said(head + placed) == "s.toml:6:1: [[particles]] of kind \"assembly\" needs \"shape\", \"beads\" and "
                               "\"spacing\" or \"offsets\"\n");
  CHECK(said(head + "shape = \"rod\"\nbeads = 3\n" + placed) ==
        "s.toml:6:1: missing key \"spacing\" in [[particles]] of kind \"assembly\"\n");
  CHECK(said(head + "shape = \"rodd\"\nbeads = 3\nspacing = 0.1\n" + placed) ==
        "s.toml:9:9: \"shape\" in [[particles]] of kind \"assembly\" must be one of \"rod\", \"triangle\", \"ring\" or "
        "\"cross\", not \"rodd\"; did you mean \"rod\"?\n");
  CHECK(said(head + "shape = \"ring\"\nbeads = 2\nspacing = 0.1\n" + placed) ==
        "s.toml:10:9: \"beads\" in [[particles]] of kind \"assembly\" must be at least 3 in a ring\n");
  CHECK(said(head + "shape = \"cross\"\nbeads = 4\nspacing = 0.1\n" + placed) ==
        "s.toml:10:9: \"beads\" in [[particles]] of kind \"assembly\" must be odd in a cross\n");
  CHECK(said(head + "shape = \"rod\"\nbeads = 3\nspacing = -1\n" + placed) ==
        "s.toml:11:11: \"spacing\" in [[particles]] of kind \"assembly\" must be above 0, not -1\n");
  CHECK(said(head + "shape = \"ring\"\nbeads = 3\nspacing = 0.1\ncentres = [[0]]\n", 1) ==
        "s.toml:7:8: \"kind\" in [[particles]] of kind \"assembly\" turns, and nothing does in dimension 1: beads in a row that "
        "move together are one particle with half their length as radius\n");
  CHECK(said("[[particles]]\nkind = \"assembly\"\nradius = { uniform = [0.1, 0.2] }\noffsets = [[0, 0], [1, 2]]\n" + placed) ==
        "s.toml:8:10: \"radius\" in [[particles]] of kind \"assembly\" must be one number or a list for the beads of an assembly: its copies are "
        "alike, each size is a table of its own\n");
}

TEST_CASE("bonds out of their bounds are told with their place") {
  const std::string grain = samples::grain();  // lines 6 to 11
  CHECK(said(grain + "[[bonds]]\npairs = [[0, 1]]\n").empty());
  CHECK(said(grain + "[[bonds]]\n") == "s.toml:12:1: [[bonds]] needs \"pairs\" or \"within\"\n");
  CHECK(said(grain + "[[bonds]]\npairs = [[0, 1, 2]]\n") ==
        "s.toml:13:10: \"pairs\" in [[bonds]] must be a list of 2 integers, not of 3\n");
  CHECK(said(grain + "[[bonds]]\npairs = [[0, 1.5]]\n") ==
        "s.toml:13:14: \"pairs\" in [[bonds]] must be a list of pairs of integers, not a number\n");
  CHECK(said(grain + "[[bonds]]\npairs = [[0, -1]]\n") ==
        "s.toml:13:14: \"pairs\" in [[bonds]] must be at least 0, not -1\n");
  CHECK(said(grain + "[[bonds]]\npairs = []\n") ==
        "s.toml:13:9: \"pairs\" in [[bonds]] must be a list of at least 1 pairs\n");
  CHECK(said(grain + "[[bonds]]\nwithin = 0\n") == "s.toml:13:10: \"within\" in [[bonds]] must be above 0, not 0\n");
  CHECK(said(grain + "[[bonds]]\nwithin = 1\nlength = -1\n") ==
        "s.toml:14:10: \"length\" in [[bonds]] must be above 0, not -1\n");
  CHECK(said(grain + "[[bonds]]\nwithin = 1\ngroups = [\"grain\"]\n") ==
        "s.toml:14:11: \"groups\" in [[bonds]] must be \"grains\", not \"grain\"; did you mean \"grains\"?\n");
  CHECK(said(grain + "[[bonds]]\npairs = [[0, 1]]\ngroups = [\"grains\"]\n") ==
        "s.toml:14:10: \"groups\" in [[bonds]] goes with within\n");
}

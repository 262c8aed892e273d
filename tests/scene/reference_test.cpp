// The pages of the reference: src/scene/reference.cpp.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>

#include "scene/build.hpp"
#include "scene/entries.hpp"
#include "scene/scene.hpp"
#include "support/png.hpp"
#include "support/process.hpp"

using namespace floc;

namespace {

std::string page(const std::string& path) {
  for (const ReferencePage& p : reference_pages())
    if (p.path == path) return p.text;
  return {};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the reference has a page for each table, and one that lists them") {
  const std::vector<ReferencePage> pages = reference_pages();
  CHECK(pages.front().path == "scene.md");
  std::set<std::string> paths;
  for (const ReferencePage& p : pages) paths.insert(p.path);
  for (const scene::Entry& e : scene::everything({}).below) {
    CHECK_MESSAGE(paths.count("scene/" + e.name + ".md"), e.name);
    CHECK_MESSAGE(contains(pages.front().text, "(scene/" + e.name + ".md)"), e.name);
  }
  CHECK(contains(pages.front().text, "## What does not combine"));
}

TEST_CASE(
    "an example has every key or is written by hand, what excludes each other is a comment, each key has a line") {
  CHECK(contains(page("scene/obstacles.md"),
                 "```toml\n[[obstacles]]\nkind = \"wall\"\nfrom = [0, 1]\nto = [0.4, 0.5]\n# in dimension 3: corner"));
  CHECK(contains(page("scene/obstacles.md"), "# in dimension 3: axis = [0, 1, 0]\n"));
  const std::string text = page("scene/particles.md");
  CHECK(contains(text, "```toml\n[[particles]]\nkind = \"random\"\ncount = 500\n# or: fraction = 0.4\nlow = [0, 0]\n"));
  CHECK(contains(text,
                 "| <a id=\"particles.random.count\"></a>`count` | integer, at least 1, at most 100000000 |  | how "
                 "many particles |"));
  CHECK(contains(text, "Exactly one of: count or fraction."));
  CHECK(contains(page("scene/time.md"), "`step` | number, above 0, in s | **required** | time step h |"));
}

namespace {

// A block of a page, and where it stands.
struct Block {
  std::string page, section, text;
};

std::vector<Block> blocks_of(const ReferencePage& page) {
  std::vector<Block> blocks;
  std::istringstream lines(page.text);
  std::string line, section;
  for (bool inside = false; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = !inside;
      if (inside) blocks.push_back({page.path, section, ""});
    } else if (inside)
      blocks.back().text += line + "\n";
    else if (line.rfind("##", 0) == 0)
      section = line.substr(line.find('`') + 1, line.rfind('`') - line.find('`') - 1);
  }
  return blocks;
}

bool opens(const std::string& text, const std::string& table) {
  return contains("\n" + text, "\n[" + table + "]") || contains("\n" + text, "\n[[" + table + "]]");
}

constexpr const char* plan =
    "[floor]\nkind = \"polygons\"\nboundary = [[0, 0], [8, 0], [8, 6], [0, 6]]\n"
    "[[floor.exits]]\nname = \"east\"\nfrom = [8, 2]\nto = [8, 3]\n";

// What stands before a table that is part of another one.
const std::vector<std::pair<std::string, std::string>> around{
    {"contact.rough", "[contact]\nlaw = \"gluey\"\nroughness = 1e-3\nviscosity = 0.1\n"},
    {"floor.holes", plan},
    {"floor.walls", plan},
    {"floor.exits", plan},
    {"forces.crowd.speed", std::string(plan) + "[[forces.crowd]]\n"},
    {"fluid.sides", "[fluid]\nlow = [0, 0]\nhigh = [3, 3]\ncell = 0.025\ndensity = 1\nviscosity = 0.1\n"},
    {"forces.crowd", plan},
    {"forces.drag.flow", "[[forces.drag]]\ntau = 0.1\n"},
    {"obstacles.motion", "[[obstacles]]\nkind = \"half-space\"\nnormal = [0, 1]\n"},
    {"obstacles.shape.parts", "[[obstacles]]\nkind = \"shape\"\n[obstacles.shape]\nkind = \"clump\"\n"},
    {"obstacles.shape", "[[obstacles]]\nkind = \"shape\"\n"},
    {"particles.shape.parts", "[particles.shape]\nkind = \"clump\"\n"},
    {"stages.stop", "[[stages]]\nname = \"settle\"\n"},
};

// The least that a scene has beside the block.
std::string scene_about(const std::string& block, int dimension) {
  const bool plane = dimension == 2, key = block[0] != '[';
  std::string text = key ? block : "";
  if (!opens(block, "scene")) text += fmt::format("[scene]\ndimension = {}\n", dimension);
  if (!opens(block, "time")) text += "[time]\nstep = 1e-3\nend = 2\n";
  if (!opens(block, "groups")) text += "[[groups]]\nname = \"grains\"\n[[groups]]\nname = \"sand\"\n";
  if (!opens(block, "constants") && !contains(block, "constants =")) text += "[constants]\nU0 = 1.5\nk = 2\n";
  // Whoever enters later does not overlap anything, and a fluid does not take them.
  const bool fixed =
      opens(block, "bonds") || opens(block, "joints") || contains(block, "fluid") || contains(block, "[particles.");
  if (!fixed && !opens(block, "particles"))
    text += fmt::format("[[particles]]\nkind = \"pour\"\ncount = 9\nrate = 9\nlow = {}\nhigh = {}\nradius = 0.1\n",
                        plane ? "[1, 0.6]" : "[0, 0, 0]", plane ? "[2, 1.4]" : "[1, 1, 1]");
  if (fixed) {
    const bool big = contains(block, "fluid");
    text += fmt::format("[[particles]]\nkind = \"lattice\"\nspacing = {}\norigin = {}\ncounts = {}\n", big ? 0.4 : 0.2,
                        big     ? "[0.5, 1]"
                        : plane ? "[0, 0]"
                                : "[0, 0, 0]",
                        plane ? "[3, 1]" : "[3, 1, 1]");
    if (!contains(block, "[particles.radius")) text += fmt::format("radius = {}\n", big ? 0.1 : 0.02);
  }
  if (contains(block, "\"drum\""))
    text += fmt::format("[[obstacles]]\nname = \"drum\"\nkind = \"sphere\"\ncentre = {}\nradius = 1\n",
                        plane ? "[0, 0]" : "[0, 0, 0]");
  for (const auto& [table, before] : around) {
    const std::string name = contains(block, "[" + table + ".") ? table + "." : table;
    const bool part = !opens(block, table.substr(0, table.rfind('.')));
    if (part && !(before.rfind(plan, 0) == 0 && opens(block, "floor")) && contains(block, "[" + name)) {
      text += before;
      break;
    }
  }
  const bool crowd = contains(block, "crowd") || contains(block, "[floor");
  if (crowd && !opens(block, "stepper")) text += "[stepper]\nkind = \"first-order\"\n";
  return key ? text : text + block;
}

const char* const stl_of_a_triangle =
    "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";

// What the pages name. The plan is white, with an exit on the right.
void write_files(const std::string& folder) {
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder + "/" + name) << text;
  };
  write("grains.csv", "x,y,r\n0,0,0.1\n1,0,0.1\n");
  const std::string tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  write("stone.obj", tetrahedron);
  write("hopper.stl", stl_of_a_triangle);
  std::vector<std::array<std::uint8_t, 3>> pixels(80 * 40, {255, 255, 255});
  for (std::size_t row = 10; row < 30; ++row) pixels[row * 80 + 79] = {255, 0, 0};
  write("plan.png", test::png(80, 40, pixels));
  write("grain.vtk",
        "# vtk DataFile Version 3.0\nx\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 3 1\nORIGIN 0 0 0\nSPACING 1 1 "
        "1\nPOINT_DATA 9\nSCALARS d double 1\nLOOKUP_TABLE default\n1 1 1 1 -1 1 1 1 1\n");
}

std::string faults(const std::string& text, const std::string& folder) {
  SceneResult read = read_scene_text(text, "scene.toml", folder);
  std::vector<Diagnostic> errors = read.errors;
  if (read.scene) errors = build(*read.scene).errors;
  std::string all;
  for (const Diagnostic& e : errors) all += e.str() + "\n";
  return all;
}

}  // namespace

TEST_CASE("every page begins with an example, and every example reads in a scene that has the least beside it") {
  const test::TemporaryFolder folder;
  write_files(folder.path());
  for (const ReferencePage& p : reference_pages()) {
    if (p.path == "scene.md") continue;
    const std::size_t first = p.text.find("```toml\n");
    CHECK_MESSAGE(first < p.text.find("\n| "), p.path);
    for (const Block& b : blocks_of(p)) {
      const std::string plane = faults(scene_about(b.text, 2), folder.path());
      const std::string space = plane.empty() ? "" : faults(scene_about(b.text, 3), folder.path());
      CHECK_MESSAGE((plane.empty() || space.empty()), b.page, " ", b.section, "\n", b.text, "\nin the plane: ", plane,
                    "in space: ", space);
    }
  }
}

TEST_CASE("what is no markup is not taken for any: bars, stars and underscores of the help") {
  for (const ReferencePage& p : reference_pages()) {
    CAPTURE(p.path);
    std::size_t columns = 0;
    for (std::size_t at = 0; at < p.text.size();) {
      const std::size_t end = std::min(p.text.find('\n', at), p.text.size());
      const std::string line = p.text.substr(at, end - at);
      std::size_t bars = 0;
      for (std::size_t k = 0; k < line.size(); ++k) bars += line[k] == '|' && (k == 0 || line[k - 1] != '\\') ? 1 : 0;
      if (line.empty() || line[0] != '|')
        columns = 0;
      else if (columns == 0)
        columns = bars;
      else
        CHECK_MESSAGE(bars == columns, line);
      at = end + 1;
    }
  }
}

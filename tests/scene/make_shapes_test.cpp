#include "scene/make_shapes.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>

#include "scene/build.hpp"
#include "scene/make_particles.hpp"
#include "scene/samples.hpp"
#include "support/process.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

std::string scene_of(const std::string& shape, int dimension = 3) {
  const std::string origin = dimension == 3 ? "[0, 0, 0]" : "[0, 0]", counts = dimension == 3 ? "[4, 3, 1]" : "[4, 3]";
  return "[scene]\ndimension = " + std::to_string(dimension) +
         "\n[time]\nstep = 0.01\nend = 1\n[[particles]]\nkind = \"lattice\"\nspacing = 4\norigin = " + origin +
         "\ncounts = " + counts + "\nradius = { uniform = [0.5, 1] }\ndensity = 3\nshape = " + shape + "\n";
}

struct Built {
  std::optional<Setup> setup;
  std::string errors;
};

Built built(const std::string& text, const std::string& folder = "") {
  SceneResult read = read_scene_text(text, "s.toml", folder);
  Built result;
  for (const Diagnostic& e : read.errors) result.errors += e.str() + "\n";
  if (!read.scene) return result;
  BuildResult made = build(*read.scene);
  for (const Diagnostic& e : made.errors) result.errors += e.str() + "\n";
  result.setup = std::move(made.setup);
  return result;
}

void write(const test::TemporaryFolder& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder.path() + "/" + name, std::ios::binary) << text;
}

// Where the value of `path` stands in { kind = "…", path = … }.
std::string kind_place(const std::string& kind) {
  return "s.toml:13:" + std::to_string(std::string("shape = { kind = \"\", path = ").size() + kind.size() + 1) + ": ";
}

}  // namespace

TEST_CASE("every shape has the volume of the ball of its radius, and the mass that follows from its density") {
  for (const int dimension : {2, 3})
    for (const std::string shape :
         {"{ kind = \"sphere\" }", "{ kind = \"capsule\", aspect = 3 }", "{ kind = \"box\", rounding = 0.2 }",
          "{ kind = \"ellipsoid\" }", "{ kind = \"superellipsoid\", exponent = 3 }"}) {
      std::string text = shape;
      if (dimension == 2 && shape.find("box") != std::string::npos)
        text = "{ kind = \"box\", sides = [1, 1], rounding = 0.2 }";
      if (dimension == 2 && shape.find("ellipsoid\" }") != std::string::npos)
        text = "{ kind = \"ellipsoid\", axes = [2, 1] }";
      if (dimension == 2 && shape.find("super") != std::string::npos)
        text = "{ kind = \"superellipsoid\", axes = [1, 1], exponent = 3 }";
      CAPTURE(text);
      const Built b = built(scene_of(text, dimension));
      REQUIRE(b.errors == "");
      const Bodies& bodies = b.setup->bodies;
      REQUIRE(bodies.size() == 12);
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        const floc::Shape& own = *b.setup->shapes[static_cast<std::size_t>(bodies.shape[i])];
        const double volume = own.mass_properties().volume;
        CHECK(bodies.mass[i] == doctest::Approx(3 * volume));
        CHECK(bodies.radius[i] == own.bounding_radius());
        const double r = std::pow(volume / solid_volume(1, dimension), 1.0 / dimension);
        CHECK(r >= 0.5 * (1 - 1e-12));
        CHECK(r <= 1 + 1e-12);
      }
    }
}

TEST_CASE(
    "clumps, meshes, outlines and level sets are shapes of any size, with the volume of the ball of their radius") {
  const test::TemporaryFolder folder;
  write(folder, "tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  write(folder, "l.txt", "0 0\n2 0\n2 1\n1 1\n1 2\n0 2\n");
  write(folder, "disc.vtk",
        "# vtk DataFile Version 3.0\nx\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 3 1\nORIGIN 0 0 0\nSPACING 1 1 "
        "1\nPOINT_DATA 9\nSCALARS phi double 1\nLOOKUP_TABLE default\n1 1 1 1 -1 1 1 1 1\n");
  const std::string dumbbell =
      "{ kind = \"clump\", parts = [{ kind = \"sphere\", centre = [-1, 0, 0] }, { kind = \"sphere\", size = 0.5, "
      "centre = "
      "[1, 0, 0] }, { kind = \"box\", sides = [2, 0.4, 0.4], angle = 0.5, axis = [1, 0, 0] }] }";
  const std::string ring =
      "{ kind = \"level-set\", function = \"(sqrt(x^2 + y^2) - 1)^2 + z^2 - 0.1\", low = [-1.5, -1.5, -0.5], high = "
      "[1.5, "
      "1.5, 0.5], spacing = 0.06 }";
  struct Case {
    int dimension;
    std::string shape;
    ShapeKind kind;
  };
  for (const Case& c :
       {Case{3, dumbbell, ShapeKind::clump},
        Case{2,
             "{ kind = \"clump\", mass = \"sum\", parts = [{ kind = \"sphere\" }, { kind = \"box\", sides = [1, 1], "
             "centre = [1.5, 0] }] }",
             ShapeKind::clump},
        Case{3, "{ kind = \"mesh\", path = \"tetra.obj\", spacing = 0.06 }", ShapeKind::field},
        Case{2, "{ kind = \"mesh\", path = \"l.txt\" }", ShapeKind::field}, Case{3, ring, ShapeKind::field},
        Case{2, "{ kind = \"level-set\", path = \"disc.vtk\", spacing = 0.05, band = 0.2 }", ShapeKind::field}}) {
    CAPTURE(c.shape);
    const Built b = built(scene_of(c.shape, c.dimension), folder.path());
    REQUIRE(b.errors == "");
    const Bodies& bodies = b.setup->bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const floc::Shape& own = *b.setup->shapes[static_cast<std::size_t>(bodies.shape[i])];
      CHECK(own.kind() == c.kind);
      const double volume = own.mass_properties().volume;
      CHECK(bodies.mass[i] == doctest::Approx(3 * volume));
      CHECK(bodies.radius[i] == own.bounding_radius());
      const double r = std::pow(volume / solid_volume(1, c.dimension), 1.0 / c.dimension);
      CHECK(r >= 0.5 * (1 - 1e-9));
      CHECK(r <= 1 + 1e-9);
    }
    // One outline for all sizes.
    CHECK(b.setup->outlines.mesh.size() == 1);
    // Written with all defaults, read back, the same bodies.
    const SceneResult read = read_scene_text(scene_of(c.shape, c.dimension), "s.toml", folder.path());
    const Built again = built(write_scene(*read.scene), "elsewhere");
    REQUIRE(again.errors == "");
    CHECK(again.setup->bodies.inertia == bodies.inertia);
    CHECK(again.setup->bodies.orientation == bodies.orientation);
    const bool file = c.shape.find("path") != std::string::npos;
    CHECK(input_files(*read.scene).size() == (file ? 1 : 0));
  }
}

TEST_CASE("what is wrong with a file of a shape is told with the place of its path") {
  const test::TemporaryFolder folder;
  const auto told = [&](const std::string& text, int dimension, const std::string& kind = "mesh") {
    write(folder, "body", text);
    std::string errors =
        built(scene_of("{ kind = \"" + kind + "\", path = \"body\" }", dimension), folder.path()).errors;
    const std::string name = "\"" + folder.path() + "/body" + "\"";
    if (const auto at = errors.find(name); at != std::string::npos) errors.replace(at, name.size(), "FILE");
    return errors;
  };
  const std::string points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  const std::string at = kind_place("mesh");
  CHECK(told(points + "f 1 3 2\nf 1 2 4\nf 2 3 4\n", 3) == at + "FILE: a closed mesh needs at least four triangles\n");
  CHECK(told(points + "v 2 2 2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 5\n", 3).find(at + "FILE: the edge between points ") ==
        0);
  CHECK(told(points + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 3 4\n", 3).find("that are turned opposite ways") !=
        std::string::npos);
  CHECK(told(points + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 4\n", 3) ==
        at + "FILE: triangle 4 of a mesh is degenerate: it has no area\n");
  const std::string tetrahedron = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  CHECK(told(points + tetrahedron, 3) == "");
  const std::string second = "v 0.2 0.2 0.2\nv 1.2 0.2 0.2\nv 0.2 1.2 0.2\nv 0.2 0.2 1.2\n";
  CHECK(told(points + second + tetrahedron + "f 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n", 3) ==
        at + "FILE: triangles 3 and 5 of a mesh go through each other\n");
  CHECK(told(points + "f 1 3 9\n", 3) == at + "FILE: line 5: \"9\" is none of the 4 points before it\n");
  CHECK(told("0 0\n1 1\n1 0\n0 1\n", 2) == at + "FILE: segments 1 and 3 of an outline cross each other\n");
  CHECK(told("0 0\n1 x\n", 2) == at + "FILE: line 2: a number was expected, not \"x\"\n");
  CHECK(told("x", 2, "level-set") ==
        kind_place("level-set") + "FILE: line 2: a legacy VTK file begins with \"# vtk DataFile\"\n");
  const std::string missing = built(scene_of("{ kind = \"mesh\", path = \"none.stl\" }"), "/nowhere").errors;
  CHECK(missing == at + "there is no file \"/nowhere/none.stl\"\n");
}

TEST_CASE("what a clump or a level set lacks is told") {
  const auto told = [](const std::string& shape) { return built(scene_of(shape)).errors; };
  CHECK(told("{ kind = \"clump\" }").find("needs at least one") != std::string::npos);
  CHECK(told("{ kind = \"clump\", mass = \"sum\", parts = [{ kind = \"sphere\" }, { kind = \"sphere\", centre = [1, 0, "
             "0] }] }")
            .find("parts 1 and 2 of a clump overlap") != std::string::npos);
  CHECK(told("{ kind = \"clump\", parts = [{ kind = \"spere\" }] }").find("did you mean \"sphere\"?") !=
        std::string::npos);
  CHECK(told("{ kind = \"level-set\" }").find("needs \"path\" or \"function\", \"low\" and \"high\"") !=
        std::string::npos);
  CHECK(told("{ kind = \"level-set\", function = \"x + w\", low = [0, 0, 0], high = [1, 1, 1] }").find("s.toml:13:") ==
        0);
  CHECK(
      told("{ kind = \"level-set\", function = \"x\", low = [0, 0, 0], high = [1, 1, 1] }").find("nowhere negative") !=
      std::string::npos);
  CHECK(told("{ kind = \"mesh\", path = \"x\", spacing = 0.2 }").find("must be at least two spacings") !=
        std::string::npos);
}

TEST_CASE("given moments of inertia are those of a body, and count over mass and radius squared") {
  const Built shell = built(scene_of("{ kind = \"sphere\", inertia = [0.6, 0.6, 0.7] }"));
  REQUIRE(shell.errors == "");
  const Bodies& b = shell.setup->bodies;
  for (std::size_t i = 0; i < b.size(); ++i)
    CHECK(b.inertia[3 * i + 2] == doctest::Approx(0.7 * b.mass[i] * b.radius[i] * b.radius[i]));
  const std::string wrong = built(scene_of("{ kind = \"box\", inertia = [1, 2, 4] }")).errors;
  CHECK(wrong.find("none of the three moments may be above the sum of the other two") != std::string::npos);
  CHECK(wrong.find("s.toml:13:") == 0);
  CHECK(built(scene_of("{ kind = \"box\", inertia = [1] }")).errors.find("must be a list of 3 numbers") !=
        std::string::npos);
  CHECK(built(scene_of("{ kind = \"sphere\", inertia = [0.5] }", 2)).errors == "");
}

TEST_CASE("orientations are at random, the same for the same seed, or as given") {
  const Built once = built(scene_of("{ kind = \"ellipsoid\", axes = [3, 2, 1] }")),
              twice = built(scene_of("{ kind = \"ellipsoid\", axes = [3, 2, 1] }"));
  CHECK(once.setup->bodies.orientation == twice.setup->bodies.orientation);
  CHECK(once.setup->bodies.orientation[1] != once.setup->bodies.orientation[5]);
  const Built aligned = built(scene_of("{ kind = \"ellipsoid\", axes = [3, 2, 1], orientation = \"aligned\" }"));
  for (std::size_t i = 0; i < 12; ++i) CHECK(aligned.setup->bodies.orientation[4 * i] == 1);
}

TEST_CASE("what is no body is told with its place") {
  CHECK(built(scene_of("{ kind = \"polytope\", points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]] }"))
            .errors.find("s.toml:13:9: ") == 0);
  const auto polygon = [](const std::string& points) {
    return built(scene_of("{ kind = \"polytope\", points = " + points + " }", 2)).errors;
  };
  CHECK(polygon("[[0, 0], [1, 1], [1, 0], [0, 1]]") ==
        "s.toml:13:9: a polygon crosses itself: the side after corner 1 meets the side after corner 3\n");
  CHECK(polygon("[[0, 10], [5.9, -8.1], [-9.5, 3.1], [9.5, 3.1], [-5.9, -8.1]]")
            .find("s.toml:13:9: a polygon crosses itself: ") == 0);
  CHECK(polygon("[[0, 0], [2, 0], [0.2, 0.2], [0, 2]]").find("s.toml:13:9: a polygon is not convex at corner 3") == 0);
  CHECK(polygon("[[0, 0], [1, 1], [2, 2]]").find("s.toml:13:9: the corners of a polygon lie on a line") == 0);
  CHECK(built(scene_of("{ kind = \"box\", sides = [1, 0, 1] }")).errors.find("must be above 0") != std::string::npos);
  CHECK(built(scene_of("{ kind = \"bosx\" }")).errors.find("did you mean \"box\"?") != std::string::npos);
  const std::string bad_law = built(scene_of("{ kind = \"ellipsoid\" }") + "[contact]\nlaw = \"stick\"\n").errors;
  CHECK(bad_law.find("s.toml:13:9: a shape that is no sphere does not combine with law = \"stick\"") == 0);
}

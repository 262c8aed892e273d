#include "scene/make_obstacles.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "scene/build.hpp"
#include "scene/samples.hpp"
#include "support/process.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

Obstacles make(const std::string& tables, int dimension) {
  const Scene scene = samples::read(samples::head(dimension) + "[constants]\na = 2\n" + tables);
  std::vector<Diagnostic> errors;
  Obstacles obstacles = make_obstacles(scene, {}, errors);
  CHECK(errors.empty());
  return obstacles;
}

// Signed distance to the nearest surface at time t.
double distance(Obstacles& o, const Vec3& x, double t = 0) {
  o.place(t, 0);
  double least = INFINITY;
  for (std::size_t s = 0; s < o.surfaces(); ++s) least = std::min(least, o.gap_at_begin(s, x, 0));
  return least;
}

}  // namespace

TEST_CASE("shapes in the plane keep the distances they should") {
  Obstacles half = make("[[obstacles]]\nkind = \"half-space\"\npoint = [0, 1]\nnormal = [0, 2]\n", 2);
  CHECK(distance(half, {{5, 3, 0}}) == doctest::Approx(2));
  CHECK(distance(half, {{5, 0, 0}}) == doctest::Approx(-1));
  Obstacles wall = make("[[obstacles]]\nkind = \"wall\"\nfrom = [0, 0]\nto = [1, 0]\n", 2);
  CHECK(distance(wall, {{4, 4, 0}}) == doctest::Approx(5));
  Obstacles solid = make("[[obstacles]]\nkind = \"box\"\nlow = [0, 0]\nhigh = [2, 1]\n", 2);
  CHECK(distance(solid, {{5, 5, 0}}) == doctest::Approx(5));
  Obstacles inside = make("[[obstacles]]\nkind = \"box\"\nside = \"inside\"\nlow = [0, 0]\nhigh = [4, 3]\n", 2);
  CHECK(inside.surfaces() == 4);
  CHECK(distance(inside, {{1, 2.5, 0}}) == doctest::Approx(0.5));
  Obstacles polygon = make("[[obstacles]]\nkind = \"polygon\"\npoints = [[0, 0], [4, 0], [0, 4]]\n", 2);
  CHECK(polygon.surfaces() == 3);
  CHECK(distance(polygon, {{-1, 2, 0}}) == doctest::Approx(1));  // the side that closes it
  Obstacles polyline = make("[[obstacles]]\nkind = \"polyline\"\npoints = [[0, 0], [4, 0], [4, 4]]\n", 2);
  CHECK(polyline.surfaces() == 2);
  Obstacles ball = make("[[obstacles]]\nkind = \"sphere\"\ncentre = [1, 0]\nradius = 1\n", 2);
  CHECK(distance(ball, {{4, 4, 0}}) == doctest::Approx(4));
  Obstacles bowl = make("[[obstacles]]\nkind = \"sphere\"\nside = \"inside\"\ncentre = [0, 0]\nradius = 2\n", 2);
  CHECK(distance(bowl, {{0, 1.5, 0}}) == doctest::Approx(0.5));
}

TEST_CASE("walls and cylinders in space keep the distances they should") {
  Obstacles sheet =
      make("[[obstacles]]\nkind = \"wall\"\ncorner = [0, 0, 0]\nedge1 = [1, 0, 0]\nedge2 = [0, 1, 0]\n", 3);
  CHECK(distance(sheet, {{0.5, 0.5, 2}}) == doctest::Approx(2));
  Obstacles disc = make("[[obstacles]]\nkind = \"wall\"\ncentre = [0, 0, 0]\nnormal = [0, 0, 3]\nradius = 1\n", 3);
  CHECK(distance(disc, {{4, 0, 4}}) == doctest::Approx(5));
  Obstacles solid = make("[[obstacles]]\nkind = \"cylinder\"\nfrom = [0, 0, 0]\nto = [0, 0, 2]\nradius = 1\n", 3);
  CHECK(distance(solid, {{3, 0, 1}}) == doctest::Approx(2));
  const std::string drum =
      "[[obstacles]]\nkind = \"cylinder\"\nside = \"inside\"\nfrom = [0, 0, 0]\nto = [0, 0, 2]\nradius = 1\n";
  Obstacles closed = make(drum, 3), open = make(drum + "ends = \"open\"\n", 3);
  CHECK(closed.surfaces() == 3);
  CHECK(open.surfaces() == 1);
  CHECK(distance(closed, {{0, 0, 0.2}}) == doctest::Approx(0.2));
  CHECK(distance(open, {{0.5, 0, 0.2}}) == doctest::Approx(0.5));
}

TEST_CASE("meshes, level sets and shapes are obstacles, in their place and of their size") {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() + "/open.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n";
  std::ofstream(folder.path() + "/corners.txt") << "0 0\n1 0\n0 1\n";
  Obstacles open = make("[[obstacles]]\nkind = \"mesh\"\npath = \"" + folder.path() +
                            "/open.obj\"\nsize = 2\ncentre = [0, 0, 1]\nangle = 1.5707963267948966\naxis = [1, 0, 0]\n",
                        3);
  CHECK(open.surfaces() == 2);
  CHECK(distance(open, {{1, 0.5, 2}}) == doctest::Approx(0.5));  // it stands upright, from z = 1 to 3
  CHECK(distance(open, {{1, 0, 3.5}}) == doctest::Approx(0.5));
  Obstacles line = make("[[obstacles]]\nkind = \"mesh\"\npath = \"" + folder.path() + "/corners.txt\"\n", 2);
  CHECK(line.surfaces() == 3);
  CHECK(distance(line, {{0.25, -0.3, 0}}) == doctest::Approx(0.3));
  Obstacles round = make(
      "[[obstacles]]\nkind = \"level-set\"\nfunction = \"x^2 + y^2 + z^2 - 1\"\nlow = [-1.2, -1.2, -1.2]\nhigh = [1.2, 1.2, "
      "1.2]\nsize = 0.5\n",
      3);
  CHECK(distance(round, {{0, 0, 1}}) == doctest::Approx(0.5).epsilon(0.02));
  Obstacles clump = make(
      "[[obstacles]]\nkind = \"shape\"\ncentre = [1, 0, 0]\nshape = { kind = \"clump\", parts = [{ kind = \"sphere\", size = "
      "0.2 }, { kind = \"box\", sides = [0.2, 0.2, 0.2], centre = [0.5, 0, 0] }] }\n",
      3);
  CHECK(clump.surfaces() == 2);
  CHECK(distance(clump, {{1, 0, 0.5}}) == doctest::Approx(0.3));
  CHECK(distance(clump, {{1.5, 0, 0.5}}) == doctest::Approx(0.4));
  const Scene missing = samples::read(samples::head(3) + "[[obstacles]]\nkind = \"mesh\"\npath = \"/nowhere/x.stl\"\n");
  CHECK(input_files(missing) == std::vector<std::string>{"/nowhere/x.stl"});
  std::vector<Diagnostic> errors;
  make_obstacles(missing, {}, errors);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].str() == "s.toml:8:8: obstacle \"mesh\": there is no file \"/nowhere/x.stl\"");
  std::ofstream(folder.path() + "/flat.obj") << "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n";
  errors.clear();
  make_obstacles(samples::read(samples::head(3) + "[[obstacles]]\nkind = \"mesh\"\npath = \"" + folder.path() + "/flat.obj\"\n"),
                 {}, errors);
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].message.find("triangle 1 of a mesh is degenerate: it has no area") != std::string::npos);
}

TEST_CASE("obstacles move as their scene says") {
  const std::string floor = "[[obstacles]]\nkind = \"half-space\"\nnormal = [0, 1]\n";
  const Vec3 x{{3, 10, 0}};
  Obstacles fixed = make(floor, 2);
  CHECK_FALSE(fixed.moving(0));
  Obstacles shifted = make(floor + "motion = { kind = \"translation\", velocity = [0, 2], start = 1, stop = 3 }\n", 2);
  CHECK(distance(shifted, x, 0.5) == doctest::Approx(10));
  CHECK(distance(shifted, x, 9) == doctest::Approx(6));
  Obstacles turned = make(floor + "motion = { kind = \"rotation\", angular_velocity = 1.5707963267948966 }\n", 2);
  CHECK(distance(turned, x, 1) == doctest::Approx(-3));  // the normal has turned from y to −x
  Obstacles shaken = make(floor + "motion = { kind = \"oscillation\", amplitude = [0, 2], frequency = 0.25 }\n", 2);
  CHECK(distance(shaken, x, 1) == doctest::Approx(8));
  Obstacles led =
      make(floor + "motion = { kind = \"expression\", displacement = [\"0\", \"a*t\"], angle = \"0\" }\n", 2);
  CHECK(distance(led, x, 3) == doctest::Approx(4));
}

TEST_CASE("obstacles keep name and colour") {
  const Obstacles o =
      make("[[obstacles]]\nkind = \"half-space\"\nnormal = [0, 1]\nname = \"floor\"\ncolour = \"#123456\"\n", 2);
  CHECK(o.list()[0].name == "floor");
  CHECK(o.list()[0].colour == "#123456");
}

TEST_CASE("what a shape or a motion refuses is told at the table of its obstacle") {
  // An axis whose length is beyond the largest number.
  const std::string far = "[[obstacles]]\nkind = \"half-space\"\nname = \"far\"\nnormal = [0, 0, 1]\n";
  for (const char* motion : {"kind = \"rotation\", angular_velocity = 1", "kind = \"expression\""}) {
    std::vector<Diagnostic> errors;
    make_obstacles(samples::read(samples::head(3) + far + "motion = { " + motion + ", axis = [0, 0, 1e200] }\n"), {},
                   errors);
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].str() == "s.toml:6:1: obstacle \"far\": the axis of a rotation must not be zero");
  }
}

TEST_CASE("walls that hold a force are for half-spaces, come first, and have the mass of all particles") {
  const std::string grains = samples::head() + "[[particles]]\nkind = \"lattice\"\nspacing = 1\norigin = [0, 0]\n"
                                               "counts = [2, 1]\nradius = 0.1\nmass = 3\n";
  const std::string servo = "motion = { kind = \"servo\", force = \"10*t\" }\n";
  const SceneResult read = read_scene_text(
      grains + "[[obstacles]]\nkind = \"sphere\"\ncentre = [5, 5]\nradius = 1\n[[obstacles]]\nkind = \"half-space\"\n"
               "point = [3, 0]\nnormal = [-2, 0]\n" + servo, "s.toml", "");
  REQUIRE(read.scene);
  CHECK(obstacle_order(*read.scene) == std::vector<std::size_t>{1, 0});
  const BuildResult built = build(*read.scene);
  REQUIRE(built.setup);
  REQUIRE(built.setup->servos.size() == 1);
  CHECK(built.setup->servos[0].mass == 6);
  CHECK(built.setup->servos[0].normal == Vec3{{-1, 0, 0}});
  CHECK(built.setup->obstacles.list()[0].name == "half-space");

  const auto wrong = read_scene_text(grains + "[[obstacles]]\nkind = \"sphere\"\ncentre = [5, 5]\nradius = 1\n" + servo, "s.toml", "");
  REQUIRE(wrong.errors.size() == 1);
  CHECK(wrong.errors[0].message.find("is for obstacles of kind \"half-space\"") != std::string::npos);
  CHECK(wrong.errors[0].line == 17);
}

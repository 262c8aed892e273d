#include "scene/particle_file.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

using namespace floc;
using namespace floc::scene;

namespace {

ParticleFile parse(const std::string& text, const std::string& name, int dimension) {
  std::vector<Diagnostic> errors;
  ParticleFile file = parse_particles(text, name, dimension, errors);
  for (const Diagnostic& e : errors) FAIL(e.str());
  return file;
}

std::string faults(const std::string& text, const std::string& name, int dimension = 2) {
  std::vector<Diagnostic> errors;
  parse_particles(text, name, dimension, errors);
  std::string all;
  for (const Diagnostic& e : errors) all += e.str() + "\n";
  return all;
}

}  // namespace

TEST_CASE("a CSV file has its columns in any order, with comments, blanks and columns of exports") {
  const ParticleFile f = parse(
      "# from a run\r\n id, y ,x,radius,vx,vy,m,group\r\n\r\n0, 1,2 ,0.5,3,-4e-1,+7,sand\r\n"
      "1,5,6,0.25,0,0,1,gravel",
      "a.csv", 2);
  REQUIRE(f.count == 2);
  CHECK(f.position == std::vector<double>{2, 1, 6, 5});
  CHECK(f.velocity == std::vector<double>{3, -0.4, 0, 0});
  CHECK(f.radius == std::vector<double>{0.5, 0.25});
  CHECK(f.mass == std::vector<double>{7, 1});
  CHECK(f.group == std::vector<std::string>{"sand", "gravel"});
  CHECK(f.line == std::vector<int>{4, 5});
}

TEST_CASE("a column that nobody knows is an error with what was meant") {
  CHECK(faults("x,y,VX,vy\n0,0,1,1\n", "a.csv") ==
        "a.csv:1:5: unknown column \"VX\"; did you mean \"vx\"? (there are x, y, z, vx, vy, vz, r, m, radius, mass, "
        "group)\na.csv:1: the header must name all velocities vx, vy\n");
  CHECK(faults("x,y,raduis\n", "a.csv").starts_with("a.csv:1:5: unknown column \"raduis\"; did you mean \"radius\"?"));
  CHECK(faults("x,y,temperature\n", "a.csv").starts_with("a.csv:1:5: unknown column \"temperature\" (there are "));
  CHECK(faults("x,y,\n", "a.csv") == "a.csv:1:5: a column has no name\n");
}

TEST_CASE("a byte-order mark and quotes are read as spreadsheets write them") {
  const ParticleFile f = parse("\xEF\xBB\xBF\"x\", \"y\" ,\"group\",r\r\n1,\"2\",\"sand, fine\",0.5\r\n", "a.csv", 2);
  CHECK(f.position == std::vector<double>{1, 2});
  CHECK(f.group == std::vector<std::string>{"sand, fine"});
  CHECK(f.radius == std::vector<double>{0.5});
  CHECK(parse("\xEF\xBB\xBF" "1\n\nX 1 2 3\n", "a.xyz", 3).count == 1);
  CHECK(faults("x,y\n1,\"2\n", "a.csv") == "a.csv:2:3: \"\"2\" is not a number\n");
}

TEST_CASE("what a CSV file does not give stays empty, and the plane has no z") {
  const ParticleFile f = parse("x,y,z,vz\n1,2,3,4\n", "a.CSV", 2);
  CHECK(f.position == std::vector<double>{1, 2});
  CHECK(f.velocity.empty());
  CHECK(f.radius.empty());
  CHECK(f.mass.empty());
  CHECK(f.group.empty());
  CHECK(parse("x,y,r\n", "a.csv", 2).count == 0);
}

TEST_CASE("a plain XYZ file gives places, an extended one what its Properties say; the first frame counts") {
  CHECK(parse("2\nwater\nO 1 2 3\nH  4 5 6\n", "a.xyz", 3).position == std::vector<double>{1, 2, 3, 4, 5, 6});
  const ParticleFile f = parse(
      "1\nLattice=\"1 0 0\" Properties=species:S:1:pos:R:3:radius:R:1:force:R:3:velo:R:3:group:S:1 t=0\n"
      "X 1 2 3 0.5 9 9 9 4 5 6 sand\n1\nnext frame\nX 0 0 0\n",
      "a.extxyz", 3);
  REQUIRE(f.count == 1);
  CHECK(f.position == std::vector<double>{1, 2, 3});
  CHECK(f.radius == std::vector<double>{0.5});
  CHECK(f.velocity == std::vector<double>{4, 5, 6});
  CHECK(f.group == std::vector<std::string>{"sand"});
}

TEST_CASE("a malformed file is told with the line and column") {
  CHECK(faults("", "a.csv") == "a.csv: is empty: it needs a header such as x,y,r\n");
  CHECK(faults("x,r\n", "a.csv") == "a.csv:1: the header must name the positions x, y\n");
  CHECK(faults("x,y,vx\n", "a.csv") == "a.csv:1: the header must name all velocities vx, vy\n");
  CHECK(faults("x,y,x\n", "a.csv") == "a.csv:1: two columns give the same\n");
  CHECK(faults("x,y,r\n1,2\n1,a,-1\n\n1,nan,1\n1,1,inf\n", "a.csv") ==
        "a.csv:2: has 2 columns instead of 3\n"
        "a.csv:3:3: \"a\" is not a number\n"
        "a.csv:3:5: the radius must be above 0, not -1\n"
        "a.csv:5:3: must be finite, not nan\n"
        "a.csv:6:5: must be finite, not inf\n");
  CHECK(faults("x,y,m\n1,2,0\n", "a.csv") == "a.csv:2:5: the mass must be above 0, not 0\n");
  CHECK(faults("two\n", "a.xyz") == "a.xyz:1:1: must hold the number of particles\n");
  CHECK(faults("2\n", "a.xyz") == "a.xyz:1: ends before its comment line\n");
  CHECK(faults("2\n\nX 1 2 3\n", "a.xyz") == "a.xyz:3: ends after 1 particles of 2\n");
  CHECK(faults("1\nProperties=pos:R:0\n", "a.xyz").rfind("a.xyz:2: Properties must be name:type:width", 0) == 0);
  CHECK(faults("1\nProperties=pos:R\n", "a.xyz").rfind("a.xyz:2: Properties must be name:type:width", 0) == 0);
  CHECK(faults("1\nProperties=pos:R:1\n1\n", "a.xyz") == "a.xyz:2: Properties must name the positions x, y\n");
  CHECK(faults("99999999999\n\n", "a.xyz") == "a.xyz:2: ends after 0 particles of 99999999999\n");
  CHECK(faults("", "a.dat") == "a.dat: is neither .csv nor .xyz\n");
}

TEST_CASE("the mistakes of a long file are counted, not all listed") {
  std::string text = "x,y\n";
  for (int i = 0; i < 100; ++i) text += "a,1\n";
  std::vector<Diagnostic> errors;
  parse_particles(text, "a.csv", 2, errors);
  CHECK(errors.size() == 21);
  CHECK(errors.back().message == "and 80 more mistakes in this file");
}

TEST_CASE("no bytes whatever break the particle files") {
  const std::string csv = "x,y,r,vx,vy,m,group\n1,2,3,4,5,6,sand\n7,8,9,1,2,3,gravel\n";
  const std::string xyz = "2\nProperties=species:S:1:pos:R:3:radius:R:1\nX 1 2 3 4\nX 1 2 3 4\n";
  CHECK(rc::check([&](std::vector<std::pair<unsigned char, char>> changes) {
    for (const auto& [name, base] : {std::pair{"a.csv", csv}, std::pair{"a.xyz", xyz}}) {
      std::string text = base;
      for (const auto& [at, byte] : changes) text[at % text.size()] = byte;
      std::vector<Diagnostic> errors;
      const ParticleFile f = parse_particles(text, name, 2, errors);
      if (errors.empty()) RC_ASSERT(f.position.size() == 2 * f.count);
    }
  }));
}

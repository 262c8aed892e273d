#include "scene/make_particles.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

struct Made {
  Scene scene;
  Batch batch;
  std::string errors;
};

Made make(const std::string& table, int dimension = 2, const Domain& domain = {}, std::uint64_t first = 0) {
  Made made;
  made.scene = samples::read(samples::head(dimension) + "[[groups]]\nname = \"sand\"\n[[groups]]\nname = \"gravel\"\n" +
                             "[[particles]]\n" + table);
  std::vector<Diagnostic> errors;
  made.batch = make_particles(made.scene, made.scene.particles[0], domain, first, errors);
  for (const Diagnostic& e : errors) made.errors += e.str() + "\n";
  return made;
}

double nearest_distance(const Bodies& b) {
  double least = INFINITY;
  for (std::size_t i = 0; i < b.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      least = std::min(least, norm(embed(b.x(i), b.dimension) - embed(b.x(j), b.dimension)));
  return least;
}

}  // namespace

TEST_CASE("a square lattice starts at its origin, x running fastest") {
  const Bodies b =
      make("kind = \"lattice\"\nspacing = 2\norigin = [1, 3]\ncounts = [3, 2]\nradius = 1\ngroup = \"gravel\"\n")
          .batch.bodies;
  CHECK(b.position == std::vector<double>{1, 3, 3, 3, 5, 3, 1, 5, 3, 5, 5, 5});
  CHECK(b.group == std::vector<std::int32_t>(6, 1));
  CHECK(b.radius == std::vector<double>(6, 1.0));
}

TEST_CASE("a box is filled with as many cells as fit, particles in their middles") {
  const Bodies b =
      make("kind = \"lattice\"\nspacing = 0.1\nlow = [0, 0]\nhigh = [0.3, 0.29]\nradius = 0.05\n").batch.bodies;
  CHECK(b.size() == 6);
  CHECK(b.x(0)[0] == doctest::Approx(0.05));
  CHECK(b.x(5)[1] == doctest::Approx(0.15));
  CHECK(make("kind = \"lattice\"\nspacing = 1\nlow = [0, 0]\nhigh = [0.5, 3]\nradius = 1\n").errors ==
        "s.toml:10:1: no particle fits between low and high at this spacing\n");
  CHECK(make("kind = \"lattice\"\nspacing = 1e-6\nlow = [0, 0]\nhigh = [1, 1]\nradius = 1\n").errors ==
        "s.toml:10:1: a lattice of 1e+12 particles is more than a scene may have: 100000000\n");
}

TEST_CASE("hexagonal lattices have all neighbours at the spacing, in the plane and in space") {
  const std::string common = "kind = \"lattice\"\narrangement = \"hexagonal\"\nspacing = 1\nradius = 0.5\n";
  CHECK(nearest_distance(make(common + "origin = [0, 0]\ncounts = [4, 5]\n").batch.bodies) == doctest::Approx(1));
  const Bodies b = make(common + "origin = [0, 0, 0]\ncounts = [5, 5, 5]\n", 3).batch.bodies;
  CHECK(nearest_distance(b) == doctest::Approx(1));
  std::size_t most = 0;  // a sphere in the middle has twelve neighbours
  for (std::size_t i = 0; i < b.size(); ++i) {
    std::size_t n = 0;
    for (std::size_t j = 0; j < b.size(); ++j) n += j != i && norm(embed(b.x(i), 3) - embed(b.x(j), 3)) < 1 + 1e-9;
    most = std::max(most, n);
  }
  CHECK(most == 12);
  const Bodies boxed = make(common + "low = [0, 0]\nhigh = [3, 3]\n").batch.bodies;
  CHECK(boxed.size() == 3 + 2 + 3);
  for (std::size_t i = 0; i < boxed.size(); ++i) CHECK(boxed.x(i)[0] <= 2.5 + 1e-9);
}

TEST_CASE("a box that spans the period is filled across it") {
  Domain domain;
  domain.period[0] = 3;
  const Bodies b = make(
                       "kind = \"lattice\"\narrangement = \"hexagonal\"\nspacing = 1\nradius = 0.5\nlow = [0, 0]\n"
                       "high = [3, 3]\n",
                       2, domain)
                       .batch.bodies;
  CHECK(b.size() == 9);
}

TEST_CASE("jitter moves the particles and never makes an overlap") {
  const std::string common = "kind = \"lattice\"\nspacing = 1\norigin = [0, 0]\ncounts = [12, 12]\nradius = 0.3\n";
  for (const char* arrangement : {"square", "hexagonal"}) {
    const Bodies b = make(common + "jitter = 1\narrangement = \"" + arrangement + "\"\n").batch.bodies;
    CHECK(nearest_distance(b) >= 0.6);
    CHECK(nearest_distance(b) < 0.95);
  }
}

TEST_CASE("radii are constant, even, log-normal or listed, and depend on the number of the particle only") {
  const std::string common = "kind = \"random\"\ncount = 4000\nlow = [0, 0]\nhigh = [1, 1]\n";
  const auto radii = [&](const std::string& rule, std::uint64_t first = 0) {
    return make(common + "radius = " + rule + "\n", 2, {}, first).batch.bodies.radius;
  };
  CHECK(radii("0.25") == std::vector<double>(4000, 0.25));
  double mean = 0, least = 1, most = 0, log_mean = 0, log_square = 0;
  for (const double r : radii("{ uniform = [0.2, 0.6] }"))
    mean += r / 4000, least = std::min(least, r), most = std::max(most, r);
  CHECK(mean == doctest::Approx(0.4).epsilon(0.02));
  CHECK(least >= 0.2);
  CHECK(most <= 0.6);
  CHECK(most - least > 0.39);
  for (const double r : radii("{ lognormal = { median = 0.5, sigma = 0.3 } }"))
    log_mean += std::log(r / 0.5) / 4000, log_square += std::pow(std::log(r / 0.5), 2) / 4000;
  CHECK(std::abs(log_mean) < 0.02);
  CHECK(std::sqrt(log_square) == doctest::Approx(0.3).epsilon(0.05));
  const std::vector<double> listed = radii("{ list = [1, 2, 3] }");
  CHECK(std::vector<double>(listed.begin(), listed.begin() + 5) == std::vector<double>{1, 2, 3, 1, 2});
  const std::vector<double> early = radii("{ uniform = [1, 2] }"), late = radii("{ uniform = [1, 2] }", 100);
  CHECK(std::equal(late.begin(), late.begin() + 3900, early.begin() + 100));
}

TEST_CASE("a solid fraction is met to half a particle") {
  const Made m =
      make("kind = \"random\"\nfraction = 0.5\nlow = [0, 0]\nhigh = [2, 3]\nradius = { uniform = [0.05, 0.1] }\n");
  double filled = 0;
  for (const double r : m.batch.bodies.radius) filled += solid_volume(r, 2);
  CHECK(std::abs(filled - 3) <= 0.5 * solid_volume(0.1, 2) + 1e-12);
}

TEST_CASE("the region of a pour has room for the largest particle") {
  CHECK(make("kind = \"pour\"\ncount = 3\nrate = 1\nlow = [0, 0]\nhigh = [1, 0.3]\nradius = { list = [0.1, 0.2] }\n")
            .errors ==
        "s.toml:10:1: the region between low and high is narrower than the largest particle, of radius 0.2\n");
  CHECK(
      make("kind = \"pour\"\ncount = 3\nrate = 1\nlow = [0, 0]\nhigh = [1, 0.5]\nradius = 0.2\n").batch.bodies.size() ==
      3);
}

TEST_CASE("the volume of a sphere is a length, an area or a volume") {
  CHECK(solid_volume(2, 1) == 4);
  CHECK(solid_volume(2, 2) == doctest::Approx(4 * std::numbers::pi));
  CHECK(solid_volume(2, 3) == doctest::Approx(32 * std::numbers::pi / 3));
}

TEST_CASE("what a file gives wins over the table, and what it lacks comes from the table") {
  const auto folder = std::filesystem::temp_directory_path() / "floc-make-particles-test";
  std::filesystem::create_directories(folder);
  const auto path = [&](const char* name) { return (folder / name).string(); };
  const auto table = [&](const char* name, const char* rest) {
    return "kind = \"file\"\npath = \"" + path(name) + "\"\n" + rest;
  };
  std::ofstream(path("full.csv")) << "x,y,r,vx,vy,m,group\n1,2,0.5,3,4,7,gravel\n3,4,0.25,0,0,8,sand\n";
  std::ofstream(path("bare.csv")) << "x,y\n1,2\n3,4\n";
  std::ofstream(path("lost.csv")) << "x,y,r,group\n1,2,1,sand\n1,2,1,gravle\n";

  const Made full = make(table("full.csv", "radius = 9\ngroup = \"gravel\"\n"));
  CHECK(full.errors.empty());
  CHECK(full.batch.bodies.radius == std::vector<double>{0.5, 0.25});
  CHECK(full.batch.bodies.velocity == std::vector<double>{3, 4, 0, 0});
  CHECK(full.batch.bodies.mass == std::vector<double>{7, 8});
  CHECK(full.batch.bodies.group == std::vector<std::int32_t>{1, 0});
  CHECK(full.batch.has_mass);
  CHECK(full.batch.has_velocity);

  const Made bare = make(table("bare.csv", "radius = { list = [1, 2] }\ngroup = \"gravel\"\n"));
  CHECK(bare.batch.bodies.radius == std::vector<double>{1, 2});
  CHECK(bare.batch.bodies.group == std::vector<std::int32_t>{1, 1});
  CHECK_FALSE(bare.batch.has_mass);

  CHECK(make(table("bare.csv", "")).errors ==
        "s.toml:10:1: \"" + path("bare.csv") + "\" gives no radii: give a radius in this table\n");
  CHECK(make(table("lost.csv", "")).errors ==
        path("lost.csv") + ":3: \"gravle\" names no group of the scene; did you mean \"gravel\"?\n");
  CHECK(make(table("none.csv", "")).errors == "s.toml:12:8: there is no file \"" + path("none.csv") + "\"\n");
  CHECK(make("kind = \"file\"\npath = \"" + folder.string() + "\"\n").errors ==
        "s.toml:12:8: cannot read \"" + folder.string() + "\"\n");
  std::filesystem::remove_all(folder);
}

#include "scene/find_places.hpp"

#include <doctest/doctest.h>

#include <atomic>

#include "geometry/surfaces.hpp"
#include "scene/build.hpp"
#include "scene/samples.hpp"

using namespace floc;
using namespace floc::scene;

TEST_CASE("random particles are within their box, without overlap, the same for any number of threads") {
  const std::string text = samples::head() +
                           "[[particles]]\nkind = \"random\"\nfraction = 0.4\nlow = [0, 0]\nhigh = [1, 1]\n"
                           "radius = { uniform = [0.02, 0.04] }\n";
  const Setup one = build(samples::read(text)).setup.value(), two = build(samples::read(text), 2).setup.value();
  CHECK(one.bodies.size() > 100);
  CHECK(one.bodies.position == two.bodies.position);
  const double slack = 1e-4 * 0.03;
  for (std::size_t i = 0; i < one.bodies.size(); ++i)
    for (int k = 0; k < 2; ++k) {
      CHECK(one.bodies.x(i)[k] >= one.bodies.radius[i] - slack);
      CHECK(one.bodies.x(i)[k] <= 1 - one.bodies.radius[i] + slack);
    }
}

TEST_CASE("a packing that cannot be had is refused with the fraction asked and reached") {
  const BuildResult result = build(samples::read(
      samples::head() + "[[particles]]\nkind = \"random\"\ncount = 3\nlow = [0, 0]\nhigh = [1, 1]\nradius = 0.28\n"));
  REQUIRE(result.errors.size() == 1);
  CHECK(result.errors[0].str().find("s.toml:6:1: 3 particles without overlap cannot be had here: they fill 0.739 of the box, and ") == 0);
}

TEST_CASE("a packing beyond what is promised is refused before it is tried, with the limit") {
  const auto box = [](const std::string& how) {
    return samples::head() + "[[particles]]\nkind = \"random\"\n" + how + "low = [0, 0]\nhigh = [1, 1]\n";
  };
  int tries = 0;
  const auto watched = [&](const std::string& text) {
    const BuildResult result = build(samples::read(text), 1, Placing::search, {nullptr, [&](double, double) { ++tries; }});
    CHECK(!result.setup);
    return result.errors.empty() ? "" : result.errors[0].str();
  };
  CHECK(watched(box("count = 20\nradius = 0.12\n")) ==
        "s.toml:6:1: 20 particles would fill 0.905 of the box, and at most 0.80 can be packed at random in dimension 2: "
        "take fewer, or a lattice");
  CHECK(tries == 0);
  const SceneResult read = read_scene_text(box("fraction = 0.81\nradius = 0.02\n"), "s.toml", "");
  REQUIRE(read.errors.size() == 1);
  CHECK(read.errors[0].str() ==
        "s.toml:8:12: \"fraction\" in [[particles]] of kind \"random\" must be at most 0.80: no denser packing at random "
        "is promised in dimension 2");
}

TEST_CASE("a dense packing tells how far it is, and is given up when somebody says so") {
  const Scene scene = samples::read(samples::head() + "[[particles]]\nkind = \"random\"\nfraction = 0.7\nlow = [0, 0]\n"
                                    "high = [1, 1]\nradius = 0.03\n");
  std::atomic<bool> stop = false;
  std::vector<double> reached;
  const auto note = [&](double now, double all) {
    CHECK(all == doctest::Approx(0.7).epsilon(0.01));
    reached.push_back(now);
    if (reached.size() == 3) stop = true;
  };
  const BuildResult given_up = build(scene, 1, Placing::search, {&stop, note});
  CHECK(given_up.stopped);
  CHECK(!given_up.setup);
  CHECK(given_up.errors.empty());
  REQUIRE(reached.size() == 3);
  CHECK(reached[2] > reached[0]);
  CHECK(build(scene).setup.has_value());
  CHECK(!build(scene).stopped);
}

TEST_CASE("in a fluid places are looked for with the gap that contacts keep, and radii come back as they were") {
  Setup setup;
  setup.obstacles = Obstacles({{.name = "", .colour = "", .motion = nullptr, .surfaces = {half_space({}, {{0, 1, 0}})}}});
  Bodies bodies;
  bodies.dimension = 2;
  const double x[] = {0, 1}, v[] = {0, 0};
  for (const double radius : {0.1, 0.3}) bodies.add(x, v, radius, 1, 0);
  const auto seen = [&] {
    std::vector<double> all;
    with_gap(setup, bodies, [&](const Obstacles& obstacles) {
      all = bodies.radius;
      all.push_back(obstacles.gap_at_begin(0, {{0, 1, 0}}, 0));
    });
    return all;
  };
  CHECK(seen() == std::vector<double>{0.1, 0.3, 1});
  FluidSettings fluid;
  fluid.gap = 0.5;
  setup.fluid = std::make_shared<FluidSettings>(fluid);
  CHECK(seen() == std::vector<double>{0.1 + 0.25, 0.3 + 0.25, 0.75});
  CHECK(bodies.radius == std::vector<double>{0.1, 0.3});
}

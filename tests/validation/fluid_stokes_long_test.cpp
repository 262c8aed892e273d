// Bodies in steady Stokes flow against the literature, on grids that take minutes.
#include <doctest/doctest.h>

#include "scene/build.hpp"
#include "step/medium.hpp"
#include "step/simulation.hpp"
#include "support/paths.hpp"
#include "validation/stokes_cases.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// The sphere of scenes/gluey-stokes: when it comes to the gap and leaves it, and its height over the plane at the end.
struct Pulled {
  double comes = 0, leaves = 0, end = 0;
};

Pulled pulled(const std::vector<std::string>& overrides) {
  const SceneResult read = read_scene(source_dir() + "/scenes/gluey-stokes/scene.toml", overrides);
  REQUIRE(read.scene);
  BuildResult built = build(*read.scene, 2);
  REQUIRE(built.setup);
  Simulation s(std::move(*built.setup), 2);
  const double gap = s.setup().fluid->gap, near = 0.01;
  Pulled result;
  while (s.time() < read.scene->time.end - 0.5 * s.setup().h) {
    REQUIRE(s.advance().converged);
    result.end = s.bodies().x(0)[2] - 1;
    const double way = result.end - gap, speed = s.bodies().v(0)[2];
    if (s.time() < 2 && way > near) result.comes = s.time() - way / speed;
    if (s.time() > 2 && way > near && result.leaves == 0) result.leaves = s.time() - way / speed;
  }
  return result;
}

}  // namespace

TEST_CASE("cubic arrays of spheres of 12.5 and 34.3 % have the drag of the literature within 0.5 %") {
  Executor executor(2);
  CHECK(cubic_array(0.125, 64, executor).drag == doctest::Approx(4.292).epsilon(0.005));
  CHECK(cubic_array(0.343, 64, executor).drag == doctest::Approx(15.4).epsilon(0.005));
}

TEST_CASE("a sphere goes to a plane with the resistance of Brenner within 3 %, from gaps of 0.025 to 1 radius") {
  Executor executor(2);
  for (const double gap : {0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0})
    CHECK(resistance_to_wall(3, 16, gap, 14, 10, 0.2, executor) / (6 * circle) ==
          doctest::Approx(brenner(gap)).epsilon(0.03));
}

TEST_CASE("an ellipse turns with the period of Jeffery within 1 %, between walls twenty lengths apart") {
  Executor executor(2);
  CHECK(jeffery_period(24, 20, executor) == doctest::Approx(15.708).epsilon(0.01));
}

TEST_CASE("a shear cell with 5 % of spheres at random places is 1.125 times as viscous, within 0.03") {
  Executor executor(2);
  double mean = 0;
  for (const unsigned seed : {1, 2, 3, 4}) mean += 0.25 * apparent_viscosity(3, 0.05, 5, 64, 1, seed, executor);
  CHECK(std::abs(mean - 1.125) < 0.03);  // 1.138 with what pairs give, by Batchelor
}

TEST_CASE("the viscosity of discs at random places grows ever faster up to half of solid") {
  Executor executor(2);
  double before = 1, slope = 2;
  for (const double fraction : {0.1, 0.2, 0.3, 0.4, 0.5}) {
    const bool dense = fraction == 0.5;  // there is room for half a cell between them only
    double mean = 0;
    for (const unsigned seed : {1, 2})
      mean += 0.5 * apparent_viscosity(2, fraction, dense ? 12 : 8, dense ? 384 : 256, dense ? 0.5 : 1, seed, executor);
    CHECK((mean - before) / 0.1 > slope);
    slope = (mean - before) / 0.1;
    before = mean;
  }
  CHECK(before > 4.5);
  CHECK(before < 6.5);
}

TEST_CASE(
    "a gluey sphere is pulled off a plane in a fluid when the exact one passes the gap, an inelastic one at once") {
  const Pulled gluey = pulled({});
  CHECK(std::abs(gluey.comes - 1.203) < 0.05);
  CHECK(std::abs(gluey.leaves - 2.797) < 0.05);
  CHECK(gluey.end == doctest::Approx(0.5).epsilon(0.05));  // back where it began
  CHECK(std::abs(pulled({"contact.law=inelastic", "time.end=2.6"}).leaves - 2) < 0.05);
  // With twice the gap it is glued for longer, and comes back to the same curve.
  const Pulled wide = pulled({"fluid.gap=0.2"});
  CHECK(wide.leaves > gluey.leaves + 0.2);
  CHECK(wide.end == doctest::Approx(gluey.end).epsilon(0.05));
}

TEST_CASE("a swimmer of three spheres goes as far in a stroke as in an unbounded fluid within 5 %, by two boxes") {
  Executor executor(2);
  const double near = three_ball_stroke(10, 4, 8, {40, 20, 20}, executor),
               far = three_ball_stroke(10, 4, 8, {60, 30, 30}, executor);
  const double apart = std::pow(40.0 / 60, 3);  // images act as 1/L³
  CHECK((far - apart * near) / (1 - apart) == doctest::Approx(0.159805).epsilon(0.05));
}

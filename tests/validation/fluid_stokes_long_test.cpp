// Bodies in steady Stokes flow against the literature, on grids that take minutes.
#include <doctest/doctest.h>

#include "support/off.hpp"
#include "support/paths.hpp"
#include "validation/pulled_sphere.hpp"
#include "validation/stokes_cases.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("cubic arrays of spheres of 12.5 and 34.3 % have the drag of the literature within 0.5 %") {
  Executor executor(2);
  CHECK(off(cubic_array(0.125, 64, executor).drag, 4.292) < 0.005);
  CHECK(off(cubic_array(0.343, 64, executor).drag, 15.4) < 0.005);
}

TEST_CASE("a sphere goes to a plane with the resistance of Brenner within 3 %, from gaps of 0.025 to 1 radius") {
  Executor executor(2);
  for (const double gap : {0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0})
    CHECK(off(resistance_to_wall(3, 16, gap, 14, 10, 0.2, executor) / (6 * circle), brenner(gap)) < 0.03);
}

TEST_CASE("an ellipse turns with the period of Jeffery within 1 %, between walls twenty lengths apart") {
  Executor executor(2);
  CHECK(off(jeffery_period(24, 20, executor), 15.708) < 0.01);
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

TEST_CASE("a gluey sphere comes to its gap and leaves it when the exact one does, for gaps of 1 to 2 cells") {
  double least = INFINITY, most = 0;
  for (const double gap : {0.1, 0.15, 0.2}) {
    CAPTURE(gap);
    const PulledSphere gluey = pulled_sphere(source_dir() + "/scenes", {fmt::format("fluid.gap={}", gap)});
    const double exact = pulled_sphere_falls_to(gap);
    CHECK(std::abs(gluey.comes - exact) < 0.05);
    CHECK(std::abs(gluey.leaves - (4 - exact)) < 0.05);
    CHECK(off(gluey.height.back(), 0.5) < 0.05);  // back where it began
    least = std::min(least, gluey.height.back());
    most = std::max(most, gluey.height.back());
  }
  CHECK(most < 1.05 * least);
  // An inelastic one leaves as soon as it is pulled.
  const PulledSphere inelastic = pulled_sphere(source_dir() + "/scenes", {"contact.law=inelastic", "time.end=2.6"});
  CHECK(std::abs(inelastic.leaves - 2) < 0.05);
}

TEST_CASE("a swimmer of three spheres goes as far in a stroke as in an unbounded fluid within 5 %, by two boxes") {
  Executor executor(2);
  const double near = three_ball_stroke(10, 4, 8, {60, 30, 30}, executor),
               far = three_ball_stroke(10, 4, 8, {80, 40, 40}, executor);
  const double apart = std::pow(60.0 / 80, 3);  // images act as 1/L³
  MESSAGE("a stroke of ", near, " and ", far, " R, ", (far - apart * near) / (1 - apart), " without end");
  CHECK(off((far - apart * near) / (1 - apart), 0.159805) < 0.05);
}

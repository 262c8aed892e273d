// Bodies in steady Stokes flow against the literature, on grids that take minutes.
#include <doctest/doctest.h>

#include "validation/stokes_cases.hpp"

using namespace floc;
using namespace floc::test;

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

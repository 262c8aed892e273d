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

// A bed that settles: what its steps cost in iterations.
#include <doctest/doctest.h>

#include <array>

#include "forces/drag.hpp"
#include "forces/gravity.hpp"
#include "support/setups.hpp"

using namespace floc;

TEST_CASE("at a loose tolerance a bed at rest takes four fifths of the iterations of accelerated passes, or fewer") {
  std::array<int, 2> iterations{};
  for (std::size_t k = 0; k < 2; ++k) {
    Setup setup = test::grains_in_a_box(3, 500, 0.5, 0, 5, 0.15);
    setup.forces = {gravity({{0, 0, -1}}), drag({.tau = 2, .viscosity = {}, .flow = {}, .implicit = true})};
    setup.h = 0.1;
    setup.tolerance = 1e-3;
    setup.solver = k == 0 ? "stream" : "auto";
    Simulation bed(std::move(setup), 1);
    for (int s = 0; s < 70; ++s) {
      const StepReport report = bed.advance();
      CHECK(report.converged);
      if (s >= 40) iterations[k] += report.iterations;
    }
  }
  CAPTURE(iterations[0]);
  CAPTURE(iterations[1]);
  CHECK(5 * iterations[1] < 4 * iterations[0]);
}

// Impacts that come after a rest, and impacts that follow each other.
#include <doctest/doctest.h>

#include "contact/gluey.hpp"
#include "contact/restitution.hpp"
#include "support/setups.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Gluey discs of radius 0.3 over the floor y = 0, and one that flies to the wall x = 3.
Setup one_rests_one_flies(int at_rest, double gamma_min) {
  Setup setup;
  setup.bodies = empty(2);
  for (int i = 0; i < at_rest; ++i) add(setup.bodies, {{-0.62 * i + 0.5, 0.35, 0}}, {{0.2, -1, 0}}, 0.3);
  add(setup.bodies, {{1, 2, 0}}, {{1, 0, 0}}, 0.3);
  setup.obstacles = Obstacles({obstacle({half_space({}, {{0, 1, 0}}), half_space({{3, 0, 0}}, {{-1, 0, 0}})})});
  setup.law = gluey({.gamma_min = gamma_min});
  setup.h = 0.01;
  return setup;
}

}  // namespace

TEST_CASE("a contact that is held without force takes no resistance from an impact to come") {
  for (const auto& [at_rest, gamma_min] : {std::pair{1, -INFINITY}, {10, -0.15}, {10, -INFINITY}}) {
    CAPTURE(at_rest);
    Simulation s(one_rests_one_flies(at_rest, gamma_min), 1);
    double softest = 0;
    for (int n = 0; n < 600; ++n) {
      const StepReport report = s.advance();
      REQUIRE(report.converged);
      REQUIRE(report.overlap <= 1e-4);
      softest = std::max(softest, report.compliance);
    }
    CHECK(softest < 1e3);  // what stops the disc within a step is a force of 100: 1e-7 would be a tenth of the tolerance
    CHECK(worst_overlap(s.bodies(), {}, s.obstacles()) <= 1e-4 * s.length());
    CHECK(s.bodies().velocity[2 * static_cast<std::size_t>(at_rest)] == doctest::Approx(0).epsilon(1e-6));
  }
}

TEST_CASE("in Newton's cradle impacts that follow each other are not taken for one") {
  for (const int dimension : {1, 2, 3})
    for (const char* solver : {"auto", "ipm", "apgd", "pgs"})
      for (const double h : {1e-4, 2e-5}) {
        CAPTURE(dimension);
        CAPTURE(h);
        Setup setup;
        setup.bodies = empty(dimension);
        add(setup.bodies, {{-2.01, 0, 0}}, {{1, 0, 0}});
        add(setup.bodies, {});
        add(setup.bodies, {{2.001, 0, 0}});
        setup.law = restitution(1);
        setup.solver = solver;
        setup.h = h;
        Simulation s(std::move(setup), 1);
        for (int n = 0; n * h < 0.02; ++n) REQUIRE(s.advance().converged);
        const auto v = [&](std::size_t i) { return s.bodies().v(i)[0]; };
        CHECK(std::abs(v(0)) < 1e-3);
        CHECK(std::abs(v(1)) < 1e-3);
        CHECK(v(2) == doctest::Approx(1).epsilon(1e-3));
      }
}

TEST_CASE("balls that touch share one impact: (−1/3, 2/3, 2/3) is the law of the model") {
  Setup setup;
  setup.bodies = empty(1);
  add(setup.bodies, {{-2.01, 0, 0}}, {{1, 0, 0}});
  add(setup.bodies, {});
  add(setup.bodies, {{2, 0, 0}});
  setup.law = restitution(1);
  setup.h = 1e-3;
  Simulation s(std::move(setup), 1);
  for (int n = 0; n < 20; ++n) REQUIRE(s.advance().converged);
  CHECK(s.bodies().velocity[0] == doctest::Approx(-1.0 / 3).epsilon(1e-3));
  CHECK(s.bodies().velocity[1] == doctest::Approx(2.0 / 3).epsilon(1e-3));
  CHECK(s.bodies().velocity[2] == doctest::Approx(2.0 / 3).epsilon(1e-3));
}

#include "contact/no_contact.hpp"

#include <doctest/doctest.h>

#include "support/setups.hpp"

using namespace floc;

TEST_CASE("without a contact law bodies pass through each other, and each step says how far") {
  for (double speed : {1.0, 300.0}) {  // slow, and so fast that the pair is beyond the usual reach
    Setup setup;
    setup.bodies = test::empty(2);
    test::add(setup.bodies, {{-2, 0, 0}}, {{speed, 0, 0}});
    test::add(setup.bodies, {{2, 0, 0}}, {{-speed, 0, 0}});
    setup.law = no_contact();
    setup.h = 1.25 / speed;
    Simulation simulation(std::move(setup), 1);
    const double expected[]{0.5, 1, 0};  // the centres are at 1.5, −1 and −3.5 of each other
    for (double overlap : expected) {
      const StepReport report = simulation.advance();
      CHECK(report.converged);
      CHECK(report.moved);
      CHECK(report.projections == 0);
      CHECK(report.active == 0);
      CHECK(report.contact_work == 0);
      CHECK(report.overlap == doctest::Approx(overlap));
    }
    CHECK(simulation.bodies().v(0)[0] == speed);
  }
}

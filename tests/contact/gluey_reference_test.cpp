#include "contact/gluey_reference.hpp"

#include <doctest/doctest.h>

#include "support/setups.hpp"

using namespace floc;

TEST_CASE("the reference holds a glued particle to the end of the step in which it lets go") {
  // Pressed on the plane with the impulse 1, pulled with the force 3 in steps of 0.5: the adhesion is spent
  // after 1/3. The gluey law gives the impulse that is left, ½, to the particle; the reference nothing.
  const auto velocity_after_a_step = [](std::shared_ptr<const ContactLaw> law) {
    Setup setup;
    setup.bodies = test::empty(1);
    test::add(setup.bodies, {{1, 0, 0}});
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{1, 0, 0}})})});
    setup.forces = {gravity({{3, 0, 0}})};
    setup.law = std::move(law);
    setup.h = 0.5;
    setup.tolerance = 1e-9;
    Simulation simulation(std::move(setup), 1);
    State state = simulation.state();
    state.contacts.resize(1);
    state.contacts.first = {0};
    state.contacts.second = {-1};
    state.contacts.normal = {1};
    state.contacts.memory = {-1};
    simulation.restore(std::move(state));
    REQUIRE(simulation.advance().converged);
    CHECK(simulation.contacts().memory[0] == 0);
    return simulation.bodies().v(0)[0];
  };
  CHECK(velocity_after_a_step(gluey({})) == doctest::Approx(0.5));
  CHECK(velocity_after_a_step(gluey_reference({})) == doctest::Approx(0));
}

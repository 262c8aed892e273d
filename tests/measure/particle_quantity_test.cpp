#include "measure/particle_quantity.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "core/error.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

// Four discs: 0 and 1 pressed together by 6 over a step of 0.5, 1 glued to 2 across the periodic edge, 3 flies
// alone and comes to a wall; 2 and 3 are close without touching.
struct FourDiscs {
  Bodies bodies = test::empty(2);
  Domain domain;
  std::vector<std::int32_t> first{1, 2, 3, 3}, second{0, 1, 2, -1};
  std::vector<double> gap{0, 0.5, 0.2, 1.5}, normal{1, 0, 1, 0, 0, 1, 0, -1}, impulse{6, 0, 0, 0},
      memory{0, -0.25, 0, 0};

  FourDiscs() {
    domain.period = {12, 0, 0};
    test::add(bodies, {{8, 0, 0}}, {{3, 4, 0}}, 1);
    test::add(bodies, {{11, 0, 0}}, {}, 2);
    test::add(bodies, {{14, 0, 0}}, {}, 1);
    test::add(bodies, {{14, 2.2, 0}}, {{0, 3, 0}}, 1);
    bodies.group = {0, 1, 0, 2};
  }
  ParticleState view() const { return {bodies, domain, {first, second, gap, normal, impulse, memory}, 0.5}; }
  std::vector<double> of(std::string_view name) const { return particle_quantity(quantity_named(name), view()); }
};

}  // namespace

TEST_CASE("groups and speeds are those of the bodies") {
  const FourDiscs s;
  CHECK(s.of("group") == std::vector<double>{0, 1, 0, 2});
  CHECK(s.of("speed") == std::vector<double>{5, 0, 0, 3});
}

TEST_CASE("pressure is the sum of the forces over the surface, and nothing before the first step") {
  const FourDiscs s;
  const double pi = std::numbers::pi;
  const std::vector<double> p = s.of("pressure");
  CHECK(p[0] == doctest::Approx(12 / (2 * pi)));
  CHECK(p[1] == doctest::Approx(12 / (4 * pi)));
  CHECK(p[2] == 0);
  ParticleState before = s.view();
  before.h = 0;
  CHECK(particle_quantity(Quantity::pressure, before) == std::vector<double>(4, 0.0));
}

TEST_CASE("what contacts remember counts for both bodies") {
  FourDiscs s;
  CHECK(s.of("gamma") == std::vector<double>{0, -0.25, -0.25, 0});
  s.memory.clear();  // of a law that never remembers
  CHECK(s.of("gamma") == std::vector<double>(4, 0.0));
}

TEST_CASE("a contact touches by its impulse, its memory or its gap, across periodic edges and at walls") {
  FourDiscs s;
  CHECK(s.of("coordination") == std::vector<double>{1, 2, 1, 1});  // 3 has come to the wall: 1.5 − 0.5·3 = 0
  CHECK(s.of("aggregate") == std::vector<double>{0, 0, 0, 1});
  s.memory[1] = 0;  // no memory, but they touch all the same
  CHECK(s.of("aggregate") == std::vector<double>{0, 0, 0, 1});
  s.bodies.x(2)[0] += 0.1;
  CHECK(s.of("aggregate") == std::vector<double>{0, 0, 1, 2});
  s.bodies.v(3)[1] = 0;
  CHECK(s.of("coordination")[3] == 0);
}

TEST_CASE("spin has a sign in the plane and is a size in space; without rotation it is nothing") {
  FourDiscs s;
  CHECK(s.of("spin") == std::vector<double>(4, 0.0));
  CHECK(s.of("rotational_energy") == std::vector<double>(4, 0.0));
  s.bodies.let_turn();
  s.bodies.spin = {1, -2, 0, 3};
  s.bodies.inertia = {2, 1, 1, 1};
  CHECK(s.of("spin") == s.bodies.spin);
  CHECK(s.of("rotational_energy") == std::vector<double>{1, 2, 0, 4.5});
  Bodies ball = test::empty(3);
  test::add(ball, {});
  ball.let_turn();
  ball.spin = {2, -3, 6};
  CHECK(particle_quantity(Quantity::spin, {ball, s.domain, {}, 0}) == std::vector<double>{7});
}

TEST_CASE("every quantity has a name, and a wrong name is answered with the one that was meant") {
  for (const QuantityInfo& q : quantities()) {
    CHECK(quantity_named(q.name) == q.quantity);
    CHECK(quantity_info(q.quantity).name == q.name);
    CHECK_FALSE(q.help.empty());
  }
  CHECK(quantity_info(Quantity::pressure).unit_in(3) == "Pa");
  try {
    quantity_named("presure");
    FAIL("a wrong name was taken");
  } catch (const Error& e) {
    CHECK(std::string(e.what()) ==
          "there is no quantity \"presure\" of particles; did you mean \"pressure\"? (there are group, speed, "
          "pressure, gamma, aggregate, coordination, spin, rotational_energy)");
  }
}

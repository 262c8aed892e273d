// The penalty against its own energy balance, and against the projection.
#include "forces/repulsion.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "contact/no_contact.hpp"
#include "forces/drag.hpp"
#include "forces/gravity.hpp"
#include "geometry/shapes.hpp"
#include "support/setups.hpp"
#include "support/shapes.hpp"

using namespace floc;

namespace {

// Two unit discs that approach at the relative speed 2v; or one that approaches a plane at speed v.
Simulation approach(bool wall, const RepulsionParameters& p, double v, double h) {
  Setup setup;
  setup.bodies = test::empty(2);
  test::add(setup.bodies, {{0, 1.6, 0}}, {{0, -v, 0}});
  if (wall)
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
  else
    test::add(setup.bodies, {{0, -1.6, 0}}, {{0, v, 0}});
  setup.forces = {repulsion(p)};
  setup.law = no_contact();
  setup.h = h;
  return Simulation(std::move(setup), 1);
}

struct Bounce {
  double energy_error = 0, least_gap = 1, overlap = 0, speed = 0;
};
Bounce bounce(Simulation simulation, bool wall, double end) {
  Bounce b;
  const double before = kinetic_energy(simulation.bodies());
  while (simulation.time() < end) {
    const StepReport report = simulation.advance();
    REQUIRE(report.converged);
    const double gap =
        wall ? simulation.bodies().x(0)[1] - 1 : simulation.bodies().x(0)[1] - simulation.bodies().x(1)[1] - 2;
    b.least_gap = std::min(b.least_gap, gap);
    b.overlap = std::max(b.overlap, report.overlap);
    b.energy_error = std::max(b.energy_error, std::abs(report.kinetic_energy + report.potential_energy - before));
  }
  b.speed = simulation.bodies().v(0)[1];
  return b;
}

// A column of n discs on a plane under gravity with drag, at rest: its worst overlap.
double column(std::shared_ptr<const ContactLaw> law, std::vector<ForcePtr> forces, double h, double tolerance) {
  Setup setup;
  setup.bodies = test::empty(1);
  for (int i = 0; i < 6; ++i) test::add(setup.bodies, {{1 + 2.0 * i, 0, 0}});
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{1, 0, 0}})})});
  setup.forces = std::move(forces);
  setup.forces.push_back(gravity({{-1, 0, 0}}));
  setup.forces.push_back(drag({0.3, {}, {}, true}));
  setup.law = std::move(law);
  setup.h = h;
  setup.tolerance = tolerance;
  Simulation simulation(std::move(setup), 1);
  double overlap = 0;
  while (simulation.time() < 30) overlap = simulation.advance().overlap;
  return overlap;
}

}  // namespace

TEST_CASE("the repulsion gives back what it takes: energy to first order in the step, in the range and in an overlap") {
  const RepulsionParameters p{.range = 0.4, .epsilon = 0.02, .epsilon_contact = 0.01};
  for (const bool wall : {false, true}) {
    CAPTURE(wall);
    // Turned back before contact, where the force is smooth.
    const Bounce coarse = bounce(approach(wall, p, 0.7, 1e-3), wall, 3),
                 fine = bounce(approach(wall, p, 0.7, 5e-4), wall, 3);
    CHECK(coarse.overlap == 0);
    CHECK(coarse.energy_error < 0.02);
    CHECK(std::log2(coarse.energy_error / fine.energy_error) == doctest::Approx(1).epsilon(0.1));
    CHECK(fine.speed == doctest::Approx(0.7).epsilon(1e-3));
    // The deepest point is where the potential equals the energy: ((S + ρ) u³/3 − u⁴/4)/ε, S = 2.
    const double energy = wall ? 0.245 : 0.49, gap = wall ? 2 * fine.least_gap : fine.least_gap, u = 0.4 - gap;
    CHECK((2.4 * u * u * u / 3 - u * u * u * u / 4) / 0.02 == doctest::Approx(energy).epsilon(2e-3));
    // Fast enough to overlap: the potential goes on below contact.
    const Bounce deep = bounce(approach(wall, p, 3, 1e-4), wall, 1);
    CHECK(deep.overlap > 0.05);
    CHECK(deep.speed == doctest::Approx(3).epsilon(1e-2));
  }
}

TEST_CASE("a column rests on its overlaps with the penalty, and within the tolerance with the projection") {
  // The lowest contact carries 6 mg: p_wall = 2 (2|D|)(2 − 2|D|)/ε' = 6 at the plane.
  const auto exact = [](double e) { return (1 - std::sqrt(1 - 4 * 6 * e / 8)) / 2; };
  double last = 0;
  for (const double e : {8e-3, 4e-3, 2e-3}) {
    // the push before contact is too weak for any of the weights: (S + ρ)ρ²/ε < 1
    const RepulsionParameters p{.range = 0.01, .epsilon = 1e-3, .epsilon_contact = e};
    const double overlap = column(no_contact(), {repulsion(p)}, 5e-3, 1e-4);
    const double pair = (2 - std::sqrt(4 - 4 * 5 * e)) / 2;  // 5 mg = D (2 − D)/ε' between the lowest two
    CHECK(overlap == doctest::Approx(std::max(pair, exact(e))).epsilon(1e-3));
    if (last > 0) CHECK(last / overlap == doctest::Approx(2).epsilon(0.03));
    last = overlap;
  }
  CHECK(last > 4e-3);
  CHECK(column(nullptr, {}, 5e-3, 1e-6) < 1.01e-6);
}

TEST_CASE("three ellipses on each other: the repulsion lets them overlap by what their weight asks for, the projection does not") {
  const auto settled = [](bool penalty) {
    Setup setup;
    setup.bodies = test::empty(2);
    for (int k = 0; k < 3; ++k) test::add_shape(setup, make_ellipse(0.5, 0.25), {{0, 0.3 + 0.52 * k, 0}});
    setup.obstacles = Obstacles({test::obstacle({half_space({}, {{0, 1, 0}})})});
    setup.forces = {gravity({{0, -9.81, 0}})};
    if (penalty) {
      setup.law = no_contact();
      setup.forces.push_back(repulsion({.range = 0.02, .epsilon = 1e-4, .epsilon_contact = 1e-3}));
      setup.forces.push_back(drag({.tau = 0.1}));
      setup.h = 1e-3;
    } else {
      setup.h = 5e-3;
    }
    Simulation s(std::move(setup), 1);
    double overlap = 0;
    while (s.time() < 1.5) {
      const StepReport report = s.advance();
      REQUIRE(report.converged);
      if (s.time() > 1.2) overlap = std::max(overlap, report.overlap);
    }
    return std::pair(s.bodies().x(2)[1], overlap);
  };
  const auto [high_penalty, deep_penalty] = settled(true);
  const auto [high, deep] = settled(false);
  MESSAGE("the top at ", high_penalty, " with the repulsion, overlap ", deep_penalty, "; at ", high, ", overlap ", deep,
          " with the projection");
  CHECK(high == doctest::Approx(1.25).epsilon(2e-4));
  CHECK(high_penalty == doctest::Approx(1.25).epsilon(0.03));
  CHECK(deep <= 1e-4);
  // The lowest pair carries two of them: p(D; S) = (S + D)(−D)/ε' with S the balls round them, 1.
  const double weight = 2 * 9.81 * std::numbers::pi * 0.5 * 0.25;
  CHECK(deep_penalty * 0.5 == doctest::Approx(0.5 - std::sqrt(0.25 - 1e-3 * weight)).epsilon(0.02));
}

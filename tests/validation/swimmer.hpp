// A swimmer of three discs of radius 1 in the box [−50, 50] × [−20, 20] of a fluid of density and viscosity 1
// (CONTACT): two arms, 10 long, become 6 long and 10 again one after the other.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "step/medium.hpp"
#include "step/simulation.hpp"

namespace floc::test {

// How far the first stroke brings it; an arm takes the time `leg` to change.
inline double swimmer_stroke(double leg, bool steady, int steps_a_leg) {
  Setup setup;
  FluidSettings fluid;
  fluid.grid.cells = {400, 160, 1};
  fluid.grid.h = 0.25;
  fluid.grid.origin = {{-50, -20, 0}};
  fluid.steady = steady;
  setup.h = leg / steps_a_leg;
  setup.bodies.dimension = 2;
  const double still[2]{};
  for (const double x : {-10.0, 0.0, 10.0}) {
    const double at[]{x, 0};
    setup.bodies.add(at, still, 1, std::numbers::pi, 0);
  }
  setup.bodies.let_turn();
  const auto length = [&](int shrinks) {  // in this leg, and grows two legs later
    return Expression(
        fmt::format("10-4*(max(0,min(1,t/{0:.17g}-{1}))-max(0,min(1,t/{0:.17g}-{2})))", leg, shrinks, shrinks + 2),
        {"t"});
  };
  for (int k = 0; k < 2; ++k) {
    const auto centre = [&](int i) { return embed(setup.bodies.x(static_cast<std::size_t>(i)), 2); };
    JointDrive drive;
    drive.prescribed = length(k);
    setup.joints.push_back(Joint::of(setup.bodies, JointKind::distance, k, k + 1, centre(k), centre(k + 1), {}, drive));
  }
  setup.fluid = std::make_shared<const FluidSettings>(fluid);
  Simulation s(setup, 1);
  for (int k = 0; k < 4 * steps_a_leg; ++k) REQUIRE(s.advance().converged);
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += s.bodies().x(i)[0];
  return sum / 3;
}

}  // namespace floc::test

#include "fluid/wall_forces.hpp"

#include <doctest/doctest.h>

#include "fluid/stokes_scenery.hpp"

using namespace floc;
using floc::testing::stokes_box;
using floc::testing::StokesCase;

TEST_CASE("between plates one of which moves the stress is that of Couette, in the plane and in space") {
  for (const int d : {2, 3}) {
    Executor executor(1);
    FlowSettings s = stokes_box({16, 16, d == 3 ? 8 : 1}, d, 1.0 / 16, {false, true, false});
    s.viscosity = 2;
    Expressions moving{Expression("y", place_and_time()), Expression("0", place_and_time())};
    if (d == 3) moving.emplace_back("0.5", place_and_time());
    s.grid.faces[1][1].velocity = moving;
    StokesCase plates(s, {}, {}, executor);
    plates.solve(executor);
    const double area = d == 3 ? 0.5 : 1;
    CHECK(plates.stokes.wall_force(1, 0)[0] == doctest::Approx(2 * area));
    CHECK(plates.stokes.wall_force(1, 1)[0] == doctest::Approx(-2 * area));
    if (d == 3) CHECK(plates.stokes.wall_force(1, 0)[2] == doctest::Approx(area));
    CHECK(plates.report.iterations <= 2);
    FlowState state = plates.flow.at_rest();
    plates.stokes.flow(plates.markers, state.velocity, state.pressure, executor);
    plates.flow.fill(state, 0, executor);
    CHECK(plates.flow.velocity(state, {{0.3, 0.25, 0.2}})[0] == doctest::Approx(0.25));
  }
}

TEST_CASE("Poiseuille's flow from a given mean, and from a given pressure gradient") {
  Executor executor(1);
  FlowSettings s = stokes_box({8, 32, 1}, 2, 1.0 / 32, {false, true, false});
  {
    StokesCase mean(s, {.mean_velocity = Vec3{{1, 0, 0}}}, {}, executor);
    mean.solve(executor);
    CHECK(mean.stokes.wall_force(1, 0)[0] == doctest::Approx(6 * 0.25).epsilon(0.01));
  }
  s.force = {Expression("12", place_and_time()), Expression("0", place_and_time())};
  StokesCase pushed(s, {.drive = {{12, 0, 0}}}, {}, executor);
  pushed.solve(executor);
  CHECK(pushed.stokes.uniform()[0] == doctest::Approx(1).epsilon(0.01));
  CHECK(pushed.stokes.wall_force(1, 0)[0] == doctest::Approx(1.5));
}

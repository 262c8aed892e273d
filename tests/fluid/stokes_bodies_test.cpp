#include "fluid/stokes_bodies.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "fluid/stokes_scenery.hpp"

using namespace floc;
using floc::testing::stokes_box;
using floc::testing::StokesCase;

TEST_CASE("a free disc goes as fast as the force on it that a held one feels, whatever its place on the grid") {
  Executor executor(2);
  const double h = 1.0 / 64;
  for (const double shift : {0.0, 0.37}) {
    const Vec3 centre{{0.5 + shift * h, 0.5 + 0.2 * h, 0}};
    StokesCase held(stokes_box({64, 64, 1}, 2, h, {}), {.mean_velocity = Vec3{}}, {{centre, 0.2}}, executor);
    held.motion[0].velocity[0] = 1;
    held.solve(executor);
    StokesCase free(stokes_box({64, 64, 1}, 2, h, {}), {.mean_velocity = Vec3{}}, {{centre, 0.2}}, executor);
    free.free[0] = 1;
    free.force[0].velocity = held.drag(0).velocity;
    free.solve(executor);
    CHECK(free.motion[0].velocity[0] == doctest::Approx(1).epsilon(1e-4));
    CHECK(std::abs(free.motion[0].velocity[1]) < 1e-3);
    CHECK(free.report.iterations < 20);
    CHECK(free.drag(0).velocity[0] == doctest::Approx(free.force[0].velocity[0]).epsilon(1e-9));
    CHECK(std::abs(free.drag(0).spin[2]) < 1e-9 * free.force[0].velocity[0]);
  }
}

TEST_CASE("two discs on one rod: their forces are shared, and the rod keeps its length") {
  Executor executor(1);
  StokesCase two(stokes_box({64, 32, 1}, 2, 1.0 / 32, {false, true, false}), {},
                 {{{{0.7, 0.5, 0}}, 0.15}, {{{1.2, 0.4, 0}}, 0.15}}, executor);
  two.free = {1, 1};
  two.force[0].velocity = {{2, 0, 0}};
  const Vec3 rod = {{1, 0, 0}};
  two.solve(executor, {{1, 0, rod, {}, {}, 0.1}});
  CHECK(two.motion[1].velocity[0] - two.motion[0].velocity[0] == doctest::Approx(0.1).epsilon(1e-6));
  const double on_rod = two.stokes.link_forces()[0];
  CHECK(two.drag(1).velocity[0] == doctest::Approx(on_rod).epsilon(1e-6));
  CHECK(two.drag(0).velocity[0] == doctest::Approx(2 - on_rod).epsilon(1e-6));
  // Walls take what the bodies give.
  const double walls = two.stokes.wall_force(1, 0)[0] + two.stokes.wall_force(1, 1)[0];
  CHECK(walls == doctest::Approx(2).epsilon(1e-5));
}

TEST_CASE("where there are too few iterations, or numbers that are not finite, steady Stokes flow says so") {
  Executor executor(1);
  for (const int most : {3, 2000}) {
    StokesCase one(stokes_box({32, 32, 1}, 2, 1.0 / 32, {true, true, false}), {.most_iterations = most},
                   {{{{0.4, 0.5, 0}}, 0.2}}, executor);
    one.free[0] = 1;
    one.force[0].velocity[0] = 1;
    one.solve(executor);
    CHECK(one.report.converged == (most == 2000));
    CHECK(one.report.iterations <= most);
    one.force[0].velocity[0] = NAN;
    one.solve(executor);
    CHECK(!one.report.converged);
    CHECK(!std::isfinite(one.report.residual));
  }
}

TEST_CASE("walls that touch everywhere and discs a cell apart: few iterations") {
  Executor executor(1);
  const double h = 1.0 / 48;
  StokesCase box(stokes_box({48, 48, 1}, 2, h, {true, true, false}), {},
                 {{{{0.3, 0.3, 0}}, 0.15}, {{{0.3, 0.6 + h, 0}}, 0.15}, {{{0.6 + h, 0.3, 0}}, 0.15}}, executor);
  box.free = {1, 1, 1};
  for (RigidMotion& f : box.force) f.velocity = {{0.3, -1, 0}};
  box.solve(executor);
  CHECK(box.report.iterations < 60);
  CHECK(box.report.residual < 1e-6);
}

TEST_CASE("a flow that a wall lets in goes through, and what comes in goes out") {
  Executor executor(1);
  FlowSettings s = stokes_box({64, 16, 1}, 2, 1.0 / 16, {true, true, false});
  for (FluidFace& face : s.grid.faces[0])
    face.velocity = {Expression("6*y*(1-y)", place_and_time()), Expression("0", place_and_time())};
  for (const bool open : {false, true}) {
    if (open) s.grid.faces[0][1] = {FaceKind::open, {}};
    StokesCase channel(s, {}, {}, executor);
    channel.solve(executor);
    FlowState state = channel.flow.at_rest();
    channel.stokes.flow(channel.markers, state.velocity, state.pressure, executor);
    channel.flow.fill(state, 0, executor);
    for (const double x : {0.5, 2.0, 3.5})
      CHECK(channel.flow.velocity(state, {{x, 0.5, 0}})[0] == doctest::Approx(1.5).epsilon(0.01));
    const auto p = [&](int i) { return state.pressure[channel.flow.layout().at(i, 8, 0)]; };
    CHECK((p(40) - p(24)) == doctest::Approx(-12).epsilon(0.02));
  }
}

TEST_CASE("steady Stokes flow has the same bits on any number of threads") {
  std::vector<RigidMotion> first;
  for (const int threads : {1, 2, 3}) {
    Executor executor(threads);
    StokesCase box(stokes_box({32, 32, 32}, 3, 1.0 / 32, {true, false, true}), {},
                   {{{{0.3, 0.3, 0.4}}, 0.15}, {{{0.6, 0.9, 0.5}}, 0.15}}, executor);
    box.free = {1, 1};
    box.force[0].velocity = {{0.3, -1, 0}};
    box.solve(executor);
    if (threads == 1) first = box.motion;
    for (std::size_t b = 0; b < 2; ++b) {
      CHECK(box.motion[b].velocity == first[b].velocity);
      CHECK(box.motion[b].spin == first[b].spin);
    }
  }
}

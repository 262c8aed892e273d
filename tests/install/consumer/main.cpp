// What a project that uses the installed library may look like: two bodies, and a sum over them on
// two threads; a box that falls on a floor, and a disc in a fluid. Touching an expression, and the fluid, also links
// libraries that floc stands on.
#include <cmath>
#include <memory>
#include <string_view>

#include <floc/floc.hpp>

// Where a box of height 1 is that has fallen for a second, onto a floor half a metre below it.
double height_of_fallen_box() {
  floc::Setup setup;
  setup.bodies.dimension = 3;
  floc::Pose pose;
  pose.position = {{0, 0, 1}};
  floc::add_body(setup, {floc::make_box({{1, 1, 1}}), pose});
  setup.obstacles = floc::Obstacles({{.name = "", .colour = "", .motion = floc::at_rest(),
                                      .surfaces = {floc::half_space({}, {{0, 0, 1}})}}});
  setup.forces = {floc::gravity({{0, 0, -9.81}})};
  setup.friction = std::make_shared<floc::Friction>(0.5);
  setup.h = 1e-2;
  floc::Simulation simulation(std::move(setup), 1);
  while (simulation.time() < 1)
    if (!simulation.advance().converged) return 0;
  return simulation.bodies().position[2];
}

// How fast a disc as dense as the fluid round it moves: not at all.
double speed_of_neutral_disc() {
  auto fluid = std::make_shared<floc::FluidSettings>();
  fluid->grid.cells = {32, 32, 1};
  fluid->grid.h = 1.0 / 16;
  fluid->viscosity = 0.1;
  fluid->gravity = {{0, -9.81, 0}};
  floc::Setup setup;
  setup.bodies.dimension = 2;
  floc::Pose pose;
  pose.position = {{1, 1, 0}};
  floc::add_body(setup, {floc::make_sphere(0.25, 2), pose});
  setup.fluid = fluid;
  setup.forces = {floc::gravity(fluid->gravity)};
  setup.h = 1e-2;
  floc::Simulation simulation(std::move(setup), 1);
  if (!simulation.advance().converged) return 1;
  return std::hypot(simulation.bodies().velocity[0], simulation.bodies().velocity[1]);
}

int main(int count, char** arguments) {
  floc::Bodies bodies;
  const double x[] = {0, 0, 0}, y[] = {3, 0, 0}, v[] = {1, 2, 2};
  bodies.add(x, v, 1.0, 2.0, 0);
  bodies.add(y, v, 1.0, 4.0, 0);

  floc::Executor executor(2);
  const double mass = executor.reduce(
      bodies.size(), 0.0, [&](std::size_t begin, std::size_t) { return bodies.mass[begin]; },
      [](double a, double b) { return a + b; }, 1);
  floc::Expression::Evaluator energy(floc::Expression("m * 9 / 2", {"m"}));

  const bool same_version = count == 2 && floc::version() == std::string_view(arguments[1]);
  if (std::abs(height_of_fallen_box() - 0.5) > 1e-4 || speed_of_neutral_disc() > 1e-12) return 2;
  return same_version && std::abs(energy(&mass) - floc::kinetic_energy(bodies)) < 1e-12 ? 0 : 1;
}

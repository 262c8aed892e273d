// Bodies of any shape in a fluid, on coarse grids; finer ones in fluid_bodies_long_test.cpp.
#include <doctest/doctest.h>

#include "support/off.hpp"
#include "validation/cylinder.hpp"
#include "validation/fluid_cases.hpp"
#include "validation/stokes_cases.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a falling disc eight cells across has the terminal speed of the literature within 2 %") {
  const Course c = falling_disc(1.25, 0.1, 8, 1e-3, 0.42);
  CHECK(c.converged);
  CHECK(c.divergence < 1e-11);
  CHECK(std::abs(c.fastest - 5.591) < 0.02 * 5.591);
}

TEST_CASE("bodies of any shape as dense as the fluid stay exactly where they are, turned or not") {
  struct Case {
    int dimension;
    ShapePtr shape;
    double angle;
  };
  for (const Case& c : {Case{2, make_ellipse(0.3, 0.2), 0.3}, Case{2, make_rectangle(0.5, 0.4), 0.2},
                        Case{3, make_sphere(0.25, 3), 0}, Case{3, make_ellipsoid({{0.3, 0.2, 0.25}}), 0}}) {
    Tank tank(c.dimension, {{1, 1, 1}}, 1.0 / 32);
    tank.fluid.viscosity = 0.1;
    tank.pull({{0, -9.81, 0}});
    tank.add(c.shape, {{0.5, 0.5, 0.5}}, 1, c.angle);
    tank.setup.h = 0.005;
    Simulation s = tank.simulation();
    for (int k = 0; k < 5; ++k) s.advance();
    for (const double v : s.bodies().velocity) CHECK(v == 0);
    for (const double w : s.bodies().spin) CHECK(w == 0);
    CHECK(s.bodies().x(0)[1] == 0.5);
  }
}

TEST_CASE("discs and spheres settle to the bottom, a gap above it") {
  for (const int dimension : {2, 3}) {
    Tank tank(dimension, dimension == 2 ? Vec3{{1, 1.25, 0}} : Vec3{{0.5, 0.75, 0.5}}, 1.0 / 32);
    tank.fluid.viscosity = 0.1;
    tank.pull({{0, -9.81, 0}});
    const Vec3 start = dimension == 2 ? Vec3{{0.5, 0.4, 0}} : Vec3{{0.25, 0.25, 0.25}};
    tank.add(make_sphere(0.125, dimension), start, 4);
    tank.setup.h = 0.01;
    Simulation s = tank.simulation();
    Course c;
    for (int k = 0; k < (dimension == 2 ? 120 : 60); ++k) c.take(s.advance());
    CHECK(c.converged);
    CHECK(c.overlap < 2e-4);
    CHECK(c.divergence < 1e-11);
    CHECK(s.bodies().radius[0] == 0.125);
    CHECK(off(s.bodies().x(0)[1], 0.125 + 1.0 / 32) < 1e-3);
    CHECK(std::abs(s.bodies().x(0)[0] - start[0]) < 1e-3);
  }
}

TEST_CASE("a turned ellipse rights itself, does not leave the gap, and momentum is what the fluid gives") {
  Tank tank(2, {{1, 1.5, 0}}, 1.0 / 32);
  tank.fluid.viscosity = 0.1;
  tank.pull({{0, -9.81, 0}});
  tank.add(make_ellipse(0.25, 0.125), {{0.5, 0.9, 0}}, 2, 0.785);
  tank.setup.h = 0.005;
  Simulation s = tank.simulation();
  Course c;
  for (int k = 0; k < 1200; ++k) c.take(s.advance());
  CHECK(c.converged);
  CHECK(c.overlap < 2e-4);
  CHECK(std::abs(std::remainder(s.bodies().orientation[0], std::numbers::pi)) < 0.05);  // flat on the bottom
  CHECK(off(s.bodies().x(0)[1], 0.125 + 1.0 / 32) < 0.01);
}

TEST_CASE("two shapes that settle on each other keep the gap") {
  Tank tank(2, {{1, 1, 0}}, 1.0 / 48);
  tank.fluid.viscosity = 0.05;
  tank.pull({{0, -9.81, 0}});
  tank.add(make_rectangle(0.3, 0.2), {{0.45, 0.2, 0}}, 3, 0.3);
  tank.add(make_capsule(0.2, 0.1, 2), {{0.55, 0.6, 0}}, 3, 0.4);
  tank.setup.h = 0.004;
  Simulation s = tank.simulation();
  Course c;
  bool met = false;
  for (int k = 0; k < 300; ++k) {
    const StepReport r = s.advance();
    c.take(r);
    met = met || r.active > 0;
  }
  CHECK(met);
  CHECK(c.converged);
  CHECK(c.overlap < 2e-4);
}

TEST_CASE("a disc that is pulled to a wall comes to the speed of steady flow with the film below the grid") {
  Executor executor(1);
  const double gap = 0.5;
  CHECK(off(squeeze(16, gap, 12, 800) * resistance_to_wall(2, 16, gap / 8, 12, 9, 0, executor), 1) < 0.03);
}

TEST_CASE(
    "the steady flow past a cylinder, 20 cells across, has the drag of the DFG within 0.2 %, the lift within 5 %") {
  const CylinderForces c = cylinder(20, 0.2, 8e-3, 5, 1);
  CHECK(off(c.drag, 5.57953523384) < 0.002);
  CHECK(off(c.lift, 0.010618948146) < 0.05);
  CHECK(c.divergence < 1e-12);
}

// Bodies in a fluid on the grids that the figures of docs/theory/fluid.md are from.
#include <doctest/doctest.h>

#include "validation/cylinder.hpp"
#include "validation/fluid_cases.hpp"
#include "validation/swimmer.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a falling disc of density 1.25, 16 cells across, has the speed of the literature within 1.5 %") {
  const Course c = falling_disc(1.25, 0.1, 16, 5e-4, 0.5);
  CHECK(c.converged);
  CHECK(std::abs(c.fastest - 5.591) < 0.015 * 5.591);
}

// Straight down, nothing breaks the symmetry of the wake before the bottom, and it gets to 538: meshes of triangles do.
TEST_CASE("a falling disc of density 1.5 in a thin fluid, let go to the side, has a Reynolds number of 466 to 503") {
  const Course c = falling_disc(1.5, 0.01, 64, 1e-4, 0.3, 3);
  CHECK(c.converged);
  const double reynolds = 1.5 * c.fastest * 0.25 / 0.01;
  CHECK(reynolds > 466);
  CHECK(reynolds < 503);
}

TEST_CASE("two discs draft, kiss and tumble") {
  const Tumbling t = tumbling(48, 15);
  CHECK(t.course.converged);
  CHECK(t.course.overlap < 2e-4);
  CHECK(t.course.divergence < 1e-11);
  CHECK(std::abs(t.contact / 9.6 - 1) < 0.05);
  CHECK(std::abs(t.overtaking / 14.4 - 1) < 0.15);  // what programs differ by
  CHECK(std::abs(t.trailing / 1.54 - 1) < 0.15);
  CHECK(std::abs(t.leading / 1.505 - 1) < 0.15);
}

TEST_CASE("an ellipse turns in a shear with the period of Jeffery within 4 %, between walls five lengths apart") {
  CHECK(2 * half_turn_in_shear(2, 12, 0.02, 0.01) == doctest::Approx(15.708).epsilon(0.04));
}

TEST_CASE("a hundred discs settle without an overlap, and divergence stays at rounding") {
  Tank tank(2, {{2, 2, 0}}, 0.01);
  tank.fluid.viscosity = 0.02;
  tank.pull({{0, -98.1, 0}});
  const ShapePtr disc = make_sphere(0.06, 2);
  for (int k = 0; k < 100; ++k)
    tank.add(disc, {{0.14 + 0.19 * (k % 10) + 0.01 * (k / 10 % 2), 0.2 + 0.19 * (k / 10), 0}}, 1.5);
  tank.setup.h = 1e-3;
  Simulation s = tank.simulation(2);
  Course c;
  for (int k = 0; k < 4000; ++k) c.take(s.advance());
  CHECK(c.converged);
  CHECK(c.overlap < 2e-4);
  CHECK(c.divergence < 1e-11);
}

TEST_CASE("an ellipse that starts at 45 degrees ends flat and in the middle of its channel") {
  Tank tank(2, {{0.4, 2.8, 0}}, 0.005);
  tank.fluid.viscosity = 0.01;
  tank.pull({{0, -981, 0}});
  tank.add(make_ellipse(0.05, 0.025), {{0.2, 2.4, 0}}, 1.1, std::numbers::pi / 4);
  tank.setup.h = 1e-3;
  Simulation s = tank.simulation();
  Course c;
  while (s.bodies().x(0)[1] > 0.3 && c.converged) c.take(s.advance());
  CHECK(c.converged);
  CHECK(std::abs(std::remainder(s.bodies().orientation[0], std::numbers::pi)) < 0.05);
  CHECK(std::abs(s.bodies().x(0)[0] - 0.2) < 0.02);
}

TEST_CASE("spheres settle as ten Cate's did, 24 cells across: largest speeds within 2 %, within 6 % in the most viscous oil") {
  struct Oil {
    double density, viscosity, step, end, fastest;  // g/cm³, g/cm s, s, s, cm/s
  };
  for (const Oil& oil : {Oil{0.970, 3.73, 6e-3, 1.2, 3.599}, Oil{0.965, 2.12, 4e-3, 1.1, 5.718},
                         Oil{0.962, 1.13, 3e-3, 1, 8.727}, Oil{0.960, 0.58, 2e-3, 0.9, 12.224}}) {
    CAPTURE(oil.viscosity);
    const Course c = settling_sphere(oil.density, oil.viscosity, 24, oil.step, oil.end);
    CHECK(c.converged);
    CHECK(std::abs(c.fastest / oil.fastest - 1) < (oil.viscosity > 3 ? 0.06 : 0.02));
    MESSAGE("largest speed ", c.fastest, " for ", oil.fastest);
  }
}

TEST_CASE("vortices behind a cylinder, 40 cells across, have the drag and the frequency of the DFG") {
  const CylinderForces c = cylinder(40, 1, 6.25e-4, 5, 2);
  CHECK(c.most_drag == doctest::Approx(3.227393).epsilon(0.02));
  CHECK(c.strouhal == doctest::Approx(0.301841).epsilon(0.01));
  CHECK(c.divergence < 1e-12);
}

TEST_CASE(
    "a swimmer of three discs goes .29 R in a stroke without inertia, .26 R with it when arms are as fast as 1/2") {
  CHECK(swimmer_stroke(1, true, 16) == doctest::Approx(0.29).epsilon(0.02));
  CHECK(swimmer_stroke(8, false, 128) == doctest::Approx(0.26).epsilon(0.1));
}

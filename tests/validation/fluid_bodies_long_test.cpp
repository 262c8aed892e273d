// Bodies in a fluid on the grids that the figures of docs/theory/fluid.md are from.
#include <doctest/doctest.h>

#include "support/off.hpp"
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
  CHECK(off(2 * half_turn_in_shear(2, 12, 0.02, 0.01), 15.708) < 0.04);
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

namespace {

// An ellipse 2 : 1 that falls in a channel of 0.4, from 45 degrees, at the end of the run.
struct Landed {
  double angle, aside, height;  // from flat; from the middle of the channel; of its middle over the bottom
  Course course;
};
Landed landed(double half_length, double step, double end) {
  Tank tank(2, {{0.4, 2.8, 0}}, 0.005);
  tank.fluid.viscosity = 0.01;
  tank.pull({{0, -981, 0}});
  tank.add(make_ellipse(half_length, 0.5 * half_length), {{0.2, 2.4, 0}}, 1.1, std::numbers::pi / 4);
  tank.setup.h = step;
  Simulation s = tank.simulation();
  Course c;
  while (s.time() < end && c.converged) c.take(s.advance());
  const Bodies& b = s.bodies();
  return {std::abs(std::remainder(b.orientation[0], std::numbers::pi)), std::abs(b.x(0)[0] - 0.2), b.x(0)[1], c};
}

}  // namespace

TEST_CASE("an ellipse that starts at 45 degrees ends flat on the bottom, and in the middle where it falls steadily") {
  // Semi-axes of an eighth and of a quarter of the channel; the larger one swings from wall to wall all the way down,
  // and lies where that leaves it.
  const Landed small = landed(0.05, 1e-3, 2.5), large = landed(0.1, 5e-4, 2.5);
  for (const Landed& one : {small, large}) {
    CHECK(one.course.converged);
    CHECK(one.course.overlap < 2e-4);
    CHECK(one.course.divergence < 1e-11);
    CHECK(one.angle < 0.02);
  }
  CHECK(off(small.height, 0.025 + 0.005) < 1e-3);
  CHECK(off(large.height, 0.05 + 0.005) < 1e-3);
  CHECK(small.aside < 0.005);
}

TEST_CASE(
    "spheres settle as ten Cate's did, 24 cells across: largest speeds within 2 %, within 6 % in the most viscous "
    "oil") {
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

TEST_CASE(
    "the steady flow past a cylinder, 40 cells across, has the drag of the DFG within 0.5 %, the lift within 1 %") {
  const CylinderForces c = cylinder(40, 0.2, 4e-3, 6, 1);
  CHECK(off(c.drag, 5.57953523384) < 0.005);
  CHECK(off(c.lift, 0.010618948146) < 0.01);
  CHECK(c.divergence < 1e-12);
}

TEST_CASE("vortices behind a cylinder, 40 cells across, have the drag and the frequency of the DFG") {
  const CylinderForces c = cylinder(40, 1, 6.25e-4, 5, 2);
  CHECK(off(c.most_drag, 3.227393) < 0.02);
  CHECK(off(c.strouhal, 0.301841) < 0.01);
  CHECK(c.divergence < 1e-12);
}

TEST_CASE(
    "a swimmer of three discs goes .29 R in a stroke without inertia, .26 R with it when arms are as fast as 1/2") {
  CHECK(off(swimmer_stroke(1, true, 16), 0.29) < 0.02);
  CHECK(off(swimmer_stroke(8, false, 128), 0.26) < 0.1);
}

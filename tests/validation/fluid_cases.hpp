// Bodies in a fluid for which there are figures in the literature.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "fluid/immersed_shape.hpp"
#include "forces/gravity.hpp"
#include "geometry/motions.hpp"
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"
#include "step/medium.hpp"
#include "step/simulation.hpp"

namespace floc::test {

// A box of fluid from 0 on, with walls that bodies meet, and bodies in it.
struct Tank {
  Setup setup;
  FluidSettings fluid;

  Tank(int dimension, const Vec3& size, double cell) {
    setup.bodies.dimension = dimension;
    setup.bodies.turning = true;
    fluid.grid.dimension = dimension;
    fluid.grid.h = cell;
    for (int k = 0; k < dimension; ++k)
      fluid.grid.cells[static_cast<std::size_t>(k)] = static_cast<int>(std::lround(size[k] / cell));
    fluid.gap = cell;
    setup.law = nullptr;
  }
  // Of this density, at rest; turned by an angle in the plane.
  void add(const ShapePtr& shape, const Vec3& x, double density, double angle = 0) {
    Bodies& b = setup.bodies;
    const MassProperties own = shape->mass_properties();
    const double still[3]{}, mass = density * own.volume;
    const bool round = shape->kind() == ShapeKind::sphere;
    if (!round && !b.shaped) b.shaped = true;
    b.add(x.c.data(), still, shape->bounding_radius(), mass, 0);
    const std::size_t i = b.size() - 1, wide = b.spin_width();
    for (std::size_t k = 0; k < wide; ++k)
      b.inertia[i * wide + k] = density * own.inertia[wide == 3 ? k : 2].c[wide == 3 ? k : 2];
    if (b.dimension == 2) b.orientation[i] = angle;
    if (b.shaped) {
      b.shape.resize(i);
      b.shape.push_back(static_cast<std::int32_t>(setup.shapes.size()));
      setup.shapes.push_back(shape);
    }
  }
  void pull(const Vec3& g) {
    setup.forces = {gravity(g)};
    fluid.gravity = g;
  }
  Simulation simulation(int threads = 1) {
    std::vector<Obstacle> all = setup.obstacles.list();
    const FluidGrid& grid = fluid.grid;
    for (int k = 0; k < grid.dimension; ++k)
      for (int side = 0; side < 2 && !grid.periodic(k); ++side) {
        Vec3 point, normal;
        if (side) point[k] = grid.n(k) * grid.h;
        normal[k] = side ? -1 : 1;
        all.push_back({"side", "", at_rest(), {half_space(point, normal)}});
      }
    for (int k = 0; k < grid.dimension; ++k)
      if (grid.periodic(k)) setup.domain.period[static_cast<std::size_t>(k)] = grid.n(k) * grid.h;
    setup.obstacles = Obstacles(std::move(all), setup.domain);
    setup.fluid = std::make_shared<const FluidSettings>(fluid);
    return Simulation(setup, threads);
  }
};

// What a run has been through.
struct Course {
  double fastest = 0, overlap = 0, divergence = 0;
  bool converged = true;
  void take(const StepReport& r) {
    fastest = std::max(fastest, r.largest_speed);
    overlap = std::max(overlap, r.overlap);
    divergence = std::max(divergence, r.fluid ? r.fluid->divergence : 0);
    converged = converged && r.converged;
  }
};

// A disc of 0.25 in a box of 2 × 6, released at (1, 4) (Glowinski et al.), with a speed to the side: its course until
// `end`.
inline Course falling_disc(double density, double viscosity, int cells_across, double step, double end,
                           double sideways = 0) {
  Tank tank(2, {{2, 6, 0}}, 0.25 / cells_across);
  tank.fluid.viscosity = viscosity;
  tank.pull({{0, -981, 0}});
  tank.add(make_sphere(0.125, 2), {{1, 4, 0}}, density);
  tank.setup.bodies.velocity[0] = sideways;
  tank.setup.h = step;
  Simulation s = tank.simulation();
  Course course;
  while (s.time() < end && course.converged) course.take(s.advance());
  return course;
}

// Drafting, kissing, tumbling: two discs of 0.25, d/125 off each other, 4 and 6 diameters below the top of a box of 2
// × 6. When they are a cell apart and when the trailing one passes the leading one, and the largest speeds, in d and
// u_ref = √(πd/2 (ρ − 1) g).
struct Tumbling {
  double contact = 0, overtaking = 0, trailing = 0, leading = 0;
  Course course;
};
inline Tumbling tumbling(int cells_across, double end) {
  constexpr double d = 0.25, rho = 1.5, g = 981;
  const double u = std::sqrt(std::numbers::pi * d / 2 * (rho - 1) * g), cell = d / cells_across;
  Tank tank(2, {{2, 6, 0}}, cell);
  tank.fluid.viscosity = 0.01;
  tank.pull({{0, -g, 0}});
  tank.add(make_sphere(0.5 * d, 2), {{1 - d / 250, 6 - 4 * d, 0}}, rho);
  tank.add(make_sphere(0.5 * d, 2), {{1 + d / 250, 6 - 6 * d, 0}}, rho);
  tank.setup.h = 0.2 * cell / (1.6 * u);
  Simulation s = tank.simulation();
  Tumbling t;
  while (s.time() * u / d < end && t.course.converged) {
    t.course.take(s.advance());
    const Bodies& b = s.bodies();
    const double now = s.time() * u / d, apart = std::hypot(b.x(0)[0] - b.x(1)[0], b.x(0)[1] - b.x(1)[1]);
    if (t.contact == 0 && apart < d + 1.05 * cell) t.contact = now;
    if (t.overtaking == 0 && b.x(0)[1] < b.x(1)[1]) t.overtaking = now;
    if (t.overtaking == 0) {
      t.trailing = std::max(t.trailing, std::hypot(b.v(0)[0], b.v(0)[1]) / u);
      t.leading = std::max(t.leading, std::hypot(b.v(1)[0], b.v(1)[1]) / u);
    }
  }
  return t;
}

// A sphere of 15 mm in silicone oil (ten Cate et al. 2002), in units of cm and g.
inline Course settling_sphere(double fluid_density, double viscosity, int cells_across, double step, double end) {
  Tank tank(3, {{10, 16, 10}}, 1.5 / cells_across);
  for (int k = 0; k < 3; ++k)  // whole cells
    tank.fluid.grid.cells[static_cast<std::size_t>(k)] =
        static_cast<int>(std::lround((k == 1 ? 16 : 10) / tank.fluid.grid.h));
  tank.fluid.density = fluid_density;
  tank.fluid.viscosity = viscosity;
  tank.pull({{0, -981, 0}});
  tank.add(make_sphere(0.75, 3), {{5, 12.75, 5}}, 1.12);
  tank.setup.h = step;
  Simulation s = tank.simulation(2);
  Course course;
  while (s.time() < end && course.converged) course.take(s.advance());
  return course;
}

// The time of half a turn of an ellipse with semi-axes a : 1 in a shear between walls, times the rate of shear.
inline double half_turn_in_shear(double aspect, int cells_across, double reynolds, double step) {
  const double minor = 0.5, major = aspect * minor, cell = 2 * minor / cells_across;
  const double side = 10 * major;
  Tank tank(2, {{side, side, 0}}, cell);
  tank.fluid.viscosity = minor * minor / reynolds;  // the rate of shear is 1
  tank.fluid.advection = reynolds > 0.05;
  for (FluidFace& face : tank.fluid.grid.faces[0]) face.kind = FaceKind::periodic;
  for (int side_of = 0; side_of < 2; ++side_of) {
    const char* const speed = side_of ? "u" : "-u";
    std::string text = std::to_string(0.5 * side);
    if (speed[0] == '-') text = "-" + text;
    tank.fluid.grid.faces[1][static_cast<std::size_t>(side_of)].velocity = {Expression(text, place_and_time()),
                                                                            Expression("0", place_and_time())};
  }
  tank.add(make_ellipse(major, minor), {{0.5 * side, 0.5 * side, 0}}, 1);
  tank.setup.h = step;
  Simulation s = tank.simulation();
  State begun = s.state();  // in the flow without it
  for (int j = -1; j <= tank.fluid.grid.n(1) + 1; ++j)
    for (int i = -1; i <= tank.fluid.grid.n(0) + 1; ++i)
      begun.flow.velocity[0][s.flow()->layout().at(i, j, 0)] = (j + 0.5) * cell - 0.5 * side;
  begun.bodies.spin[0] = -0.5;
  s.restore(begun);
  // From the second crossing of the vertical to the third.
  double begin = 0;
  int crossings = 0;
  for (int k = 0; k < 1000000; ++k) {
    const double before = s.bodies().orientation[0];
    const StepReport r = s.advance();
    if (!r.converged) return NAN;
    const double after = s.bodies().orientation[0], pi = std::numbers::pi;
    const double quarter = -pi / 2 - pi * crossings;
    if (before > quarter && after <= quarter) {
      const double at = s.time() - tank.setup.h * (quarter - after) / (before - after);
      if (crossings == 1) return at - begin;
      begin = at;
      ++crossings;
    }
  }
  return NAN;
}

// The speed of a disc of radius 1 that is pulled towards a wall through a viscous fluid, with its inertia; the gap is
// in cells.
inline double squeeze(int cells_across, double gap, double side, int steps) {
  const double cell = 2.0 / cells_across, pull = 1e-6;
  Tank tank(2, {{side, 0.75 * side, 0}}, cell);
  tank.fluid.advection = false;
  tank.fluid.gap = 0;
  tank.fluid.lubrication = true;
  tank.pull({{0, -pull, 0}});
  tank.add(make_sphere(1, 2), {{0.5 * side, 1 + gap * cell, 0}}, 2);
  tank.setup.h = 8 * cell * cell;  // ν = 1
  Simulation s = tank.simulation();
  for (int k = 0; k < steps; ++k)
    if (!s.advance().converged) return NAN;
  return -s.bodies().v(0)[1] / (std::numbers::pi * pull);
}

}  // namespace floc::test

// Bodies in steady Stokes flow for which there are figures in the literature.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "fluid/lubrication.hpp"
#include "fluid/stokes_scenery.hpp"
#include "geometry/shapes.hpp"

namespace floc::test {

using testing::RoundBody;
using testing::stokes_box;
using testing::StokesCase;

inline constexpr double circle = std::numbers::pi;

// F/μU on a disc of a square array, U the mean velocity of all.
struct Drag {
  double drag;
  int iterations;
};
inline Drag disc_array(double fraction, int cells, Executor& executor) {
  StokesCase array(stokes_box({cells, cells, 1}, 2, 1.0 / cells, {}), {.mean_velocity = Vec3{{1, 0, 0}}},
                   {{{{0.502, 0.505, 0}}, std::sqrt(fraction / circle)}}, executor);
  array.solve(executor);
  return {-array.drag(0).velocity[0], array.report.iterations};
}

// F/6πμaU on a ball of a simple cubic array.
inline Drag cubic_array(double fraction, int cells, Executor& executor) {
  const double radius = std::cbrt(fraction * 3 / (4 * circle));
  StokesCase array(stokes_box({cells, cells, cells}, 3, 1.0 / cells, {}),
                   {.mean_velocity = Vec3{{1, 0, 0}}, .tolerance = 1e-5}, {{{{0.502, 0.505, 0.508}}, radius}},
                   executor);
  array.solve(executor);
  return {-array.drag(0).velocity[0] / (6 * circle * radius), array.report.iterations};
}

// Resistance to what is of radius 1 and goes to a wall with velocity 1, in μ: of the grid, with the film below it. The
// box is `wide` and `high`, and the other sides slip; `place`: where it is along the wall, in cells.
inline double resistance_to_wall(int dimension, int cells_across, double gap, double wide, double high, double place,
                                 Executor& executor) {
  const double h = 2.0 / cells_across;
  const int n = static_cast<int>(std::lround(wide / h)), m = static_cast<int>(std::lround(high / h));
  FlowSettings box = stokes_box({n, m, dimension == 3 ? n : 1}, dimension, h, {true, true, dimension == 3});
  for (std::size_t k = 0; k < static_cast<std::size_t>(dimension); ++k)
    for (std::size_t side = 0; side < 2; ++side)
      if (k != 1 || side == 1) box.grid.faces[k][side].kind = FaceKind::slip;
  const double middle = 0.5 * n * h;
  StokesCase one(box, {.tolerance = 1e-5},
                 {{{{middle + place * h, 1 + gap, dimension == 3 ? middle + 0.3 * h : 0}}, 1}}, executor);
  one.motion[0].velocity[1] = -1;
  one.solve(executor);
  return -one.drag(0).velocity[1] + unseen_resistance(dimension, 1, 1, gap, h);
}

// The exact resistance in the plane.
inline double disc_to_wall(double gap) {
  const double a = std::acosh(1 + gap);
  return 4 * circle / (a - std::tanh(a));
}

// Brenner's series, of F/6πμaU on a ball that goes to a plane.
inline double brenner(double gap) {
  const double a = std::acosh(1 + gap), s = std::sinh(a);
  double sum = 0;
  for (int n = 1; n < 2000; ++n) {
    const double k = 2 * n + 1;
    if (k * a > 300) break;
    const double sh = std::sinh(0.5 * k * a);
    const double term = n * (n + 1.0) / ((2.0 * n - 1) * (2.0 * n + 3)) *
                        ((2 * std::sinh(k * a) + k * std::sinh(2 * a)) / (4 * sh * sh - k * k * s * s) - 1);
    sum += term;
    if (n > 10 && term < 1e-12 * sum) break;
  }
  return 4.0 / 3 * s * sum;
}

// How much harder a 2 : 1 spheroid goes across than along its axis: in a cubic box of so many short axes, with the
// first image's part taken out (Hasimoto 1959).
inline double spheroid_drag_ratio(int cells_across, int box, Executor& executor) {
  const double h = 1.0 / cells_across, side = box;
  const int n = box * cells_across;
  std::array<double, 2> drag;
  for (const int along : {0, 1}) {
    ImmersedBody body{ImmersedShape::of(make_ellipsoid({{1, 0.5, 0.5}}), h), {}};
    body.pose.position = {{0.5 * side + 0.2 * h, 0.5 * side + 0.3 * h, 0.5 * side + 0.1 * h}};
    StokesCase one(stokes_box({n, n, n}, 3, h, {}), {.mean_velocity = Vec3{}, .tolerance = 1e-5}, executor, {body});
    one.motion[0].velocity[along] = 1;
    one.solve(executor);
    const double alone = 1 / one.drag(0).velocity[along] + 2.837297 / (6 * circle * side);
    drag[static_cast<std::size_t>(along)] = 1 / alone;
  }
  return drag[1] / drag[0];
}

// A shear of rate 1 between walls that move along x, at y = 0 and `high`.
inline FlowSettings shear_cell(int dimension, const std::array<int, 3>& cells, double h) {
  FlowSettings s = stokes_box(cells, dimension, h, {false, true, false});
  const double high = cells[1] * h;
  for (std::size_t side = 0; side < 2; ++side)
    for (int c = 0; c < dimension; ++c)
      s.grid.faces[1][side].velocity.emplace_back(
          c == 0 ? fmt::format("{:.17g}", side ? 0.5 * high : -0.5 * high) : std::string("0"), place_and_time());
  return s;
}

// The time of a whole turn of an ellipse 2 : 1 in a shear, times its rate: walls and images are `box` lengths of the
// ellipse apart. The speed of turning is that of the flow at eight angles, whose mean of 1/ω is exact to 3e-4.
inline double jeffery_period(int cells_across, int box, Executor& executor) {
  const double h = 1.0 / cells_across, side = 2.0 * box;  // semi-axes 1 and 1/2
  const int n = 2 * box * cells_across;
  const ImmersedShapePtr ellipse = ImmersedShape::of(make_ellipse(1, 0.5), h);
  double sum = 0;
  for (int k = 0; k <= 4; ++k) {  // the others are their mirror images
    ImmersedBody body{ellipse, Pose::rotation_about({}, {{0, 0, 1}}, k * circle / 8)};
    body.pose.position = {{0.5 * side, 0.5 * side, 0}};
    StokesCase one(shear_cell(2, {n, n, 1}, h), {}, executor, {body});
    one.free[0] = 1;
    one.solve(executor);
    sum += (k == 0 || k == 4 ? 1 : 2) / -one.motion[0].spin[2];
  }
  return 2 * circle * sum / 8;
}

// A stroke of three balls of radius 1 in a row, whose arms go from `arm` to `arm − stroke` and back one after the
// other: how far it brings them. In a periodic box, long along the row. The second half of a stroke is the first one
// in a mirror and backwards; places along an arm are whole cells apart, by Simpson's rule.
inline double three_ball_stroke(double arm, double stroke, int cells_across, const std::array<int, 3>& box,
                                Executor& executor) {
  const double h = 2.0 / cells_across;
  std::array<int, 3> cells;
  for (std::size_t k = 0; k < 3; ++k) cells[k] = static_cast<int>(std::lround(box[k] / h));
  // The velocity of the middle while the left arm becomes shorter at speed 1.
  const auto speed = [&](double left, double right) {
    const double first = 0.5 * (box[0] - left - right) + 0.2 * h, y = 0.5 * box[1] + 0.3 * h,
                 z = 0.5 * box[2] + 0.1 * h;
    StokesCase three(stokes_box(cells, 3, h, {}), {.mean_velocity = Vec3{}, .tolerance = 1e-6},
                     {{{{first, y, z}}, 1}, {{{first + left, y, z}}, 1}, {{{first + left + right, y, z}}, 1}},
                     executor);
    three.free = {1, 1, 1};
    const Vec3 along{{1, 0, 0}};
    three.solve(executor, {{1, 0, along, {}, {}, -1}, {2, 1, along, {}, {}, 0}});
    double sum = 0;
    for (const RigidMotion& m : three.motion) sum += m.velocity[0];
    return sum / 3;
  };
  const auto leg = [&](double right) {
    return stroke / 6 * (speed(arm, right) + 4 * speed(arm - 0.5 * stroke, right) + speed(arm - stroke, right));
  };
  return 2 * (leg(arm) - leg(arm - stroke));
}

// The apparent viscosity, by the force along the walls, of a shear cell `side` cells wide with balls of so many cells
// in radius at random places, `apart` cells from each other and from walls; over that of the fluid.
inline double apparent_viscosity(int dimension, double fraction, double radius, int side, double apart, unsigned seed,
                                 Executor& executor) {
  const double ball = dimension == 3 ? 4.0 / 3 * circle * radius * radius * radius : circle * radius * radius;
  const auto many = static_cast<std::size_t>(std::lround(fraction * std::pow(side, dimension) / ball));
  std::mt19937 numbers(seed);
  const auto random = [&] { return static_cast<double>(numbers()) / 4294967296.0; };
  std::vector<RoundBody> balls;
  while (balls.size() < many) {
    RoundBody one{{{side * random(), radius + apart + (side - 2 * radius - 2 * apart) * random(),
                    dimension == 3 ? side * random() : 0}},
                  radius};
    bool free = true;
    for (const RoundBody& other : balls) {
      Vec3 way = one.centre - other.centre;
      for (const int k : {0, 2}) way[k] -= side * std::round(way[k] / side);
      free = free && norm(way) > 2 * radius + apart;
    }
    if (free) balls.push_back(one);
  }
  StokesCase cell(shear_cell(dimension, {side, side, dimension == 3 ? side : 1}, 1), {.tolerance = 1e-5}, balls,
                  executor);
  std::ranges::fill(cell.free, std::uint8_t{1});
  cell.solve(executor);
  return 0.5 * (cell.stokes.wall_force(1, 0)[0] - cell.stokes.wall_force(1, 1)[0]) / std::pow(side, dimension - 1);
}

}  // namespace floc::test

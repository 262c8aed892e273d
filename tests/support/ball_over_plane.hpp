// A ball over a plane with a film between (GRAN 63), and the motion it has in the limit of no viscosity.
#pragma once

#include <cmath>
#include <numbers>

#include "contact/lubricated.hpp"
#include "forces/field.hpp"
#include "core/film.hpp"
#include "support/setups.hpp"

namespace floc::test {

constexpr double pi = std::numbers::pi;

// A steel ball one diameter above a plane, pushed for two seconds and then pulled (GRAN 63). The film has a
// range at which the force of the papers, 1/q without an end, is left as it is.
constexpr double radius = 0.05, mass = 7800 * 4.0 / 3 * pi * radius * radius * radius, height = 0.1, turn = 2, end = 5;
constexpr double range = 1e12 * radius;
inline double push(double t) { return t < turn ? -1 : 1; }
inline double strength(double viscosity) { return 6 * pi * viscosity * radius * radius; }

inline Setup ball_over_plane(double viscosity, double h) {
  Setup setup;
  setup.bodies = test::empty(1);
  test::add(setup.bodies, {{radius + height, 0, 0}}, {}, radius, mass);
  setup.obstacles = Obstacles({test::obstacle({half_space({}, {{1, 0, 0}})})});
  setup.h = h;
  setup.tolerance = 1e-6;
  setup.law = lubricated({viscosity, range / radius});
  setup.forces = {field({Expression("t < 2 - 1e-9 ? -1 : 1", field_variables(), {})}, true)};
  return setup;
}

// The gluey solution of the same: m q̇ + γ = m∫f, qγ = 0.
inline double gluey_gap(double t) {
  const double fall = std::sqrt(2 * height), off = 2 * turn;
  return t < fall ? height - 0.5 * t * t : t < off ? 0 : 0.5 * (t - off) * (t - off);
}
inline double gluey_gamma(double t) {  // over m
  const double fall = std::sqrt(2 * height), off = 2 * turn;
  return t < fall || t > off ? 0 : t < turn ? -t : t - off;
}

}  // namespace floc::test

// Packings for the tests: bodies that settle under gravity between periodic sides, and the share of room they fill.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "forces/gravity.hpp"
#include "support/shapes.hpp"

namespace floc::test {

struct Poured {
  int dimension = 3;
  int across = 8, layers = 16;            // bodies on the lattice that they start from
  std::function<ShapePtr(double)> shape;  // by a random number in [0, 1); its size is about 1
  double friction = 0;
  double h = 0.1;
};

// Bodies with random orientations on a lattice, over a floor and between sides that are periodic.
inline Setup pour(const Poured& p, unsigned seed) {
  Setup setup;
  setup.bodies = empty(p.dimension);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  std::normal_distribution<double> normal;
  const int deep = p.dimension == 3 ? p.across : 1;
  std::vector<ShapePtr> shapes;
  double pitch = 0;
  for (int k = 0; k < p.across * deep * p.layers; ++k) {
    shapes.push_back(p.shape(unit(random)));
    pitch = std::max(pitch, 2.02 * shapes.back()->bounding_radius());
  }
  for (int k = 0; k < static_cast<int>(shapes.size()); ++k) {
    const int a = k % p.across, b = k / p.across % deep, c = k / (p.across * deep);
    Vec3 x{{pitch * (a + 0.5), pitch * (b + 0.5), 0}}, v;
    x[p.dimension - 1] = pitch * (c + 0.5);
    for (int m = 0; m < p.dimension; ++m) v[m] = 0.5 * normal(random);
    const std::size_t i = add_shape(setup, shapes[static_cast<std::size_t>(k)], x, v);
    if (p.dimension == 2) {
      setup.bodies.orientation[i] = 2 * M_PI * unit(random);
    } else {
      Quaternion q;
      q.w = normal(random);
      for (int m = 0; m < 3; ++m) q.v[m] = normal(random);
      turned(turned(q, {}), {}).store(&setup.bodies.orientation[4 * i]);
    }
  }
  for (int m = 0; m + 1 < p.dimension; ++m) setup.domain.period[static_cast<std::size_t>(m)] = pitch * p.across;
  Vec3 up, down;
  up[p.dimension - 1] = 1;
  down[p.dimension - 1] = -1;
  setup.obstacles = Obstacles({obstacle({half_space({}, up)})});
  setup.forces = {gravity(down)};
  if (p.friction > 0) setup.friction = std::make_shared<Friction>(p.friction);
  setup.h = p.h;
  return setup;
}

// The share of the room between two heights that lies within bodies; `inside` is asked for points in the frame of a
// body, over the radius of the ball round it.
inline double solid_fraction(const Simulation& s, double low, double high,
                             const std::function<bool(const Vec3&)>& inside, int samples = 20000) {
  const Bodies& b = s.bodies();
  const Domain& domain = s.setup().domain;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  int hits = 0;
  for (int k = 0; k < samples; ++k) {
    Vec3 x;
    for (int m = 0; m < b.dimension; ++m) {
      const double u = unit(random);
      x[m] = m + 1 == b.dimension ? low + u * (high - low) : u * domain.period[static_cast<std::size_t>(m)];
    }
    for (std::size_t i = 0; i < b.size(); ++i) {
      Vec3 d = x - embed(b.x(i), b.dimension);
      for (int m = 0; m + 1 < b.dimension; ++m) {
        const double period = domain.period[static_cast<std::size_t>(m)];
        d[m] -= period * std::round(d[m] / period);
      }
      if (norm(d) > b.radius[i]) continue;
      if (b.dimension == 3) {
        d = to_body(Quaternion::load(&b.orientation[4 * i]), d);
      } else {
        const double c = std::cos(b.orientation[i]), n = std::sin(b.orientation[i]);
        d = {{c * d[0] + n * d[1], c * d[1] - n * d[0], 0}};
      }
      if (inside((1 / b.radius[i]) * d)) {
        ++hits;
        break;
      }
    }
  }
  return static_cast<double>(hits) / samples;
}

}  // namespace floc::test

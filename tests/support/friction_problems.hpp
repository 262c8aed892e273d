// Steps with friction whose projections are worth solving: spheres, boxes and ellipsoids on their way and at rest.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "forces/gravity.hpp"
#include "support/shapes.hpp"

namespace floc::test {

struct FrictionScene {
  std::string name;
  std::vector<ShapePtr> shapes;  // none: spheres
  int dimension = 3, layers = 3, steps = 60;
};

inline std::vector<FrictionScene> friction_scenes() {
  return {{"spheres", {}, 3, 3, 50},
          {"boxes", {make_box({{1.2, 1.2, 1.2}}), make_box({{1.6, 0.8, 0.8}})}, 3, 1, 15},
          {"ellipsoids", {make_ellipsoid({{1, 0.6, 0.5}})}, 3, 2, 40},
          {"tetrahedra and capsules",
           {make_polyhedron({{{0, 0, 0}}, {{1.3, 0, 0}}, {{0, 1.3, 0}}, {{0, 0, 1.3}}}).shape, make_capsule(1, 0.4, 3)},
           3,
           2,
           25},
          {"disks", {}, 2, 6, 50}};
}

// Bodies that fall into a box for some steps, with Coulomb's law.
inline Simulation friction_scene(const FrictionScene& scene) {
  Setup setup;
  setup.bodies = empty(scene.dimension);
  std::mt19937 random(6);
  std::normal_distribution<double> normal;
  const int n = 3, deep = scene.dimension == 3 ? n : 1;
  const double pitch = 2.4;
  for (int k = 0; k < n * deep * scene.layers; ++k) {
    Vec3 x{{pitch * (k % n + 0.5), pitch * (k / n % deep + 0.5), 0}}, v;
    x[scene.dimension - 1] = pitch * (k / (n * deep) + 0.5);
    for (int m = 0; m < scene.dimension; ++m) v[m] = 0.5 * normal(random);
    if (scene.shapes.empty()) {
      add(setup.bodies, x, v, 1 - 0.2 * (k % 3) / 2, 1);
      continue;
    }
    const std::size_t i = add_shape(setup, scene.shapes[static_cast<std::size_t>(k) % scene.shapes.size()], x, v);
    Quaternion q;
    q.w = normal(random);
    for (int m = 0; m < 3; ++m) q.v[m] = normal(random);
    turned(q, {}).store(&setup.bodies.orientation[4 * i]);
  }
  Vec3 high{{pitch * n, pitch * n, 100}}, down;
  if (scene.dimension == 2) high[1] = 100;
  down[scene.dimension - 1] = -1;
  setup.obstacles = Obstacles({box_inside(scene.dimension, {}, high)});
  setup.forces = {gravity(down)};
  setup.friction = std::make_shared<Friction>(0.4, FrictionScheme::exact);
  setup.h = 0.1;
  Simulation s(std::move(setup), 1);
  for (int k = 0; k < scene.steps; ++k)
    if (!s.advance().converged) throw std::runtime_error(scene.name + ": no convergence");
  return s;
}

}  // namespace floc::test

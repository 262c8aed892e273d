// Same bits with every set of vector instructions that the processor has.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "contact/gluey.hpp"
#include "core/random.hpp"
#include "forces/attraction.hpp"
#include "geometry/field_body.hpp"
#include "geometry/mesh_cases.hpp"
#include "support/setups.hpp"
#include "support/shapes.hpp"
#include "support/simd_targets.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Grains that fall, fast enough to meet bodies beyond the lists; in a plane of two periods, or in a box.
Setup scene(int dimension, const std::string& solver, double tolerance) {
  Setup setup = grains_in_a_box(dimension, 1200, dimension == 2 ? 0.6 : 0.35, 12, 4);
  setup.forces = {gravity({{0, -9.81, 0}})};
  setup.h = 5e-3;
  setup.solver = solver;
  setup.tolerance = tolerance;
  return setup;
}

void ends_the_same(const Setup& setup, int steps) {
  std::vector<std::uint64_t> hashes;
  for_simd_targets([&] {
    Simulation simulation(setup, 2);
    for (int s = 0; s < steps; ++s) simulation.advance();
    hashes.push_back(simulation.hash());
  });
  CHECK(hashes.size() == simd_targets().size());
  for (const std::uint64_t h : hashes) CHECK(h == hashes.front());
}

}  // namespace

TEST_CASE("the final state has the same bits with all instructions: streaming solvers") {
  for (const int dimension : {2, 3})
    for (const char* solver : {"stream", "conjugate"})
      for (const double tolerance : {1e-3, 1e-6}) {
        INFO(solver, " in dimension ", dimension, " to ", tolerance);
        ends_the_same(scene(dimension, solver, tolerance), 8);
      }
}

// Nothing here depends on the C library: the same number on every processor.
TEST_CASE("300 spheres that settle end with one hash, on every processor and with all instructions") {
  Setup setup;
  setup.bodies = empty(3);
  for (std::uint64_t i = 0; i < 300; ++i) {
    const auto jitter = [i](std::uint32_t k) { return 0.25 * (uniform({1, i, 0, k}) - 0.5); };
    const Vec3 place{{static_cast<double>(i % 5), static_cast<double>(i / 5 % 5), static_cast<double>(i / 25)}};
    const double r = 0.75 + 0.25 * uniform({1, i, 0, 3});
    add(setup.bodies, 2.25 * place + Vec3{{2 + jitter(0), 2 + jitter(1), 2 + jitter(2)}}, {}, r, r * r * r);
  }
  setup.obstacles =
      Obstacles({obstacle({half_space({}, {{1, 0, 0}}), half_space({}, {{0, 1, 0}}), half_space({}, {{0, 0, 1}}),
                           half_space({{13, 0, 0}}, {{-1, 0, 0}}), half_space({{0, 13, 0}}, {{0, -1, 0}})})});
  setup.forces = {gravity({{0, 0, -9.81}})};
  setup.h = 0.03125;
  for_simd_targets([&] {
    Simulation simulation(setup, 2);
    for (int s = 0; s < 100; ++s) CHECK(simulation.advance().converged);
    CHECK(simulation.hash() == 14588828713008946514u);
  });
}

TEST_CASE("the final state has the same bits with all instructions: laws and attraction") {
  Setup glued = scene(2, "auto", 1e-4);
  glued.law = gluey({.gamma_min = -50});
  ends_the_same(glued, 8);
  for (const int dimension : {2, 3}) {
    Setup attracting = scene(dimension, "auto", 1e-4);
    attracting.forces.push_back(attraction({.kappa = 1, .epsilon = 0.1}));
    ends_the_same(attracting, 6);
  }
}

TEST_CASE("the final state has the same bits with all instructions: friction in space, by both schemes") {
  for (const FrictionScheme scheme : {FrictionScheme::convex, FrictionScheme::exact}) {
    Setup rubbing = scene(3, "auto", 1e-4);
    rubbing.friction = std::make_shared<Friction>(0.5, scheme);
    ends_the_same(rubbing, 6);
  }
}

TEST_CASE("the final state has the same bits with all instructions: shapes, some of them joined, in space") {
  Setup setup;
  setup.bodies = empty(3);
  const std::vector<ShapePtr> kinds{make_box({{1, 1.2, 0.6}}),
                                    make_ellipsoid({{1, 0.6, 0.5}}),
                                    make_superellipsoid({{0.8, 0.6, 0.5}}, 3, 4),
                                    make_capsule(1, 0.4, 3),
                                    make_rounded(make_box({{0.8, 0.8, 0.5}}), 0.2).shape,
                                    make_body(torus(0.6, 0.25, 12), {.spacing = 0.06, .band = 0.12}).shape,
                                    make_sphere(0.9, 3)};
  for (int k = 0; k < 36; ++k)
    add_shape(setup, kinds[static_cast<std::size_t>(k) % kinds.size()],
              {{1.2 + 2.1 * (k % 3), 1.2 + 2.1 * (k / 3 % 3), 1.2 + 2.1 * (k / 9)}}, {{0.3 * (k % 5 - 2), 0.2 * (k % 4 - 1), -2}});
  for (std::int64_t k = 0; k < 9; ++k) {
    const Vec3 middle = 0.5 * (embed(setup.bodies.x(static_cast<std::size_t>(k)), 3) +
                               embed(setup.bodies.x(static_cast<std::size_t>(k + 9)), 3));
    const JointKind kind = k % 3 == 0 ? JointKind::weld : k % 3 == 1 ? JointKind::ball : JointKind::hinge;
    setup.joints.push_back(Joint::of(setup.bodies, kind, k, k + 9, middle, middle, {{0, 1, 0}}));
  }
  setup.obstacles = Obstacles({box_inside(3, {}, {{6.6, 6.6, 9}})});
  setup.friction = std::make_shared<Friction>(0.4);
  setup.forces = {gravity({{0, 0, -9.81}})};
  setup.h = 1e-2;
  ends_the_same(setup, 25);
}

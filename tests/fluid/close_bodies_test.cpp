// How many iterations the forces of markers take as bodies come closer and closer, down to where they touch. The
// figures: docs/theory/fluid.md.
#include <doctest/doctest.h>

#include "fluid/immersed_bodies.hpp"
#include "fluid/stokes_scenery.hpp"
#include "fluid/swirl.hpp"
#include "geometry/shapes.hpp"

using namespace floc;
using namespace floc::testing;

namespace {

// Cells of size 1 with walls on top and bottom, and bodies in a row along (0.8, 0.6), so far apart.
struct Row {
  FlowSettings settings;
  std::vector<ImmersedBody> bodies;
  Vec3 along{{0.8, 0.6, 0}};

  Row(int dimension, int cells, const ShapePtr& shape, double across, int count, double gap)
      : settings(stokes_box({cells, cells, dimension == 3 ? cells : 1}, dimension, 1, {false, true, false})) {
    const ImmersedShapePtr immersed = shape->kind() == ShapeKind::sphere
                                          ? ImmersedShape::round(dimension, 0.5 * across, 1)
                                          : ImmersedShape::of(shape, 1);
    const Vec3 middle{{0.5 * cells, 0.5 * cells, dimension == 3 ? 0.5 * cells : 0}};
    for (int k = 0; k < count; ++k) {
      ImmersedBody body{immersed, Pose::rotation_about({}, {{0, 0, 1}}, std::atan2(along[1], along[0]))};
      body.pose.position = middle + ((k - 0.5 * (count - 1)) * (across + gap)) * along;
      bodies.push_back(body);
    }
  }
};

// Most iterations of couple() and follow(), of bodies of any density that run into each other.
int with_inertia(const Row& row, Executor& executor) {
  FlowSolver flow(row.settings);
  int most = 0;
  for (const double density : {0.05, 1.0, 1000.0}) {
    const Velocity star = swirl(flow, executor);
    ImmersedBodies bodies(flow);
    bodies.place(row.bodies, executor);
    const std::size_t n = row.bodies.size();
    std::vector<Inertia> inertia(n);
    std::vector<RigidMotion> motion(n);
    for (std::size_t b = 0; b < n; ++b) {
      const double mass = density * bodies.volume(b), reach = row.bodies[b].shape->reach(),
                   turning = 0.4 * mass * reach * reach;
      inertia[b] = {1 / mass, {1 / turning, 1 / turning, 1 / turning, 0, 0, 0}};
      motion[b].velocity = (b % 2 ? -1.0 : 1.0) * row.along;
    }
    const CouplingReport coupled = bodies.couple(star, inertia, motion, executor);
    const CouplingReport followed = bodies.follow(motion, std::vector<RigidMotion>(n), executor);
    CHECK(coupled.converged);
    CHECK(followed.converged);
    most = std::max({most, coupled.iterations, followed.iterations});
  }
  return most;
}

// Of steady Stokes flow, with forces and with motions against each other.
int without_inertia(const Row& row, Executor& executor) {
  StokesCase slow(row.settings, {}, executor, row.bodies);
  int most = 0;
  for (const bool free : {true, false}) {
    for (std::size_t b = 0; b < row.bodies.size(); ++b) {
      slow.free[b] = free;
      (free ? slow.force : slow.motion)[b].velocity = (b % 2 ? -1.0 : 1.0) * row.along;
    }
    slow.solve(executor);
    CHECK(slow.report.converged);
    most = std::max(most, slow.report.iterations);
  }
  return most;
}

}  // namespace

TEST_CASE("bodies that come closer and touch: iterations stay bounded, with inertia and without") {
  struct Case {
    int dimension, cells;
    ShapePtr shape;
    double across;
    int count, most, most_steady;
  };
  Executor executor(1);
  for (const Case& c :
       {Case{2, 64, make_sphere(8, 2), 16, 2, 30, 40}, Case{2, 128, make_sphere(8, 2), 16, 3, 35, 50},
        Case{2, 128, make_sphere(16, 2), 32, 2, 35, 50}, Case{2, 64, make_rectangle(16, 16), 16, 2, 35, 60},
        Case{3, 48, make_sphere(6, 3), 12, 2, 35, 60}, Case{3, 48, make_box({{12, 12, 12}}), 12, 2, 55, 250}}) {
    CAPTURE(c.dimension);
    CAPTURE(c.across);
    for (const double gap : {4.0, 2.0, 1.0, 0.5, 0.0}) {
      CAPTURE(gap);
      const Row row(c.dimension, c.cells, c.shape, c.across, c.count, gap);
      const int with = with_inertia(row, executor);
      CHECK(with < c.most);
      if (c.dimension == 3 && gap > 0 && gap != 1)
        continue;  // of steady flow in space the hardest, and what contacts keep
      const int without = without_inertia(row, executor);
      CHECK(without < c.most_steady);
    }
  }
}

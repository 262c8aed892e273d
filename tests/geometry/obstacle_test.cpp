#include "geometry/obstacle.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "core/error.hpp"
#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"
#include "sampler.hpp"

using namespace floc;
using namespace floc::test;

namespace {

const Vec3 z_axis{{0, 0, 1}};

// At `begin` for t ≤ 0 and at `end` after.
class Jump final : public Motion {
 public:
  Jump(const Pose& begin, const Pose& end) : begin_(begin), end_(end) {}
  Pose at(double t) const override { return t > 0 ? end_ : begin_; }

 private:
  Pose begin_, end_;
};

Obstacles one(SurfacePtr surface, MotionPtr motion) { return Obstacles({{"one", "#000000", motion, {surface}}}); }

struct Seen {
  SurfacePtr surface;
  int dimension;
};

std::vector<Seen> convex_shapes() {
  return {{half_space({}, {{1, 1, 0}}), 2},
          {half_space({}, {{0, 0, 1}}), 3},
          {segment({{-1, 0, 0}}, {{1, 0.3, 0}}), 2},
          {rectangle({{-1, -1, 0}}, {{2, 0, 0}}, {{0, 2, 0}}), 3},
          {disc({}, {{0, 1, 1}}, 1), 3},
          {solid_box({{-1, -1, 0}}, {{1, 1, 0}}, 2), 2},
          {solid_box({{-1, -1, -1}}, {{1, 1, 0.5}}, 3), 3},
          {ball({}, 1, 1), 1},
          {ball({}, 1, 2), 2},
          {ball({{0.1, 0.2, 0.3}}, 1, 3), 3},
          {cylinder({{0, 0, -1}}, {{0, 1, 1}}, 0.7), 3}};
}

}  // namespace

TEST_CASE("surfaces are numbered through, a missing motion is rest, a missing surface is refused") {
  const Obstacles none;
  CHECK(none.surfaces() == 0);
  CHECK(!none.any_concave());
  const Obstacles all({{"floor", "", nullptr, {half_space({}, z_axis)}},
                       {"drum", "", rotation({}, z_axis, 1, 0, 1), {ball_inside({}, 1, 3), disc({}, z_axis, 1)}}});
  REQUIRE(all.surfaces() == 3);
  CHECK(all.owner(0) == 0);
  CHECK(all.owner(2) == 1);
  CHECK(!all.moving(0));
  CHECK(all.moving(1));
  CHECK(!all.concave(0));
  CHECK(all.concave(1));
  CHECK(!all.concave(2));
  CHECK(all.any_concave());
  CHECK_THROWS_AS(Obstacles({{"hole", "", nullptr, {nullptr}}}), Error);
}

TEST_CASE("against an obstacle at rest the row is the gap and its gradient") {
  Sampler sampler(1);
  for (const Seen& shape : convex_shapes()) {
    auto obstacles = one(shape.surface, at_rest());
    obstacles.place(3, 0.1);
    for (int k = 0; k < 100; ++k) {
      const Vec3 x = sampler.point(shape.dimension, 3);
      const SurfacePoint there = shape.surface->nearest(x);
      const ObstacleRow row = obstacles.row(0, x, 0.2);
      REQUIRE(row.gap == there.distance - 0.2);
      REQUIRE(row.begin_gap == row.gap);
      REQUIRE(row.normal == there.normal);
      REQUIRE(obstacles.gap_at_begin(0, x, 0.2) == row.gap);
      REQUIRE(obstacles.gap_at_end(0, x, 0.2) == row.gap);
    }
  }
}

TEST_CASE("a wall that sweeps over a grain in one step pushes it ahead") {
  auto obstacles = one(segment({{0, -5, 0}}, {{0, 5, 0}}), translation({{30, 0, 0}}, 0, 1));
  obstacles.place(0, 0.1);  // the wall goes from 0 to 3, past a grain of radius 0.5 at 1
  const Vec3 x{{1, 0.2, 0}};
  const ObstacleRow row = obstacles.row(0, x, 0.5);
  CHECK(row.begin_gap == doctest::Approx(0.5));
  CHECK(row.gap == doctest::Approx(-2.5));
  CHECK(row.normal == Vec3{{1, 0, 0}});
  CHECK((x - row.gap * row.normal)[0] == doctest::Approx(3.5));
  CHECK(obstacles.row(0, {{-1, 0.2, 0}}, 0.5).gap == doctest::Approx(3.5));  // behind it: only further away
}

TEST_CASE("any motion the row allows leaves a convex obstacle without overlap, on the same side") {
  Sampler sampler(2);
  for (const Seen& shape : convex_shapes()) {
    for (int k = 0; k < 2000; ++k) {
      const Pose begin = sampler.pose(shape.dimension, 1, 3), end = sampler.pose(shape.dimension, 4, 3);
      auto obstacles = one(shape.surface, std::make_shared<Jump>(begin, end));
      obstacles.place(0, 1);
      const Vec3 x = sampler.point(shape.dimension, 3);
      const double r = 0.3;
      const ObstacleRow row = obstacles.row(0, x, r);
      REQUIRE(std::abs(norm(row.normal) - 1) < 1e-13);
      REQUIRE(row.begin_gap == obstacles.gap_at_begin(0, x, r));
      // The nearest allowed place, and one beyond it.
      Vec3 moved = x + sampler.point(shape.dimension, 3);
      const double left = row.gap + dot(row.normal, moved - x);
      if (left < 0) moved += -left * row.normal;
      REQUIRE(obstacles.gap_at_end(0, moved, r) > -1e-12);
      // The grain is beyond the half-space of its beginning, carried along with the obstacle.
      if (shape.surface->unspun(begin, end).rotation != end.rotation) continue;
      const SurfacePoint there = shape.surface->nearest(begin.to_local(x));
      const Vec3 foot = begin.to_local(x) - there.distance * there.normal;
      REQUIRE(dot(there.normal, end.to_local(moved) - foot) > r - 1e-12);
    }
  }
}

TEST_CASE("a ball or a roller that spins about itself leaves its neighbours alone") {
  Sampler sampler(3);
  const Vec3 a{{0.5, -1, 0}}, b{{1, 1, 2}};
  const std::vector<std::pair<Seen, Vec3>> shapes{{{ball(a, 1, 3), 3}, sampler.unit(3)},
                                                   {{ball(a, 1, 2), 2}, z_axis},
                                                   {{disc(a, b, 1), 3}, b},
                                                   {{cylinder(a, b, 0.4), 3}, b - a}};
  for (const auto& [shape, axis] : shapes) {
    auto turning = one(shape.surface, rotation(a, axis, 17, 0, 1));
    const auto still = one(shape.surface, at_rest());
    turning.place(0.1, 0.1);
    for (int k = 0; k < 200; ++k) {
      const Vec3 x = sampler.point(shape.dimension, 3);
      const ObstacleRow row = turning.row(0, x, 0.2), expected = still.row(0, x, 0.2);
      REQUIRE(row.gap == doctest::Approx(expected.gap).epsilon(1e-12));
      REQUIRE(norm(row.normal - expected.normal) < 1e-7);
    }
  }
}

TEST_CASE("inside a container the row is exact for a grain that does not move, however the container does") {
  Sampler sampler(4);
  for (const Seen& shape : {Seen{ball_inside({{0.1, 0.2, 0}}, 2, 2), 2}, Seen{ball_inside({}, 2, 3), 3},
                             Seen{cylinder_inside({{0, 0, -1}}, {{0.3, 0, 1}}, 2), 3}}) {
    for (int k = 0; k < 500; ++k) {
      const Pose begin = sampler.pose(shape.dimension, 1, 3), end = sampler.pose(shape.dimension, 1, 3);
      auto obstacles = one(shape.surface, std::make_shared<Jump>(begin, end));
      obstacles.place(0, 1);
      const Vec3 x = sampler.point(shape.dimension, 2);
      const ObstacleRow row = obstacles.row(0, x, 0.1);
      REQUIRE(row.gap == obstacles.gap_at_end(0, x, 0.1));
      REQUIRE(row.begin_gap == obstacles.gap_at_begin(0, x, 0.1));
      // e is the gradient of the gap at the end of the step.
      const Vec3 u = sampler.unit(shape.dimension);
      const double slope =
          (obstacles.gap_at_end(0, x + 1e-6 * u, 0.1) - obstacles.gap_at_end(0, x - 1e-6 * u, 0.1)) / 2e-6;
      REQUIRE(slope == doctest::Approx(dot(row.normal, u)).epsilon(1e-4).scale(1));
    }
  }
}

TEST_CASE("the spin of a drum does not matter, be it many turns a step") {
  auto obstacles = one(cylinder_inside({{0, 0, 0}}, {{0, 0, 1}}, 2), rotation({}, z_axis, 1000, 0, 10));
  obstacles.place(0, 0.1);
  const ObstacleRow row = obstacles.row(0, {{1.5, 0, 0.5}}, 0.25);
  CHECK(row.gap == doctest::Approx(0.25));
  CHECK(row.begin_gap == doctest::Approx(0.25));
  CHECK(norm(row.normal - Vec3{{-1, 0, 0}}) < 1e-12);
}

TEST_CASE("a relinearised row is exact at the moved position") {
  Sampler sampler(5);
  std::vector<Seen> shapes = convex_shapes();
  shapes.push_back({ball_inside({}, 2, 2), 2});
  shapes.push_back({cylinder_inside({{0, 0, -1}}, {{0.3, 0, 1}}, 2), 3});
  for (const Seen& shape : shapes) {
    for (int k = 0; k < 200; ++k) {
      const Pose begin = sampler.pose(shape.dimension, 1, 3), end = sampler.pose(shape.dimension, 1, 3);
      auto obstacles = one(shape.surface, std::make_shared<Jump>(begin, end));
      obstacles.place(0, 1);
      const Vec3 x = sampler.point(shape.dimension, 2), moved = x + sampler.point(shape.dimension, 2);
      const ObstacleRow row = obstacles.relinearised_row(0, x, moved, 0.1);
      REQUIRE(std::abs(row.gap + dot(row.normal, moved - x) - obstacles.gap_at_end(0, moved, 0.1)) < 1e-14);
      REQUIRE(row.begin_gap == obstacles.gap_at_begin(0, x, 0.1));
    }
  }
}

TEST_CASE("relinearised rows bring a grain back into a container that was shaken away") {
  auto obstacles = one(ball_inside({}, 1, 2), translation({{40, 0, 0}}, 0, 1));
  obstacles.place(0, 0.1);  // the container jumps by twice its diameter
  const double r = 0.2;
  const Vec3 x{{0, -0.5, 0}};
  Vec3 moved = x;
  ObstacleRow row = obstacles.row(0, x, r);
  int rounds = 0;
  for (; obstacles.gap_at_end(0, moved, r) < -1e-10 && rounds < 100; ++rounds) {
    moved = x - std::min(0.0, row.gap) * row.normal;  // the projection of a lone grain
    row = obstacles.relinearised_row(0, x, moved, r);
  }
  CHECK(obstacles.gap_at_end(0, moved, r) >= -1e-10);
  CHECK(rounds < 10);
}

TEST_CASE("in a periodic domain a surface with an end repeats and one without is seen from inside the domain") {
  Domain domain;
  domain.period = {10, 10, 0};
  const Obstacles obstacles({{"", "", at_rest(), {ball({{9.5, 5, 0}}, 1, 2), half_space({}, {{0, 1, 0}})}}}, domain);
  CHECK(obstacles.gap_at_begin(0, {{1.5, 5, 0}}, 0.5) == doctest::Approx(0.5));    // across the face x = 10
  CHECK(obstacles.gap_at_begin(0, {{31.5, 25, 0}}, 0.5) == doctest::Approx(0.5));  // some turns later
  CHECK(obstacles.gap_at_begin(1, {{3, 32, 0}}, 0.5) == doctest::Approx(1.5));
  const ObstacleRow row = obstacles.row(0, {{21.5, 5, 0}}, 0.5);
  CHECK(row.normal[0] == doctest::Approx(1));
}

TEST_CASE("what is said to be beyond a distance is beyond it, at the beginning and at the end of the step") {
  Sampler sample(7);
  int told = 0;
  for (const auto& [surface, dimension] : convex_shapes())
    for (const MotionPtr& motion :
         {at_rest(), translation({{3, -1, 0}}, 0, 10), rotation({{2, 1, 0}}, z_axis, 4, 0, 10),
          rotation({}, z_axis, 30, 0, 10)}) {
      if (dimension == 1) continue;  // none of these stays on the line
      Obstacles obstacles = one(surface, motion);
      for (int k = 0; k < 200; ++k) {
        obstacles.place(0.1 * k, 0.2);
        const Vec3 x = sample.point(dimension, 8);
        const double distance = sample.between(0, 3);
        if (!obstacles.beyond(0, x, distance)) continue;
        ++told;
        CHECK(obstacles.gap_at_begin(0, x, 0) >= distance);
        CHECK(obstacles.gap_at_end(0, x, 0) >= distance);
      }
    }
  CHECK(told > 500);
}

TEST_CASE("the widest turn of a step is seen beyond half a turn, and spins that move no surface are not") {
  const auto turning = [](SurfacePtr surface, double speed) {
    return Obstacles({{"still", "#000000", at_rest(), {half_space({}, {{0, 1, 0}})}},
                         {"turning", "#000000", rotation({}, {{0, 0, 1}}, speed, 0, 1e9), {std::move(surface)}}});
  };
  for (const double angle : {0.0, 1e-3, 0.7, 2.0, 5.0, 7.0, 300.0}) {
    const Obstacles::Turn turn = turning(segment({}, {{3, 0, 0}}), 2 * angle).widest_turn(1, 0.5);
    CHECK(turn.angle == doctest::Approx(angle));
    CHECK(turn.obstacle == (angle > 0 ? 1 : 0));
  }
  CHECK(turning(ball({}, 1, 2), 4).widest_turn(1, 0.5).angle == doctest::Approx(0));
  CHECK(turning(ball_inside({}, 1, 2), 4).widest_turn(1, 0.5).angle == 0);
  CHECK(turning(half_space({}, {{0, 1, 0}}), 4).widest_turn(1, 0.5).angle == 0);
}

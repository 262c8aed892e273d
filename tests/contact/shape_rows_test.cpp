#include "contact/shape_rows.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/error.hpp"
#include "geometry/motions.hpp"
#include "geometry/shapes.hpp"
#include "neighbours/neighbours.hpp"
#include "support/setups.hpp"

using namespace floc;

namespace {

// Two squares of side 1, one on the other, on a floor.
struct Place {
  Bodies bodies = test::empty(2);
  Obstacles obstacles{{test::obstacle({half_space({}, {{0, 1, 0}})})}};
  Domain domain;
  Neighbours neighbours{1, 1, 0};
  Executor executor;
  Contacts balls, rows;

  Place() {
    bodies.let_turn();
    bodies.shaped = true;
    for (const double y : {0.5, 1.5}) test::add(bodies, {{0, y, 0}}, {}, std::sqrt(0.5));
    balls.resize(2);
    balls.first = {0, 1};
    balls.second = {-1, 0};
    rows.frictional = rows.shaped = true;
    rows.two_gaps = false;
  }
  Scenery scenery() { return {bodies, domain, obstacles, neighbours, executor}; }
  ShapeRows shapes() const { return {{make_rectangle(1, 1)}, obstacles}; }
};

const std::vector<double> still(4), spinless(2);

}  // namespace

TEST_CASE("a square on a floor, and a square on a square, have two points each, with levers to their corners") {
  Place p;
  ShapeRows shapes = p.shapes();
  shapes.take(p.scenery(), p.balls, {still, spinless, 0.1}, 0.2, p.rows);
  REQUIRE(p.rows.size() == 4);
  for (std::size_t c = 0; c < 4; ++c) {
    CHECK(std::abs(p.rows.gap[c]) < 1e-12);
    CHECK(p.rows.normal[2 * c + 1] == doctest::Approx(1));
    CHECK(std::abs(p.rows.lever_first[2 * c]) == doctest::Approx(0.5));
    CHECK(p.rows.lever_first[2 * c + 1] == doctest::Approx(-0.5));
  }
  CHECK(p.rows.feature[0] < p.rows.feature[1]);
  CHECK(p.rows.feature[2] < p.rows.feature[3]);
}

TEST_CASE("rows at the moved poses give the true gap when the motion is put in") {
  Place p;
  ShapeRows shapes = p.shapes();
  const std::vector<double> velocity{0, -0.1, 0.2, 0.3}, spin{0.5, -0.2};
  const double h = 0.1;
  shapes.take_moved(p.scenery(), p.balls, {velocity, spin, h}, 0.5, p.rows);
  double worst = 0;
  for (std::size_t c = 0; c < p.rows.size(); ++c) {
    const auto motion = [&](std::int32_t i, const double* lever) {
      if (i < 0) return Vec3{};
      const auto b = static_cast<std::size_t>(i);
      return embed(&velocity[2 * b], 2) + cross({{0, 0, spin[b]}}, embed(lever, 2));
    };
    const Vec3 u =
        motion(p.rows.first[c], &p.rows.lever_first[2 * c]) - motion(p.rows.second[c], &p.rows.lever_second[2 * c]);
    worst = std::max(worst, -(p.rows.gap[c] + h * dot(embed(&p.rows.normal[2 * c], 2), u)));
  }
  CHECK(worst > 0.01);
  CHECK(worst == doctest::Approx(shapes.worst_overlap(p.scenery(), p.balls, {velocity, spin, h})));
}

TEST_CASE("obstacles that shapes do not meet are told by name") {
  class Line final : public Surface {
   public:
    SurfacePoint nearest(const Vec3& q) const override { return {q[1], {{0, 1, 0}}}; }
    Bounds bounds() const override { return everywhere(); }
    Mesh mesh(int, const Bounds&) const override { return {}; }
  };
  const Obstacles line({test::obstacle({std::make_shared<Line>()})});
  CHECK_THROWS_AS(ShapeRows({make_rectangle(1, 1)}, line), Error);
  CHECK_NOTHROW(ShapeRows({}, line));
}

TEST_CASE("a wall that sweeps over a body within a step takes it along, and does not leave it behind") {
  Place p;
  p.bodies = test::empty(2);
  p.bodies.let_turn();
  p.bodies.shaped = true;
  test::add(p.bodies, {{1, 0, 0}}, {}, std::sqrt(0.5));
  const double h = 0.1;
  p.obstacles = Obstacles({{"blade", "", translation({{30, 0, 0}}, 0, 1), {segment({{0, -1, 0}}, {{0, 1, 0}})}}});
  p.obstacles.place(0, h);
  p.balls.resize(1);
  p.balls.first = {0};
  p.balls.second = {-1};
  ShapeRows shapes = p.shapes();
  shapes.take(p.scenery(), p.balls, {std::vector<double>(2), std::vector<double>(1), h}, 0.2, p.rows);
  REQUIRE(p.rows.size() == 2);
  for (std::size_t c = 0; c < 2; ++c) {
    CHECK(p.rows.normal[2 * c] == doctest::Approx(1));
    CHECK(p.rows.gap[c] == doctest::Approx(0.5 - 3).epsilon(1e-6));  // it is behind the wall at the end
  }
}

TEST_CASE("across a periodic border a body meets the image of an obstacle") {
  Place p;
  p.bodies = test::empty(2);
  p.bodies.let_turn();
  p.bodies.shaped = true;
  p.domain.period[0] = 10;
  test::add(p.bodies, {{9.8, 0, 0}}, {}, std::sqrt(0.5));
  p.obstacles = Obstacles({test::obstacle({solid_box({{0.4, -1, 0}}, {{1, 1, 0}}, 2)})}, p.domain);
  p.balls.resize(1);
  p.balls.first = {0};
  p.balls.second = {-1};
  ShapeRows shapes = p.shapes();
  shapes.take(p.scenery(), p.balls, {std::vector<double>(2), std::vector<double>(1), 0.1}, 0.2, p.rows);
  REQUIRE(p.rows.size() == 2);
  CHECK(p.rows.normal[0] == doctest::Approx(-1));
  CHECK(p.rows.gap[0] == doctest::Approx(0.1));
  CHECK(p.rows.lever_first[0] == doctest::Approx(0.5));
}

#include "geometry/floor_plan.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/error.hpp"
#include "geometry/sampler.hpp"

using namespace floc;

namespace {

const FloorPlan::Ring room{{{0, 0}}, {{8, 0}}, {{8, 6}}, {{0, 6}}};
const FloorPlan::Ring pillar{{{3, 2}}, {{4, 2.5}}, {{4.5, 4}}, {{3, 4}}};

double length(const std::vector<Line>& lines) {
  double sum = 0;
  for (const Line& l : lines) sum += norm(l.b - l.a);
  return sum;
}

}  // namespace

TEST_CASE("a wall is open where an exit lies on it, and only there") {
  const FloorPlan plan({room}, {}, {{"east", {{{{8, 2}}, {{8, 3.2}}}}}, {"corner", {{{{0, 0}}, {{1, 0}}}}}});
  CHECK(length(plan.walls()) == doctest::Approx(28 - 1.2 - 1));
  CHECK(plan.walls().size() == 5);
  CHECK(plan.exits()[0].width() == doctest::Approx(1.2));
  CHECK(plan.exits()[0].crossed({{7.9, 2.5}}, {{8.1, 2.5}}));
  CHECK(plan.exits()[0].crossed({{7.9, 2.5}}, {{8, 2.5}}));
  CHECK_FALSE(plan.exits()[0].crossed({{7.9, 3.5}}, {{8.1, 3.5}}));
  CHECK(plan.wall_surfaces().size() == 5);
  CHECK(plan.wall_surfaces()[0]->bounds().low[1] == 0);
  // An exit on the floor itself opens nothing; one in a thin wall is a door.
  CHECK(length(FloorPlan({room}, {}, {{"", {{{{2, 2}}, {{2, 3}}}}}}).walls()) == doctest::Approx(28));
  const FloorPlan two({room}, {{{{4, 0}}, {{4, 6}}}}, {{"", {{{{4, 2}}, {{4, 3}}}}}});
  CHECK(length(two.walls()) == doctest::Approx(33));
}

TEST_CASE("inside is within the boundary and outside the holes, for points and for grids alike") {
  const FloorPlan plan({room, pillar}, {}, {});
  CHECK(plan.inside(Vec2{{1, 1}}));
  CHECK_FALSE(plan.inside(Vec2{{3.5, 3}}));
  CHECK_FALSE(plan.inside(Vec2{{9, 1}}));
  const PlaneGrid grid{{{-1, -1}}, 0.37, 30, 25};
  const std::vector<char> in = plan.inside(grid);
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < grid.nodes(); ++n) wrong += (in[n] != 0) != plan.inside(grid.at(n));
  CHECK(wrong == 0);
  CHECK(plan.holds({{{8, 1}}, {{8, 2}}}));
  CHECK(plan.holds({{{1, 1}}, {{2, 2}}}));
  CHECK_FALSE(plan.holds({{{8, 5}}, {{8, 6.5}}}));
  CHECK_FALSE(plan.holds({{{2, 3}}, {{5, 3}}}));
}

TEST_CASE("the boundary as a surface has the floor on its positive side, at the distance of the nearest wall or exit") {
  const FloorPlan plan({room, pillar}, {}, {{"east", {{{{8, 2}}, {{8, 3}}}}}});
  const SurfacePtr boundary = plan.boundary();
  CHECK(boundary->nearest({{1, 2, 0}}).distance == doctest::Approx(1));
  CHECK(boundary->nearest({{1, 2, 0}}).normal[0] == doctest::Approx(1));
  CHECK(boundary->nearest({{7.5, 2.5, 0}}).distance == doctest::Approx(0.5));
  CHECK(boundary->nearest({{3.5, 3.9, 0}}).distance == doctest::Approx(-0.1));
  CHECK(boundary->nearest({{3.5, 3.9, 0}}).normal[1] == doctest::Approx(1));
  CHECK(boundary->nearest({{-2, 3, 0}}).distance == doctest::Approx(-2));
}

TEST_CASE("the way out goes straight to a door that is seen, and round a pillar to one that is not") {
  const FloorPlan plan({room, pillar}, {}, {{"east", {{{{8, 2.5}}, {{8, 3.5}}}}}, {"west", {{{{0, 1}}, {{0, 2}}}}}});
  const Route east(plan, {0}, 0.05), any(plan, {0, 1}, 0.05);
  CHECK(east.distance({{6, 3}}) == doctest::Approx(2).epsilon(1e-3));
  CHECK(east.direction({{6, 3}})[0] == doctest::Approx(1).epsilon(1e-3));
  const Vec2 down = east.direction({{6, 5.5}}), straight{{2, -2}};
  CHECK(dot(down, straight) / norm(straight) == doctest::Approx(1).epsilon(1e-3));
  // From (1, 3): by the corner (3, 2), along the pillar's lower side, or by its upper corners.
  const double below = norm(Vec2{{2, -1}}) + norm(Vec2{{1, 0.5}}) + 4;
  const double above = norm(Vec2{{2, 1}}) + 1.5 + norm(Vec2{{3.5, -0.5}});
  CHECK(east.distance({{1, 3}}) == doctest::Approx(std::min(below, above)).epsilon(2e-3));
  CHECK(any.distance({{1, 3}}) == doctest::Approx(norm(Vec2{{1, 1}})).epsilon(1e-3));
  CHECK(any.direction({{1, 1.5}})[0] == doctest::Approx(-1).epsilon(1e-3));
}

TEST_CASE("from anywhere on the floor the way out never goes into a wall, and it leads out") {
  const FloorPlan plan({room, pillar}, {{{{6, 6}}, {{5, 1}}}, {{{0.5, 0}}, {{2, 4.5}}}},
                       {{"west", {{{{0, 1}}, {{0, 2}}}}}});
  const Route route(plan, {0}, 0.1);
  const LineSet walls(plan.walls(), 0.5);
  test::Sampler random(3);
  int tried = 0;
  for (int k = 0; k < 3000; ++k) {
    Vec2 x{{random.between(0, 8), random.between(0, 6)}};
    if (k % 3 == 0) {  // a hair from a wall
      const Line& l = plan.walls()[static_cast<std::size_t>(k) % plan.walls().size()];
      x = l.a + random.between(0.02, 0.98) * (l.b - l.a) + 1e-3 * Vec2{{random.between(-1, 1), random.between(-1, 1)}};
    }
    if (!plan.inside(x)) continue;
    ++tried;
    const Vec2 d = route.direction(x);
    REQUIRE(norm(d) == doctest::Approx(1));
    CHECK_FALSE(walls.meet(x, x + 1e-4 * d));
  }
  CHECK(tried > 1500);
  Vec2 x{{7.5, 5.5}};
  double walked = 0;
  const double length = route.distance(x);
  while (!plan.exits()[0].crossed(x, x + 0.01 * route.direction(x)) && walked < 2 * length) {
    const Vec2 next = x + 0.01 * route.direction(x);
    REQUIRE_FALSE(walls.meet(x, next));
    x = next;
    walked += 0.01;
  }
  CHECK(walked == doctest::Approx(length).epsilon(0.01));
}

TEST_CASE("ways with a clearance keep it, and are as long as those of a disc") {
  const FloorPlan plan({room}, {{{{4, 0}}, {{4, 4}}}}, {{"stairs", {{{{7, 1}}, {{7, 1.25}}}}}});
  const double c = 0.25;
  // Round the tip: two tangents to the circle of radius c about it, and the arc between them.
  const Vec2 tip{{4, 4}}, from{{1, 1}}, to{{7, 1.25}};
  const auto tangent = [&](const Vec2& x) { return std::sqrt(dot(x - tip, x - tip) - c * c); };
  const auto turned = [&](const Vec2& x) { return std::acos(c / norm(x - tip)); };
  const double between = std::acos(dot(from - tip, to - tip) / (norm(from - tip) * norm(to - tip)));
  const double exact = tangent(from) + tangent(to) + c * (2 * M_PI - between - turned(from) - turned(to));
  for (const double spacing : {0.1, 0.05, 0.025}) {
    const Route route(plan, {0}, spacing, c);
    const double error = std::abs(route.distance(from) - exact);
    MESSAGE("spacing " << spacing << ": length " << route.distance(from) << ", exact " << exact);
    CHECK(error < 0.12 * spacing);
    Vec2 x = from;
    double nearest = 1e9;
    for (int k = 0; k < 1200 && !plan.exits()[0].crossed(x, x + 0.01 * route.direction(x)); ++k) {
      x += 0.01 * route.direction(x);
      for (const Line& w : plan.walls()) nearest = std::min(nearest, distance(w, x));
    }
    CHECK(x[0] > 6.9);
    CHECK(nearest > c - 1.5 * spacing);
  }
  // A door that is too narrow for it is none.
  const FloorPlan narrow({room}, {}, {{"slit", {{{{8, 1}}, {{8, 1.4}}}}}});
  CHECK(std::isinf(Route(narrow, {0}, 0.05, c).distance({{4, 3}})));
  CHECK(std::isfinite(Route(narrow, {0}, 0.05, 0.15).distance({{4, 3}})));
}

TEST_CASE("there is no way out of a closed room, nor from off the floor") {
  const FloorPlan plan({room}, {{{{4, 0}}, {{4, 6}}}}, {{"east", {{{{8, 2.5}}, {{8, 3.5}}}}}});
  const Route route(plan, {0}, 0.1);
  CHECK(std::isinf(route.distance({{2, 3}})));
  CHECK(route.direction({{2, 3}}) == Vec2{});
  CHECK(std::isinf(route.distance({{-3, 3}})));
  CHECK(std::isfinite(route.distance({{5, 3}})));
  CHECK(route.field().unreached > 2000);
}

TEST_CASE("plans and grids that make no sense are refused") {
  CHECK_THROWS_AS(FloorPlan({}, {}, {}), Error);
  CHECK_THROWS_AS(FloorPlan({{{{0, 0}}, {{1, 0}}}}, {}, {}), Error);
  CHECK_THROWS_AS(FloorPlan({{{{0, 0}}, {{1, 0}}, {{NAN, 1}}}}, {}, {}), Error);
  const FloorPlan plan({room}, {}, {});
  CHECK_THROWS_AS(Route(plan, {}, 0), Error);
  CHECK_THROWS_AS(Route(plan, {}, 1e-5), Error);
}

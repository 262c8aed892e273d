#include "geometry/flat_obstacles.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/surfaces.hpp"

namespace floc {
namespace {

bool distinct(const std::vector<Vec3>& points) {
  return std::adjacent_find(points.begin(), points.end()) == points.end();
}

Surfaces walls_along(const std::vector<Vec3>& points) {
  Surfaces walls;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) walls.push_back(segment(points[i], points[i + 1]));
  return walls;
}

}  // namespace

void HalfSpaceParameters::declare(Table& t) {
  t.key("point", point, {.help = "a point of its surface", .example = "[0, 0]", .unit = "m"});
  t.key("normal", normal,
        {.help = "points to the side of the particles, any length", .example = "[0, 1]", .required = true});
  t.check(norm(normal) > 0, {"normal"}, "must not be zero");
}

Surfaces HalfSpaceParameters::make(const ObstacleContext&) const { return {half_space(point, normal)}; }

void WallParameters::declare(Table& t) {
  t.key("from", from, {.help = "one end of the segment", .example = "[0, 1]", .unit = "m", .dimensions = "2"});
  t.key("to", to, {.help = "the other end of the segment", .example = "[0.4, 0.5]", .unit = "m", .dimensions = "2"});
  t.key("corner", corner,
        {.help = "a corner of the rectangle", .example = "[0, 0, 0]", .unit = "m", .dimensions = "3"});
  t.key("edge1", edge1,
        {.help = "one edge of the rectangle, from the corner", .example = "[1, 0, 0]", .unit = "m", .dimensions = "3"});
  t.key("edge2", edge2,
        {.help = "the other edge, at right angles to it", .example = "[0, 1, 0]", .unit = "m", .dimensions = "3"});
  t.key("centre", centre, {.help = "centre of the disc", .example = "[0, 0, 0]", .unit = "m", .dimensions = "3"});
  t.key("normal", normal, {.help = "a vector at right angles to the disc", .example = "[0, 0, 1]", .dimensions = "3"});
  t.key("radius", radius, {.help = "radius of the disc", .example = "0.5", .unit = "m", .above = 0, .dimensions = "3"});
  t.one_of({{"from", "to"}, {"corner", "edge1", "edge2"}, {"centre", "normal", "radius"}});
  t.check(!from || !to || *from != *to, {"to", "from"}, "must differ from from");
  if (edge1 && edge2) {
    t.check(norm(*edge1) > 0, {"edge1"}, "must not be zero");
    t.check(norm(*edge2) > 0, {"edge2"}, "must not be zero");
    t.check(std::abs(dot(*edge1, *edge2)) <= 1e-9 * norm(*edge1) * norm(*edge2), {"edge2", "edge1"},
            "must be at right angles to edge1");
  }
  t.check(!normal || norm(*normal) > 0, {"normal"}, "must not be zero");
}

Surfaces WallParameters::make(const ObstacleContext&) const {
  if (from) return {segment(*from, *to)};
  if (corner) return {rectangle(*corner, *edge1, *edge2)};
  return {disc(*centre, *normal, *radius)};
}

void BoxParameters::declare(Table& t) {
  t.key("low", low, {.help = "lower corner", .example = "[0, 0]", .unit = "m", .required = true});
  t.key("high", high, {.help = "upper corner", .example = "[1, 1]", .unit = "m", .required = true});
  t.choice("side", inside, {{"outside", false}, {"inside", true}},
           {.help = "where the particles are", .example = "\"inside\""});
  t.check(below(low, high, t.dimension()), {"high", "low"}, "must be above low");
}

Surfaces BoxParameters::make(const ObstacleContext& context) const {
  if (!inside) return {solid_box(low, high, context.dimension)};
  Surfaces walls;
  for (int k = 0; k < context.dimension; ++k) {
    Vec3 n{};
    n[k] = 1;
    walls.push_back(half_space(low, n));
    walls.push_back(half_space(high, -n));
  }
  return walls;
}

void PolygonParameters::declare(Table& t) {
  t.key("points", points,
        {.help = "its corners, one after the other",
         .example = "[[0, 0], [1, 0], [0.5, 1]]",
         .unit = "m",
         .required = true,
         .length = 3,
         .dimensions = "2"});
  t.check(distinct(points), {"points"}, "must not repeat a point at once");
}

Surfaces PolygonParameters::make(const ObstacleContext&) const {
  std::vector<Vec3> closed = points;
  closed.push_back(points.front());
  return walls_along(closed);
}

void PolylineParameters::declare(Table& t) {
  t.key("points", points,
        {.help = "its points, one after the other",
         .example = "[[0, 1], [0.4, 0.5], [0.4, 0.3]]",
         .unit = "m",
         .required = true,
         .length = 2,
         .dimensions = "2"});
  t.check(distinct(points), {"points"}, "must not repeat a point at once");
}

Surfaces PolylineParameters::make(const ObstacleContext&) const { return walls_along(points); }

}  // namespace floc

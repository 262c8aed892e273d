#include "geometry/round_obstacles.hpp"

#include "geometry/surfaces.hpp"

namespace floc {
namespace {

void declare_side(Table& t, bool& inside) {
  t.choice("side", inside, {{"outside", false}, {"inside", true}},
           {.help = "where the particles are", .example = "\"inside\""});
}

}  // namespace

void SphereParameters::declare(Table& t) {
  t.key("centre", centre, {.help = "its centre", .example = "[0, 0]", .unit = "m", .required = true});
  t.key("radius", radius, {.help = "its radius", .example = "0.3", .unit = "m", .required = true, .above = 0});
  declare_side(t, inside);
}

Surfaces SphereParameters::make(const ObstacleContext& context) const {
  return {inside ? ball_inside(centre, radius, context.dimension) : ball(centre, radius, context.dimension)};
}

void CylinderParameters::declare(Table& t) {
  t.key("from", from,
        {.help = "centre of one end", .example = "[0, 0, 0]", .unit = "m", .required = true, .dimensions = "3"});
  t.key("to", to,
        {.help = "centre of the other end", .example = "[0, 1, 0]", .unit = "m", .required = true, .dimensions = "3"});
  t.key("radius", radius, {.help = "its radius", .example = "0.3", .unit = "m", .required = true, .above = 0});
  declare_side(t, inside);
  t.choice("ends", open, {{"closed", false}, {"open", true}},
           {.help = "a drum (inside) with or without its two flat ends; a solid one always has them",
            .example = "\"open\""});
  t.check(from != to, {"to", "from"}, "must differ from from");
}

Surfaces CylinderParameters::make(const ObstacleContext&) const {
  if (!inside) return {cylinder(from, to, radius)};
  if (open) return {cylinder_inside(from, to, radius)};
  return {cylinder_inside(from, to, radius), drum_end(from, to - from, radius), drum_end(to, from - to, radius)};
}

}  // namespace floc

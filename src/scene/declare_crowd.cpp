// The keys of the floor of a crowd.
#include <algorithm>

#include "scene/scene.hpp"
#include "scene/schema.hpp"

namespace floc::scene {
namespace {

void declare_points(Table& t, std::string_view name, std::vector<Vec3>& points, const Key& about) {
  t.key(name, points, about);
  t.check(std::adjacent_find(points.begin(), points.end()) == points.end(), {name}, "must not repeat a point at once");
}

}  // namespace

void declare(Table& t, FloorHole& s) {
  declare_points(t, "points", s.points,
                 {.help = "corners of a pillar or another part that is no floor",
                  .example = "[[2, 2], [3, 2], [2.5, 3]]",
                  .unit = "m",
                  .required = true,
                  .length = 3});
}

void declare(Table& t, FloorWall& s) {
  declare_points(t, "points", s.points,
                 {.help = "points of a thin wall, one after the other",
                  .example = "[[5, 0], [5, 3]]",
                  .unit = "m",
                  .required = true,
                  .length = 2});
}

void declare(Table& t, FloorPolygons& s) {
  declare_points(t, "boundary", s.boundary,
                 {.help = "corners of the floor, one after the other",
                  .example = "[[0, 0], [8, 0], [8, 6], [0, 6]]",
                  .unit = "m",
                  .required = true,
                  .length = 3});
  t.list("holes", s.holes, {.help = "parts of it that are no floor"});
  t.list("walls", s.walls, {.help = "thin walls on it"});
}

void declare(Table& t, FloorImage& s) {
  t.key("path", s.path,
        {.help = "PNG file, relative to the scene file", .example = "\"plan.png\"", .required = true, .length = 1,
         .file = true});
  t.key("pixel", s.pixel, {.help = "width of a pixel", .example = "0.05", .unit = "m", .required = true, .above = 0});
  t.key("low", s.low, {.help = "lower left corner of the image", .example = "[0, 0]", .unit = "m"});
  t.place("path", s.place);
}

void declare(Table& t, FloorExit& s) {
  t.place("", s.place);
  t.key("name", s.name, {.help = "name of the exit", .example = "\"east\"", .required = true, .length = 1});
  t.key("from", s.from, {.help = "one end; a wall that it lies on is open there", .example = "[8, 2]", .unit = "m"});
  t.key("to", s.to, {.help = "the other end", .example = "[8, 3]", .unit = "m"});
  t.key("colour", s.colour, {.help = "or the colour of its pixels in the image", .example = "\"#ff0000\""});
  t.one_of({{"from", "to"}, {"colour"}});
  t.check(!s.from || !s.to || *s.from != *s.to, {"to", "from"}, "must differ from from");
  t.check(!s.colour || is_colour(*s.colour), {"colour"}, "must be a colour such as \"#ff0000\"");
  std::vector<std::string>& names = t.context().exits;
  t.check(std::find(names.begin(), names.end(), s.name) == names.end(), {"name"}, "is the name of an earlier exit");
  names.push_back(s.name);
}

void declare(Table& t, Floor& s) {
  t.place("", s.place);
  t.key("spacing", s.spacing,
        {.help = "of the grid that the ways out are found on",
         .example = "0.05",
         .unit = "m",
         .above = 0,
         .otherwise = "a fifth of the smallest radius, or a sixteenth of the narrowest exit where that is less"});
  t.key("clearance", s.clearance,
        {.help = "how far from walls the ways out keep; 0: the shortest ways of points",
         .example = "0.15",
         .unit = "m",
         .at_least = 0,
         .otherwise = "0.8 of the smallest radius"});
  t.key("colour", s.colour, {.help = "colour of the walls in pictures, #rrggbb", .example = "\"#404040\""});
  t.check(is_colour(s.colour), {"colour"}, "must be a colour such as \"#404040\"");
  t.kind("kind", s.plan, {.help = "how the plan is given", .required = true});
  t.list("exits", s.exits, {.help = "where people leave"});
}

}  // namespace floc::scene

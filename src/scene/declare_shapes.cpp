// The keys of shapes of particles.
#include <algorithm>

#include "scene/schema.hpp"

namespace floc::scene {
namespace {

void declare_field(Table& t, FieldKeys& s) {
  t.key("spacing", s.spacing,
        {.help = "spacing of the grid of its distances and of the points on its boundary, over the radius of the ball "
                 "round it: gaps are right to its square",
         .example = "0.05",
         .at_least = 0.002,
         .at_most = 0.25});
  t.key("band", s.band,
        {.help = "how far the grid reaches beyond the body, over that radius; distances are exact up to there, and "
                 "nearly so beyond",
         .example = "0.2",
         .above = 0,
         .at_most = 1});
  t.check(s.band >= 2 * s.spacing, {"band", "spacing"}, "must be at least two spacings");
}

void declare_placement(Table& t, Placement& s) {
  t.key("size", s.size,
        {.help = "all its lengths times this: a sphere has radius 1, a capsule width 1", .example = "0.5", .above = 0});
  t.key("centre", s.centre, {.help = "where its own origin is", .example = "[1, 0]"});
  t.key("angle", s.angle,
        {.help = "how far it is turned about its origin", .example = "1.57", .unit = "rad", .dimensions = "23"});
  t.key("axis", s.axis, {.help = "the axis it is turned about", .example = "[0, 1, 0]", .dimensions = "3"});
  t.check(norm(s.axis) > 0, {"axis"}, "must not be zero");
}

void declare_levels(Table& t, LevelSet& s) {
  t.key(
      "path", s.path,
      {.help = "values on a grid, negative inside: a legacy VTK file (ASCII, STRUCTURED_POINTS, one scalar), relative "
               "to the scene file",
       .example = "\"grain.vtk\"",
       .length = 1,
       .file = true});
  t.place("path", s.place);
  t.key("function", s.function,
        {.help = "or a formula, negative inside; any unit",
         .example = "\"x^4 + y^4 - 0.5*(x^2 + y^2) - 0.1\"",
         .variables = {"x", "y", "z"}});
  t.key("low", s.low, {.help = "lower corner of a box that the body is inside of", .example = "[-1.1, -1.1]"});
  t.key("high", s.high, {.help = "upper corner of that box", .example = "[1.1, 1.1]"});
  t.key("cells", s.cells,
        {.help = "of the grid that the formula is looked at on, along its longest side",
         .example = "40",
         .at_least = 4,
         .at_most = 400});
  t.one_of({{"path"}, {"function", "low", "high"}});
  t.check(!s.low || !s.high || below(*s.low, *s.high, t.dimension()), {"high", "low"}, "must be above low");
}

}  // namespace

void declare(Table&, RoundShape&) {}

void declare(Table& t, EllipsoidShape& s) {
  t.key("axes", s.axes, {.help = "its axes, in any unit", .example = "[2, 1]", .above = 0});
}

void declare(Table& t, SuperellipsoidShape& s) {
  t.key("axes", s.axes, {.help = "its axes, in any unit", .example = "[1, 1]", .above = 0});
  t.key(
      "exponent", s.exponent,
      {.help = "2 is an ellipsoid, large ones are boxes with round edges", .example = "4", .above = 1, .at_most = 20});
}

void declare(Table& t, CapsuleShape& s) {
  t.key("aspect", s.aspect,
        {.help = "length over width, round ends included", .example = "3", .above = 1, .at_most = 100});
}

void declare(Table& t, BoxShape& s) {
  t.key("sides", s.sides, {.help = "its sides, in any unit", .example = "[2, 1]", .above = 0});
  t.key("rounding", s.rounding,
        {.help = "radius of the ball that rounds its edges, in that unit; it adds to the sides",
         .example = "0.1",
         .at_least = 0});
}

void declare(Table& t, PolytopeShape& s) {
  t.key("points", s.points,
        {.help = "the points, in any unit",
         .example = "[[0, 0], [1, 0], [0, 1]]",
         .required = true,
         .length = 3});
  t.key("rounding", s.rounding,
        {.help = "radius of the ball that rounds its edges, in that unit", .example = "0.1", .at_least = 0});
}

void declare(Table& t, PartTable& s) {
  t.kind("kind", s.shape, {.help = "which shape", .required = true});
  declare_placement(t, s.at);
}

void declare(Table& t, ClumpShape& s) {
  t.list("parts", s.parts, {.help = "its parts"});
  t.check(!s.parts.empty(), {"parts"}, "is missing: a clump needs at least one");
  t.key("mass", s.mass,
        {.help = "what parts share counts once (united), or parts that overlap are an error (sum)",
         .example = "\"sum\"",
         .choices = {"united", "sum"}});
}

void declare(Table& t, MeshShape& s) {
  t.key("path", s.path,
        {.help = "in space an STL file (text or binary) or an OBJ file; in the plane lines \"x y\", the corners of a "
                 "polygon in order. Any unit; relative to the scene file. The surface has to close",
         .example = "\"stone.obj\"",
         .required = true,
         .length = 1,
         .file = true});
  t.place("path", s.place);
  declare_field(t, s.field);
}

void declare(Table& t, LevelSetShape& s) {
  declare_levels(t, s.levels);
  declare_field(t, s.field);
}

void declare(Table& t, ShapeTable& s) {
  t.place("", s.place);
  t.kind("kind", s.shape, {.help = "which shape", .required = true});
  t.key("orientation", s.orientation,
        {.help = "of each at the start: at random, or all as the shape is given",
         .example = "\"aligned\"",
         .choices = {"random", "aligned"}});
  t.key("inertia", s.inertia,
        {.help = "its moments of inertia about its principal axes (2D: its moment), over mass and radius²: of a hollow "
                 "or a weighted body",
         .example = "[0.6]",
         .above = 0,
         .otherwise = "those of the solid"});
  t.place("inertia", s.inertia_place);
  if (!s.inertia || t.dimension() == 0) return;
  const std::vector<double>& m = *s.inertia;
  t.check(m.size() == (t.dimension() == 3 ? 3u : 1u), {"inertia"},
          t.dimension() == 3 ? "must be a list of 3 numbers" : "must be a list of 1 number in the plane");
  if (m.size() == 3)
    t.check(2 * *std::max_element(m.begin(), m.end()) <= (m[0] + m[1] + m[2]) * (1 + 1e-12), {"inertia"},
            "is of no body: none of the three moments may be above the sum of the other two");
}

void declare(Table& t, SolidTable& s) { t.kind("kind", s.shape, {.help = "which shape", .required = true}); }

void MeshObstacle::declare(Table& t) {
  t.key("path", path,
        {.help = "in space an STL file (text or binary) or an OBJ file; in the plane lines \"x y\", the corners of a "
                 "polygon in order. Relative to the scene file",
         .example = "\"hopper.stl\"",
         .required = true,
         .length = 1,
         .file = true,
         .dimensions = "23"});
  t.place("path", place);
  declare_placement(t, at);
}

void LevelSetObstacle::declare(Table& t) {
  declare_levels(t, levels);
  declare_placement(t, at);
}

void SolidObstacle::declare(Table& t) {
  t.table("shape", solid,
          {.help = "its shape, with the lengths that it is given, times size",
           .example = "{ kind = \"ellipsoid\", axes = [0.2, 0.1] }",
           .required = true,
           .dimensions = "23"});
  declare_placement(t, at);
}

}  // namespace floc::scene

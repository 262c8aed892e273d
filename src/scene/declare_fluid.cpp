// The keys of a fluid.
#include "scene/schema.hpp"

namespace floc::scene {

void declare(Table& t, FluidSide& s) {
  t.place("", s.place);
  t.key("side", s.side,
        {.help = "which side of the box: the lower (-) or the upper one (+) of a direction",
         .example = "\"+y\"",
         .required = true,
         .choices = {"-x", "+x", "-y", "+y", "-z", "+z"}});
  t.choice("kind", s.kind, {{"wall", FaceKind::wall}, {"slip", FaceKind::slip}, {"open", FaceKind::open}},
           {.help = "wall: the fluid has the velocity given; slip: nothing goes through, and nothing is dragged along; "
                    "open: the pressure is 0",
            .example = "\"slip\""});
  t.key("velocity", s.velocity,
        {.help = "of a wall: 0 for one at rest, along it for one that moves, through it for what flows in",
         .example = R"toml(["4*y*(1-y)", "0"])toml",
         .unit = "m/s"});
  const char last = s.side.empty() ? 'x' : s.side.back();
  t.check(t.dimension() != 2 || last != 'z', {"side"}, "names a direction this dimension does not have");
}

void declare(Table& t, Fluid& s) {
  t.place("", s.place);
  t.place("cell", s.cell_place);
  t.place("lubrication", s.lubrication_place);
  t.key(
      "low", s.low,
      {.help = "lower corner of the box it fills", .example = "[0, 0]", .unit = "m", .otherwise = "that of [domain]"});
  t.key("high", s.high, {.help = "upper corner", .example = "[2, 6]", .unit = "m", .otherwise = "that of [domain]"});
  t.key("cell", s.cell,
        {.help = "size of the cells of its grid; a body is at least 8 of them across, 16 are good",
         .example = "0.02",
         .unit = "m",
         .required = true,
         .above = 0});
  s.settings.declare(t);
  t.key("buoyancy", s.buoyancy,
        {.help = "the gravity that lifts bodies by what they displace; the pressure is without that of depth",
         .example = "[0, -9.81]",
         .unit = "m/s²",
         .otherwise = "that of [forces]"});
  t.key("pressure_gradient", s.pressure_gradient,
        {.help = "a mean gradient of the pressure, negative to push forwards", .example = "[-0.5, 0]", .unit = "Pa/m"});
  t.key("gap", s.gap,
        {.help =
             "contacts keep surfaces this far apart, so that the grid sees what is between them; the overlap of a step "
             "is what is missing of it",
         .example = "0.0",
         .unit = "m",
         .at_least = 0,
         .otherwise = "one cell; 0 where bodies do not move the fluid"});
  t.list("sides", s.sides, {.help = "sides of the box that are no walls at rest; periodic ones are those of [domain]"});
  t.context().fluid = true;
}

}  // namespace floc::scene

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
  using enum Fluid::Kind;
  t.choice(
      "kind", s.kind, {{"navier-stokes", navier_stokes}, {"stokes", unsteady_stokes}, {"steady-stokes", steady_stokes}},
      {.help = "with its inertia; without advection (unsteady Stokes: slow flows); or without any inertia, also of "
               "the bodies: velocities at which all forces balance",
       .example = "\"steady-stokes\""});
  t.choice("coupling", s.coupling,
           {{"two-way", Coupling::two_way}, {"one-way", Coupling::one_way}, {"passive", Coupling::passive}},
           {.help = "two-way: bodies and fluid move each other; one-way: the fluid does not feel the bodies, and they have "
                    "the drag of [[forces.drag]] with flow = { kind = \"fluid\" }; passive: they go where the fluid goes, "
                    "and no force acts on them",
            .example = "\"passive\""});
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
  t.key("density", s.density,
        {.help = "its density", .example = "1000", .unit = "kg/m^d", .required = true, .above = 0});
  t.key("viscosity", s.viscosity,
        {.help = "its dynamic viscosity", .example = "1e-3", .unit = "Pa s", .required = true, .above = 0});
  t.key("velocity", s.velocity,
        {.help = "of the fluid at the start; what of it has a divergence is taken out",
         .example = R"toml(["sin(x)*cos(y)", "-cos(x)*sin(y)"])toml",
         .unit = "m/s",
         .otherwise = "at rest"});
  t.key("buoyancy", s.gravity,
        {.help = "the gravity that lifts bodies by what they displace; the pressure is without that of depth",
         .example = "[0, -9.81]",
         .unit = "m/s²",
         .otherwise = "that of [forces]"});
  t.key("pressure_gradient", s.pressure_gradient,
        {.help = "a mean gradient of the pressure, negative to push forwards", .example = "[-0.5, 0]", .unit = "Pa/m"});
  t.key("mean_velocity", s.mean_velocity,
        {.help = "of steady Stokes flow through a periodic box, with whatever pressure gradient that needs",
         .example = "[1, 0]",
         .unit = "m/s",
         .otherwise = "what the pressure gradient gives; 0 without one where there are no walls"});
  t.key("force", s.force,
        {.help = "on the fluid, a mass: an acceleration", .example = R"toml(["0", "0.1*sin(x)"])toml", .unit = "m/s²"});
  t.key("gap", s.gap,
        {.help =
             "contacts keep surfaces this far apart, so that the grid sees what is between them; the overlap of a step "
             "is what is missing of it",
         .example = "0.0",
         .unit = "m",
         .at_least = 0,
         .otherwise = "one cell; 0 where bodies do not move the fluid"});
  t.key(
      "lubrication", s.lubrication,
      {.help =
           "forces of the fluid between discs or spheres, and between them and obstacles, that the grid does not see: "
           "below two and a half cells, with a gap of less than that; bodies of other shapes beside them have none",
       .example = "true"});
  t.choice("diffusion", s.diffusion,
           {{"auto", Diffusion::automatic}, {"implicit", Diffusion::implicit}, {"explicit", Diffusion::explicit_}},
           {.help = "how viscosity is stepped: explicit is cheaper, and stable for short steps only",
            .example = "\"implicit\""});
  t.list("sides", s.sides, {.help = "sides of the box that are no walls at rest; periodic ones are those of [domain]"});
  t.context().fluid = true;
}

}  // namespace floc::scene

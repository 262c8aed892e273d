// The keys of a fluid, whatever box it fills.
#include "step/fluid_settings.hpp"

namespace floc {

void FluidSettings::declare(Table& t) {
  enum class Kind { navier_stokes, unsteady_stokes, steady_stokes };
  using enum Kind;
  Kind kind = steady ? steady_stokes : advection ? navier_stokes : unsteady_stokes;
  t.choice(
      "kind", kind, {{"navier-stokes", navier_stokes}, {"stokes", unsteady_stokes}, {"steady-stokes", steady_stokes}},
      {.help = "with its inertia; without advection (unsteady Stokes: slow flows); or without any inertia, also of "
               "the bodies: velocities at which all forces balance",
       .example = "\"steady-stokes\""});
  steady = kind == steady_stokes;
  advection = kind == navier_stokes;
  t.choice(
      "coupling", coupling,
      {{"two-way", Coupling::two_way}, {"one-way", Coupling::one_way}, {"passive", Coupling::passive}},
      {.help = "two-way: bodies and fluid move each other; one-way: the fluid does not feel the bodies, and they have "
               "the drag of [[forces.drag]] with flow = { kind = \"fluid\" }; passive: they go where the fluid goes, "
               "and no force acts on them",
       .example = "\"passive\""});
  t.key("density", density, {.help = "its density", .example = "1000", .unit = "kg/m^d", .required = true, .above = 0});
  t.key("viscosity", viscosity,
        {.help = "its dynamic viscosity", .example = "1e-3", .unit = "Pa s", .required = true, .above = 0});
  t.key("velocity", velocity,
        {.help = "of the fluid at the start; what of it has a divergence is taken out",
         .example = R"toml(["sin(x)*cos(y)", "-cos(x)*sin(y)"])toml",
         .unit = "m/s",
         .otherwise = "at rest"});
  t.key("mean_velocity", mean_velocity,
        {.help = "of steady Stokes flow through a periodic box, with whatever pressure gradient that needs",
         .example = "[1, 0]",
         .unit = "m/s",
         .otherwise = "what the pressure gradient gives; 0 without one where there are no walls"});
  t.key("force", force,
        {.help = "on the fluid, per mass: an acceleration", .example = R"toml(["0", "0.1*sin(x)"])toml", .unit = "m/s²"});
  t.key(
      "lubrication", lubrication,
      {.help =
           "forces of the fluid between discs or spheres, and between them and obstacles, that the grid does not see: "
           "below two and a half cells, with a gap of less than that; bodies of other shapes beside them have none",
       .example = "true"});
  t.choice("diffusion", diffusion,
           {{"auto", Diffusion::automatic}, {"implicit", Diffusion::implicit}, {"explicit", Diffusion::explicit_}},
           {.help = "how viscosity is stepped: explicit is cheaper, and stable for short steps only",
            .example = "\"implicit\""});
}

}  // namespace floc

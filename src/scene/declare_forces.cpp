// The keys of the tables below [forces].
#include <cmath>

#include "forces/field.hpp"
#include "scene/schema.hpp"

namespace floc::scene {
namespace {

void declare_rate(Table& t, double& rate) {
  t.key("rate", rate,
        {.help = "rate of shear or strain", .example = "1", .unit = "1/s", .required = true, .dimensions = "23"});
}

void declare_speed(Table& t, double& speed) {
  t.key("speed", speed,
        {.help = "the largest velocity", .example = "0.1", .unit = "m/s", .required = true, .dimensions = "23"});
}

void declare_centre(Table& t, Vec3& centre) {
  t.key("centre", centre, {.help = "a point where the fluid is at rest", .example = "[0.5, 0.5]", .unit = "m"});
}

}  // namespace

void declare_groups(Table& t, std::vector<std::string>& groups) {
  t.key("groups", groups,
        {.help = "the groups it acts on",
         .example = R"(["sand"])",
         .choices = t.context().groups,
         .otherwise = "every particle"});
}

void declare(Table& t, FlowFormula& s) {
  t.key("velocity", s.velocity, {.help = "velocity U of the fluid", .example = R"(["U0*y", "0"])", .unit = "m/s"});
}

void declare(Table& t, FlowShear& s) {
  declare_rate(t, s.rate);
  declare_centre(t, s.centre);
}

void declare(Table& t, FlowOscillatingShear& s) {
  declare_rate(t, s.rate);
  t.key("frequency", s.frequency,
        {.help = "swings a unit of time", .example = "0.5", .unit = "1/s", .required = true, .at_least = 0});
  t.key("phase", s.phase, {.help = "phase at time 0", .example = "1.57", .unit = "rad"});
  declare_centre(t, s.centre);
}

void declare(Table& t, FlowRotation& s) {
  t.key("angular_velocity", s.angular_velocity,
        {.help = "angular velocity, counter-clockwise",
         .example = "6.28",
         .unit = "rad/s",
         .required = true,
         .dimensions = "23"});
  declare_centre(t, s.centre);
  t.key("axis", s.axis, {.help = "axis of rotation through the centre", .example = "[0, 1, 0]", .dimensions = "3"});
  t.check(norm(s.axis) > 0, {"axis"}, "must not be zero");
}

void declare(Table& t, FlowPoiseuille& s) {
  declare_speed(t, s.speed);
  t.key("low", s.low, {.help = "y of one wall", .example = "0", .unit = "m", .required = true});
  t.key("high", s.high, {.help = "y of the other wall", .example = "1", .unit = "m", .required = true});
  t.check(s.low < s.high, {"high", "low"}, "must be above low");
}

void declare(Table& t, FlowTaylorGreen& s) {
  declare_speed(t, s.speed);
  t.key("wavelength", s.wavelength,
        {.help = "period of the lattice, two vortices", .example = "1", .unit = "m", .required = true, .above = 0});
  declare_centre(t, s.centre);
}

void declare(Table& t, FlowStagnation& s) {
  declare_rate(t, s.rate);
  declare_centre(t, s.centre);
}

void declare(Table& t, Flow& s) { t.kind("kind", s, {.help = "the flow: one with a name, or expressions"}); }

void declare(Table& t, Drag& s) {
  t.key("tau", s.tau, {.help = "relaxation time m/ξ, the same for all", .example = "0.1", .unit = "s", .above = 0});
  t.key("viscosity", s.viscosity,
        {.help = "or the viscosity ν, with Stokes' ξ = 6πνr", .example = "1e-3", .unit = "Pa s", .above = 0});
  t.table("flow", s.flow,
          {.help = "velocity U of the surrounding flow: expressions, or a flow with a name",
           .example = R"({ kind = "shear", rate = 1 })",
           .unit = "m/s",
           .otherwise = "at rest",
           .shorthand = "velocity"});
  t.key("scheme", s.scheme,
        {.help = "implicit is stable for any step, explicit for h < 2τ",
         .example = "\"explicit\"",
         .choices = {"implicit", "explicit"}});
  t.one_of({{"tau"}, {"viscosity"}});
  declare_groups(t, s.groups);
}

void declare(Table& t, Field& s) {
  t.key("force", s.force,
        {.help = "force on a particle", .example = R"(["-k*x", "-k*y"])", .unit = "N", .variables = field_variables()});
  t.key("acceleration", s.acceleration,
        {.help = "or force a mass",
         .example = R"(["-x - 0.1*vx", "0"])",
         .unit = "m/s²",
         .variables = field_variables()});
  t.one_of({{"force"}, {"acceleration"}});
  declare_groups(t, s.groups);
}

void declare(Table& t, Attraction& s) {
  t.key("kappa", s.kappa,
        {.help = "depth κ of the potential; κ/ε is the force at contact",
         .example = "3e-3",
         .unit = "J",
         .required = true,
         .at_least = 0});
  t.key("epsilon", s.epsilon,
        {.help = "range ε of the potential κ tanh(D/ε)", .example = "3e-3", .unit = "m", .required = true, .above = 0});
  t.key("cutoff", s.cutoff,
        {.help = "gap beyond which the force is 0, and where the potential is shifted to 0",
         .example = "0.02",
         .unit = "m",
         .above = 0,
         .otherwise = "6 epsilon"});
  t.key("scaling", s.scaling,
        {.help = "\"root-step\" divides the force by √h, as AGG does beside noise",
         .example = "\"root-step\"",
         .choices = {"none", "root-step"}});
  t.key("between", s.between,
        {.help = "all pairs, those of one group (friends), or those of different groups",
         .example = "\"same-group\"",
         .choices = {"all", "same-group", "different-groups"}});
  declare_groups(t, s.groups);
}

void declare(Table& t, Noise& s) {
  t.key("sigma", s.sigma,
        {.help = "intensity σ of the white noise: σ√h W of momentum a step",
         .example = "0.5",
         .unit = "N √s",
         .required = true,
         .at_least = 0});
  declare_groups(t, s.groups);
}

void declare(Table& t, Repulsion& s) {
  t.key("range", s.range,
        {.help = "gap ρ below which bodies push", .example = "0.01", .unit = "m", .required = true, .above = 0});
  t.key("epsilon", s.epsilon,
        {.help = "ε of the push (S + D)(ρ − D)²/ε before contact",
         .example = "1e-4",
         .unit = "m³/N",
         .required = true,
         .above = 0});
  t.key("epsilon_contact", s.epsilon_contact,
        {.help = "ε' of the push (S + D)(−D)/ε' in an overlap",
         .example = "1e-2",
         .unit = "m²/N",
         .required = true,
         .above = 0});
}

void declare(Table& t, Capillary& s) {
  t.key("surface_tension", s.surface_tension,
        {.help = "surface tension γ of the liquid", .example = "0.072", .unit = "N/m", .required = true, .at_least = 0});
  t.key("volume", s.volume, {.help = "liquid in one bridge", .example = "1e-9", .unit = "m³", .above = 0});
  t.key("angle", s.angle, {.help = "wetting angle", .example = "10", .unit = "degrees", .at_least = 0, .at_most = 90});
  t.key("A", s.a,
        {.help = "or the law itself, πγ√(r_i r_j)(exp(−A D + B) + C) at the gap D: decay A",
         .example = "2000",
         .unit = "1/m",
         .at_least = 0});
  t.key("B", s.b, {.help = "coefficient B of that law", .example = "0.5"});
  t.key("C", s.c, {.help = "coefficient C of that law", .example = "0.06"});
  t.key("rupture", s.rupture, {.help = "gap at which a bridge breaks", .example = "1e-3", .unit = "m", .above = 0});
  t.one_of({{"volume", "angle"}, {"A", "B", "C", "rupture"}});
  if (s.a && s.b && s.c && s.rupture)
    t.check(std::exp(*s.b - *s.a * *s.rupture) + *s.c >= 0, {"C", "A", "B", "rupture"},
            "makes a bridge push before it breaks: exp(−A rupture + B) + C must not be negative");
  declare_groups(t, s.groups);
}

}  // namespace floc::scene

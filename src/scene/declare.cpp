// Every key of a scene, once: name, help, example, unit, bounds. Types and defaults are those of the
// members in tables.hpp. Leaves come first, the whole scene last.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parts.hpp"
#include "projection/solver.hpp"
#include "scene/make_measure.hpp"
#include "scene/make_time.hpp"
#include "scene/scene.hpp"
#include "scene/schema.hpp"
#include "step/combinations.hpp"
#include "step/packing.hpp"

namespace floc::scene {
namespace {

constexpr double most_particles = 1e8;

}  // namespace

bool is_colour(const std::string& s) {
  return s.size() == 7 && s[0] == '#' && s.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
}

void declare(Table& t, General& s) {
  t.key("dimension", s.dimension,
        {.help = "dimension of space: 1, 2 or 3", .example = "2", .required = true, .at_least = 1, .at_most = 3});
  t.key("seed", s.seed, {.help = "seed of every random number of the run", .example = "7", .at_least = 0});
}

void declare(Table& t, Time& s) {
  t.key("step", s.step, {.help = "time step h", .example = "1e-3", .unit = "s", .required = true, .above = 0});
  t.key("start", s.start, {.help = "time of the initial state", .example = "0", .unit = "s"});
  t.key("end", s.end, {.help = "time at which the run ends", .example = "2.0", .unit = "s", .required = true});
  t.check(s.end > s.start, {"end", "start"}, "must be above start");
  t.check(s.end <= s.start || s.step <= s.end - s.start, {"step", "end", "start"}, "is larger than the whole run");
  const std::string fault = fault_of_clock(s);
  t.check(fault.empty(), {"step", "end", "start"}, fault);
  t.context().step = s.step;
  t.table("adaptive", s.adaptive,
          {.help = "shorter steps where the certificate asks for them: h becomes the largest", .otherwise = "steps of h"});
}

void declare(Table& t, Periodicity& s) {
  t.place("", s.place);
  t.key("periodic", s.periodic,
        {.help = "directions in which space repeats", .example = R"(["x"])", .choices = {"x", "y", "z"}});
  t.key("low", s.low,
        {.help = "lower corner; counts in periodic directions only",
         .example = "[0, 0]",
         .unit = "m",
         .otherwise = "needed when a direction is periodic"});
  t.key("high", s.high,
        {.help = "upper corner; counts in periodic directions only",
         .example = "[1, 1]",
         .unit = "m",
         .otherwise = "needed when a direction is periodic"});
  const int d = t.dimension();
  for (int k = d; k < 3; ++k) t.check(!s.along(k), {"periodic"}, "names a direction this dimension does not have");
  const bool corners = s.low && s.high;
  t.check(s.periodic.empty() || corners, {"periodic"}, "needs the corners low and high");
  for (int k = 0; k < d && corners; ++k)
    t.check(!s.along(k) || (*s.low)[k] < (*s.high)[k], {"high", "low"},
            "must be above low in every periodic direction");
}

void declare(Table& t, Group& s) {
  t.key("name", s.name, {.help = "name of the group", .example = "\"sand\"", .required = true, .length = 1});
  t.key("colour", s.colour, {.help = "colour in pictures, #rrggbb", .example = "\"#c9a227\""});
  t.check(is_colour(s.colour), {"colour"}, "must be a colour such as \"#c9a227\"");
  std::vector<std::string>& names = t.context().groups;
  t.check(std::find(names.begin(), names.end(), s.name) == names.end(), {"name"}, "is the name of an earlier group");
  names.push_back(s.name);
}

// ---- particles ----

void declare(Table& t, LogNormal& s) {
  t.key("median", s.median, {.help = "median radius", .example = "0.01", .unit = "m", .required = true, .above = 0});
  t.key("sigma", s.sigma,
        {.help = "standard deviation of ln r", .example = "0.2", .required = true, .at_least = 0, .at_most = 5});
}

void declare(Table& t, Radius& s) {
  t.key("constant", s.constant, {.help = "the same for all", .example = "0.01", .unit = "m", .above = 0});
  t.key("uniform", s.uniform,
        {.help = "drawn evenly between two radii", .example = "[0.01, 0.02]", .unit = "m", .above = 0});
  t.table("lognormal", s.lognormal, {.help = "drawn log-normally: ln r is normal about ln median"});
  t.key("list", s.list,
        {.help = "listed radii, taken in turn and again from the first when used up",
         .example = "[0.01, 0.015, 0.02]",
         .unit = "m",
         .above = 0,
         .length = 1});
  t.one_of({{"constant"}, {"uniform"}, {"lognormal"}, {"list"}});
}

void declare(Table& t, Lattice& s) {
  t.key("spacing", s.spacing,
        {.help = "distance of nearest neighbours", .example = "0.02", .unit = "m", .required = true, .above = 0});
  t.key("arrangement", s.arrangement,
        {.help = "square (cubic in 3D) or hexagonal (close-packed layers in 3D)",
         .example = "\"hexagonal\"",
         .choices = {"square", "hexagonal"}});
  t.key("jitter", s.jitter,
        {.help = "random shift, as a share of the room between neighbours: up to 1 never makes an overlap",
         .example = "0.5",
         .at_least = 0,
         .at_most = 1});
  t.key("low", s.low,
        {.help = "lower corner of the box to fill; cells of edge `spacing` start here",
         .example = "[0, 0]",
         .unit = "m"});
  t.key("high", s.high, {.help = "upper corner of the box to fill", .example = "[1, 0.5]", .unit = "m"});
  t.key("origin", s.origin, {.help = "centre of the first particle", .example = "[0.01, 0.01]", .unit = "m"});
  t.key("counts", s.counts,
        {.help = "how many along each direction", .example = "[10, 20]", .at_least = 1, .at_most = most_particles});
  t.one_of({{"low", "high"}, {"origin", "counts"}});
  t.check(!s.low || !s.high || below(*s.low, *s.high, t.dimension()), {"high", "low"}, "must be above low");
}

void declare(Table& t, Random& s) {
  t.key("count", s.count, {.help = "how many particles", .example = "500", .at_least = 1, .at_most = most_particles});
  t.key("fraction", s.fraction,
        {.help = "or the solid fraction of the box: up to 0.80 of the area in 2D, 0.60 of the volume in 3D",
         .example = "0.4",
         .above = 0,
         .below = 1});
  t.key(
      "low", s.low,
      {.help = "lower corner of the box that holds the particles", .example = "[0, 0]", .unit = "m", .required = true});
  t.key("high", s.high, {.help = "upper corner of that box", .example = "[1, 1]", .unit = "m", .required = true});
  t.one_of({{"count"}, {"fraction"}});
  const double densest = densest_packing(t.dimension());
  t.check(!s.fraction || t.dimension() == 0 || *s.fraction <= densest, {"fraction"},
          fmt::format("must be at most {:.2f}: no denser packing at random is promised in dimension {}", densest,
                      t.dimension()));
  t.check(below(s.low, s.high, t.dimension()), {"high", "low"}, "must be above low");
}

void declare(Table& t, Pour& s) {
  t.key("count", s.count,
        {.help = "how many particles in all",
         .example = "1000",
         .required = true,
         .at_least = 1,
         .at_most = most_particles});
  t.key("rate", s.rate,
        {.help = "particles per unit of time; one that finds no room waits",
         .example = "200",
         .unit = "1/s",
         .above = 0,
         .otherwise = "all that keep lets in"});
  t.key("keep", s.keep,
        {.help = "they enter only while there are fewer bodies than this: whoever is removed is made up for",
         .example = "500",
         .at_least = 1,
         .otherwise = "however many there are"});
  t.check(s.rate || s.keep, {"rate", "keep"}, "is missing: a pour needs rate, keep, or both");
  t.key("start", s.start,
        {.help = "when the first one is due", .example = "0.5", .unit = "s", .otherwise = "the start of the run"});
  t.key("low", s.low,
        {.help = "lower corner of the region they enter", .example = "[0.4, 0.9]", .unit = "m", .required = true});
  t.key("high", s.high,
        {.help = "upper corner of that region", .example = "[0.6, 1.0]", .unit = "m", .required = true});
  t.check(below(s.low, s.high, t.dimension()), {"high", "low"}, "must be above low");
}

void declare(Table& t, File& s) {
  t.key("path", s.path,
        {.help = "CSV with a header (x, y, z, r, vx, vy, vz, m, group) or extended XYZ (the first frame); relative to "
                 "the scene file; what the file gives wins over the keys of this table",
         .example = "\"grains.csv\"",
         .required = true,
         .length = 1,
         .file = true});
  t.place("path", s.place);
}

void declare(Table& t, Particles& s) {
  t.place("", s.place);
  t.kind("kind", s.source, {.help = "where the particles come from", .required = true});
  t.key("group", s.group,
        {.help = "name of the group they belong to", .example = "\"sand\"", .otherwise = "the first group"});
  t.table("radius", s.radius,
          {.help = "radii: a number, or a table with a rule",
           .example = "{ uniform = [0.01, 0.02] }",
           .unit = "m",
           .required = !std::holds_alternative<File>(s.source),
           .otherwise = "required, unless a file gives radii",
           .shorthand = "constant"});
  const bool assembly = std::holds_alternative<Assembly>(s.source);
  t.check(!assembly || !s.radius || s.radius->constant || s.radius->list, {"radius"},
          "must be one number or a list for the beads of an assembly: its copies are alike, each size is a table of its own");
  // An assembly has a shape of its own.
  if (!assembly && !std::holds_alternative<Chain>(s.source))
    t.table("shape", s.shape,
            {.help = "their shape, in proportions: the radius is that of the ball (2D: disc) of the same volume",
             .example = "{ kind = \"ellipsoid\", axes = [2, 1] }",
             .dimensions = "23",
             .otherwise = "spheres"});
  t.key("mass", s.mass,
        {.help = "mass (of an assembly that of the whole body), or \"radius-cubed\" for (r/r̄)³ with r̄ the mean radius of all particles",
         .example = "1.0",
         .unit = "kg",
         .above = 0,
         .choices = {"radius-cubed"},
         .otherwise = "from the density"});
  t.key("density", s.density,
        {.help = "mass per volume (an area in 2D, a length in 1D)",
         .example = "2500",
         .unit = "kg/m^d",
         .above = 0,
         .otherwise = "1 when no mass is given either"});
  t.key("velocity", s.velocity,
        {.help = "initial velocity: numbers or expressions", .example = R"(["0", "-1 + 0.1*x"])", .unit = "m/s"});
  for (std::size_t k = 0; k < 3; ++k) t.place("velocity", k, s.velocity_place[k]);
  t.at_most_one_of({{"mass"}, {"density"}});
  const std::vector<std::string>& names = t.context().groups;
  t.check(s.group.empty() || std::find(names.begin(), names.end(), s.group) != names.end(), {"group"},
          "names no group of this scene" + did_you_mean(s.group, names));
}

// ---- how it is computed and kept ----

void declare(Table&, Inertial&) {}
void declare(Table&, FirstOrder&) {}

void declare(Table& t, Stepper& s) { t.kind("kind", s, {.help = "what a step does with the velocities"}); }

void declare(Table& t, Output& s) {
  t.key("every", s.every,
        {.help = "time between frames",
         .example = "0.01",
         .unit = "s",
         .above = 0,
         .otherwise = "a hundredth of the run"});
  t.key("every_steps", s.every_steps, {.help = "or steps between frames", .example = "10", .at_least = 1});
  t.key("precision", s.precision,
        {.help = "numbers of the trajectory", .example = "\"float64\"", .choices = {"float32", "float64"}});
  t.key("compression", s.compression,
        {.help = "0 none, 1 fast … 9 smallest file", .example = "0", .at_least = 0, .at_most = 9});
  t.key("contacts", s.contacts, {.help = "keep the contacts and bridges of every frame", .example = "false"});
  t.key("flow_every", s.flow_every,
        {.help = "of so many frames one has the flow of the fluid, and the last one; 0: none has",
         .example = "5",
         .at_least = 0});
  t.key("statistics_every", s.statistics_every,
        {.help = "steps between the lines of steps.csv; steps that do not converge have one in any case",
         .example = "100",
         .at_least = 1});
  t.key("checkpoint_every", s.checkpoint_every,
        {.help = "wall-clock time between checkpoints", .example = "600", .unit = "s", .above = 0});
  t.key("checkpoint_every_steps", s.checkpoint_every_steps,
        {.help = "also a checkpoint after so many steps; 0: by the clock only", .example = "1000", .at_least = 0});
  t.at_most_one_of({{"every"}, {"every_steps"}});
}

void declare(Table& t, Start& s) {
  t.key("overlaps", s.overlaps,
        {.help = "particles that overlap at the start are an error, or are separated by the smallest motion",
         .example = "\"repair\"",
         .choices = {"error", "repair"}});
}

// The tables of a scene, one line each.
void declare(Table& t, Scene& s) {
  t.key("title", s.title, {.help = "what the scene shows", .example = "\"Grains through a funnel\""});
  t.table("scene", s.scene, {.help = "space and randomness"});
  t.context().dimension = s.dimension();
  t.table("time", s.time, {.help = "when the run begins and ends"});
  t.key("constants", s.constants, {.help = "named constants for expressions", .example = "{ U0 = 1.5 }"});
  t.context().constants = s.constants;
  if (t.context().stage_start) t.context().constants["stage_start"] = *t.context().stage_start;
  t.table("domain", s.domain, {.help = "periodic directions; space has no other bounds than obstacles"});
  t.list("groups", s.groups, {.help = "groups of particles", .otherwise = "one group, \"grains\""});
  if (t.context().groups.empty()) t.context().groups = {s.groups.emplace_back(Group{"grains"}).name};
  t.list("particles", s.particles, {.help = "particles, from any number of sources"});
  t.list("bonds", s.bonds, {.help = "pairs of particles that keep their distance"});
  t.list("joints", s.joints, {.help = "joints between particles, or with the world; bodies turn then", .dimensions = "23"});
  t.list("obstacles", s.obstacles.size(), {.help = "bodies of infinite mass, fixed or with a prescribed motion"},
         [&](Table& below, std::size_t k) {
           while (s.obstacles.size() <= k) s.obstacles.emplace_back(s.registry);
           declare(below, s.obstacles[k], s.registry);
         });
  t.table("floor", s.floor, {.help = "the floor of a crowd: walls and exits", .dimensions = "2", .otherwise = "none"});
  t.list("removals", s.removals, {.help = "regions that remove the bodies whose centres are in them, after every step"});
  t.table("contact", s.contact, {.help = "the contact law"});
  t.table("friction", s.friction,
          {.help = "Coulomb friction at contacts, beside the law; bodies turn then", .dimensions = "23", .otherwise = "none, and nobody turns", .shorthand = "coefficient"});
  t.table("fluid", s.fluid, {.help = "a viscous fluid that the bodies are in; they turn then", .dimensions = "23", .otherwise = "none"});
  t.table("forces", s.forces, {.help = "what acts on the particles"});
  t.table("stepper", s.stepper, {.help = "how velocities become motion"});
  t.table("solver", s.solver, {.help = "how the projection of each step is solved"});
  t.table("output", s.output, {.help = "what is kept of a run"});
  t.table("measure", s.measure, {.help = "what a run measures of itself"});
  t.context().quantities = measured_quantities(s, t.context());
  t.table("stop", s.stop, {.help = "what ends a run before its time: any of these"});
  t.list("stages", s.stages, {.help = "the run in parts: what differs in each, and when it ends"});
  t.table("start", s.start, {.help = "what is done with the initial state"});
}

}  // namespace floc::scene

// The keys of particles that are linked: chains, rigid assemblies, bonds and joints.
#include <algorithm>

#include "scene/make_particles.hpp"
#include "scene/schema.hpp"

namespace floc::scene {
namespace {

constexpr double most_beads = 1e6;

void declare_copies(Table& t, Copies& s) {
  t.key("centres", s.centres,
        {.help = "where the middle of each copy stands", .example = "[[0, 0], [0, 0.5]]", .unit = "m", .length = 1});
  t.key("directions", s.directions,
        {.help = "where the first axis of each copy points, any length; taken in turn, with centres",
         .example = "[[1, 0], [0, 1]]",
         .otherwise = "along x"});
  t.key("count", s.count,
        {.help = "or how many copies, at random places with random orientations, without overlap",
         .example = "20",
         .at_least = 1,
         .at_most = static_cast<double>(particle_limit)});
  t.key("low", s.low, {.help = "lower corner of the box that holds them", .example = "[0, 0]", .unit = "m"});
  t.key("high", s.high, {.help = "upper corner of that box", .example = "[1, 1]", .unit = "m"});
  t.one_of({{"centres"}, {"count", "low", "high"}});
  t.check(!s.low || !s.high || below(*s.low, *s.high, t.dimension()), {"high", "low"}, "must be above low");
  t.check(s.directions.empty() || !s.count, {"directions"}, "goes with centres");
  for (const Vec3& v : s.directions) t.check(norm(v) > 0, {"directions"}, "must not be zero");
}

}  // namespace

void declare(Table& t, Chain& s) {
  t.key("beads", s.beads,
        {.help = "beads of a chain", .example = "20", .required = true, .at_least = 2, .at_most = most_beads});
  t.key("spacing", s.spacing,
        {.help = "rest length ℓ of a link; links shorter than two radii have no contact of their own",
         .example = "0.02",
         .unit = "m",
         .required = true,
         .above = 0});
  t.key("closed", s.closed,
        {.help = "a loop: the last bead is linked to the first", .example = "true", .dimensions = "23"});
  t.key("stretching", s.stretching,
        {.help = "stiffness k of the links, stable for h < 1/√(k/m + 2k_a/(mℓ²)); \"rigid\": bonds that keep ℓ",
         .example = "100.0",
         .unit = "N/m",
         .required = true,
         .at_least = 0,
         .choices = {"rigid"}});
  t.key("bending", s.bending,
        {.help = "bending energy k_a: k_a/2 cos θ at every bead between two others",
         .example = "1e-3",
         .unit = "J",
         .at_least = 0});
  declare_copies(t, s.copies);
  t.check(!s.closed || s.beads >= 3, {"beads", "closed"}, "must be at least 3 in a loop");
}

void declare(Table& t, Assembly& s) {
  t.key("shape", s.shape,
        {.help = "a row of beads, a filled triangle, a ring, or two rods that cross in their middle",
         .example = "\"rod\"",
         .choices = {"rod", "triangle", "ring", "cross"}});
  t.key("beads", s.beads,
        {.help = "beads along the rod, a side of the triangle, the ring, or each rod of the cross (odd)",
         .example = "5",
         .at_least = 1,
         .at_most = most_beads});
  t.key("spacing", s.spacing,
        {.help = "distance of neighbours; beads may overlap: what they share is there once",
         .example = "0.02",
         .unit = "m",
         .above = 0});
  t.key("offsets", s.offsets,
        {.help = "or the centres of the beads one by one; radii are those of the list radius = { list = … }",
         .example = "[[0, 0], [0.02, 0], [0, 0.02]]",
         .unit = "m",
         .length = 1});
  t.one_of({{"shape", "beads", "spacing"}, {"offsets"}});
  declare_copies(t, s.copies);
  t.check(t.dimension() != 1, {"kind"},
          "turns, and nothing does in dimension 1: beads in a row that move together are one particle with half their "
          "length as radius");
  t.check(s.shape != "ring" || s.beads >= 3, {"beads", "shape"}, "must be at least 3 in a ring");
  t.check(s.shape != "cross" || s.beads.value_or(1) % 2 == 1, {"beads", "shape"}, "must be odd in a cross");
}

void declare(Table& t, Bonding& s) {
  t.place("", s.place);
  t.key("pairs", s.pairs,
        {.help = "the particles to bond, by their numbers in the scene, counted from 0 through all tables",
         .example = "[[0, 1], [1, 2]]",
         .at_least = 0,
         .length = 1});
  t.key("within", s.within,
        {.help = "or bond every two whose centres are at most so far apart at the start",
         .example = "0.021",
         .unit = "m",
         .above = 0});
  t.key("groups", s.groups,
        {.help = "the groups that are bonded, with within",
         .example = R"(["sand"])",
         .choices = t.context().groups,
         .otherwise = "every particle"});
  t.key("length", s.length,
        {.help = "the distance of the centres that a bond keeps",
         .example = "0.02",
         .unit = "m",
         .above = 0,
         .otherwise = "their distance at the start"});
  t.one_of({{"pairs"}, {"within"}});
  t.check(s.groups.empty() || !s.pairs, {"groups"}, "goes with within");
}

void declare(Table& t, Jointing& s) {
  using enum JointKind;
  t.place("", s.place);
  t.place("prescribed", s.prescribed_place);
  t.place("speed", s.speed_place);
  t.choice(
      "kind", s.kind, {{"distance", distance}, {"ball", ball}, {"hinge", hinge}, {"slider", slider}, {"weld", weld}},
      {.help = "distance: a length between two points; ball: two points together; hinge: and an axis; slider: along an "
               "axis without turning; weld: nothing moves",
       .example = "\"hinge\"",
       .required = true});
  t.key("pairs", s.pairs,
        {.help = "the particles to join, by their numbers in the scene, counted from 0 through all tables",
         .example = "[[0, 1], [1, 2]]",
         .at_least = 0,
         .length = 1});
  t.key("world", s.world,
        {.help = "or the particles to join to the world", .example = "[0]", .at_least = 0, .length = 1});
  t.key("within", s.within,
        {.help = "or join every two whose surfaces are at most so far apart at the start",
         .example = "1e-3",
         .unit = "m",
         .at_least = 0});
  t.one_of({{"pairs"}, {"world"}, {"within"}});
  t.key("groups", s.groups,
        {.help = "the groups that are joined, with within",
         .example = R"(["sand"])",
         .choices = t.context().groups,
         .otherwise = "every particle"});
  t.check(s.groups.empty() || (!s.pairs && !s.world), {"groups"}, "goes with within");
  t.key("points", s.points,
        {.help = "where each joint is at the start, in the world; one for all, or one per joint",
         .example = "[[0.5, 1]]",
         .unit = "m",
         .length = 1,
         .otherwise = "where the two bodies meet; of a distance, and with the world, the centres"});
  t.key("ends", s.ends,
        {.help = "of a distance: the points on the second bodies, or in the world",
         .example = "[[0.5, 2]]",
         .unit = "m",
         .length = 1,
         .otherwise = "the centres"});
  t.check(!s.within || (!s.points && !s.ends), {"within", "points", "ends"}, "finds the points by itself");
  t.check(!s.ends || s.kind == distance, {"ends", "kind"}, "goes with a distance: the points of the others coincide");
  t.check(!s.world || s.kind != distance || s.ends, {"world", "kind", "ends"}, "needs ends, the points in the world");
  t.key("axis", s.axis,
        {.help = "of hinge and slider, any length",
         .example = "[0, 1]",
         .otherwise = "of a hinge in the plane, across it"});
  const bool hinged = s.kind == hinge, slides = s.kind == slider;
  t.check(!s.axis || hinged || slides, {"axis", "kind"}, "goes with a hinge or a slider");
  t.check(s.axis || !(slides || (hinged && t.dimension() == 3)), {"kind"}, "needs an axis for a hinge or a slider");
  t.check(!s.axis || norm(*s.axis) > 0, {"axis"}, "must not be zero");
  t.key(
      "prescribed", s.prescribed,
      {.help =
           "the coordinate as a function of time: the length of a distance, the angle of a hinge, the way of a slider",
       .example = "\"0.1*sin(t)\"",
       .unit = "m or rad",
       .variables = {"t"},
       .otherwise = "a distance without spring, limits and motor keeps its length; others are free"});
  t.key("limits", s.limits, {.help = "bounds of the coordinate", .example = "[-0.5, 0.5]", .unit = "m or rad"});
  t.key("stiffness", s.stiffness,
        {.help = "of a spring along the coordinate, implicit: stable at any step",
         .example = "100.0",
         .unit = "N/m or N m",
         .at_least = 0});
  t.key("damping", s.damping,
        {.help = "of a damper beside it", .example = "1.0", .unit = "N s/m or N m s", .at_least = 0});
  t.key("rest", s.rest,
        {.help = "where the spring is at rest", .example = "0.0", .unit = "m or rad", .otherwise = "as at the start"});
  t.key("speed", s.speed,
        {.help = "of a motor along the coordinate",
         .example = "\"2*pi\"",
         .unit = "m/s or 1/s",
         .variables = {"t"},
         .otherwise = "no motor"});
  t.key("strongest", s.strongest,
        {.help = "force or torque of the motor at most",
         .example = "5.0",
         .unit = "N or N m",
         .at_least = 0,
         .otherwise = "no limit"});
  t.check(!s.strongest || s.speed, {"kind", "strongest"}, "has the strongest force of a motor, and no speed");
  t.check(!s.rest || s.stiffness > 0, {"kind", "rest"}, "has the rest of a spring, and no stiffness");
  const bool driven = s.prescribed || s.limits || s.stiffness > 0 || s.damping > 0 || s.speed;
  t.check(!driven || (s.kind != ball && s.kind != weld), {"kind"},
          "has no coordinate to drive: limits, springs and motors are for distance, hinge and slider");
  t.check(!s.prescribed || (!s.limits && s.stiffness == 0 && s.damping == 0 && !s.speed), {"prescribed"},
          "leaves nothing to limits, springs and motors");
  t.key("break_force", s.break_force,
        {.help = "the joint breaks, for good, when its force is more",
         .example = "10.0",
         .unit = "N",
         .above = 0,
         .otherwise = "it holds"});
  t.key("break_torque", s.break_torque,
        {.help = "or when its torque is more", .example = "0.1", .unit = "N m", .above = 0, .otherwise = "it holds"});
  t.key("collide", s.collide, {.help = "whether the two also meet as others do", .example = "true"});
}

}  // namespace floc::scene

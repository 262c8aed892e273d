// The keys of particles that are linked: chains, rigid assemblies and bonds.
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
        {.help = "distance of neighbours; beads of one assembly may overlap",
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
  const bool flat = s.shape && *s.shape != "rod";
  t.check(!flat || t.dimension() > 1, {"shape"}, "must be \"rod\" in dimension 1");
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

}  // namespace floc::scene

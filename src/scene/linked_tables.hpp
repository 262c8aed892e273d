// The tables of linked particles: chains, rigid assemblies, bonds and joints. They are rules, which name many particles
// at once (pairs, groups, copies); what forces/chain.hpp, contact/bonds.hpp and step/joints.hpp have is one link each,
// with its two bodies and the points and lengths that follow from where these are. Hence two structs each.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/vec.hpp"
#include "scene/diagnostic.hpp"
#include "step/joints.hpp"

namespace floc::scene {

using Pairs = IdPairs;

// Where the copies of a shape are: at given places, or at random in a box.
struct Copies {
  std::optional<std::vector<Vec3>> centres;
  std::vector<Vec3> directions;  // of the first axis, taken in turn
  std::optional<std::int64_t> count;
  std::optional<Vec3> low, high;
};

struct Chain {
  static constexpr std::string_view kind = "chain", help = "beads in a row or in a loop, linked to their neighbours";
  std::int64_t beads = 2;
  double spacing = 1;
  bool closed = false;
  NumberOrWord stretching;  // "rigid": bonds
  double bending = 0;
  Copies copies;
};

struct Assembly {
  static constexpr std::string_view kind = "assembly", help = "beads that move together as one rigid body";
  std::optional<std::string> shape;          // either one with a name …
  std::optional<std::int64_t> beads;
  std::optional<double> spacing;
  std::optional<std::vector<Vec3>> offsets;  // … or its beads one by one
  Copies copies;
};

struct Bonding {
  std::optional<Pairs> pairs;    // either these …
  std::optional<double> within;  // … or all that are near
  std::vector<std::string> groups;
  std::optional<double> length;
  Place place;
};

struct Jointing {
  JointKind kind = JointKind::ball;
  std::optional<Pairs> pairs;                 // either these …
  std::optional<std::vector<std::int64_t>> world;  // … or these with the world …
  std::optional<double> within;               // … or all that are near
  std::vector<std::string> groups;
  std::optional<std::vector<Vec3>> points, ends;
  std::optional<Vec3> axis;
  std::optional<Expression> prescribed;
  std::optional<Interval> limits;
  double stiffness = 0, damping = 0;
  std::optional<double> rest;
  std::optional<Expression> speed;
  std::optional<double> strongest;
  std::optional<double> break_force, break_torque;
  bool collide = false;
  Place place, prescribed_place, speed_place;
};

}  // namespace floc::scene

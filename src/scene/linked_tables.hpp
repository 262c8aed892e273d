// The tables of linked particles: chains, rigid assemblies and bonds.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/vec.hpp"
#include "scene/diagnostic.hpp"

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

}  // namespace floc::scene

// People who know where they want to go (GRAN 31–32): the desired velocity U_i = −s_i ∇T(x_i), with T the
// length of the shortest way to the exits of their crowd and s_i how fast person i walks.
//
//   V* ← V* + gain·U,   gain = 1 in a first-order run:  x⁺ = x + h P_{K(x)} U(x).
//
// Everybody's speed is drawn once: a function of the seed and of the person's id.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/groups.hpp"
#include "forces/force.hpp"
#include "geometry/floor_plan.hpp"

namespace floc {

struct NormalSpeed {
  double mean = 1, deviation = 0;
  void declare(Table& t);
};

struct WalkingSpeed {  // exactly one is set
  std::optional<double> constant = {};
  std::optional<Interval> uniform = {};
  std::optional<NormalSpeed> normal = {};  // below a tenth of the mean it is that tenth

  double of(std::uint64_t seed, std::int64_t id) const;
  void declare(Table& t);
};

struct CrowdParameters {
  static constexpr std::string_view kind = "crowd", help = "people who walk to the exits of the floor";
  static constexpr std::string_view dimensions = "2";
  std::shared_ptr<const Route> route;
  WalkingSpeed speed;
  GroupSet groups;
  std::vector<std::string> exits = {};  // those the route leads to, by name; none: all

  void declare(Table& t);
  ForcePtr make(const ForceContext& context) const;
};

// Throws Error for speeds that are not positive.
ForcePtr crowd(CrowdParameters parameters);

}  // namespace floc

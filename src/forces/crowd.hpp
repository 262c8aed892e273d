// People who know where they want to go (GRAN 31–32): the desired velocity U_i = −s_i ∇T(x_i), with T the
// length of the shortest way to the exits of their crowd and s_i how fast person i walks.
//
//   V* ← V* + gain·U,   gain = 1 in a first-order run:  x⁺ = x + h P_{K(x)} U(x).
//
// Everybody's speed is drawn once: a function of the seed and of the person's id.
#pragma once

#include <cstdint>
#include <memory>

#include "core/groups.hpp"
#include "forces/force.hpp"
#include "geometry/floor_plan.hpp"

namespace floc {

struct WalkingSpeed {
  enum class Rule { constant, uniform, normal };
  Rule rule = Rule::constant;
  double a = 1, b = 0;  // the speed; the lowest and the highest; the mean and the standard deviation

  // A normal speed below a tenth of the mean is that tenth.
  double of(std::uint64_t seed, std::int64_t id) const;
};

struct CrowdParameters {
  std::shared_ptr<const Route> route;
  WalkingSpeed speed;
  GroupSet groups;
};

// Throws Error for speeds that are not positive.
ForcePtr crowd(CrowdParameters parameters);

}  // namespace floc

// The values that keys of a scene have, beside numbers, words and vectors.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "scene/diagnostic.hpp"

namespace floc::scene {

// An expression of named variables, checked when the scene is read. A plain number is one too.
struct Formula {
  std::string text = "0";
  Place place;
};

struct Interval {
  double low = 0, high = 0;
};

// A number, or one of a few words that stand for a rule.
struct NumberOrWord {
  double number = 0;
  std::string word;  // empty: the number counts
};

using Components = std::vector<Formula>;  // a formula a direction
using Pairs = std::vector<std::array<std::int64_t, 2>>;

}  // namespace floc::scene

// The shadow that bodies cast on the ground beneath them, under a wide sky: sharp where they stand, soft and pale where
// they are high above it.
#pragma once

#include <vector>

#include "core/vec.hpp"

namespace floc {

struct ShadowBody {
  double x = 0, y = 0, height = 0, radius = 0;  // the middle; its height above the ground
};

// How far beside the middle of a body its shadow is plainly seen.
double shadow_reach(double radius, double height);

struct GroundShadow {
  double x = 0, y = 0, cell = 0;  // lower corner, side of a cell
  int columns = 0, rows = 0;
  std::vector<float> dark;  // 0: none, 1: full; row by row

  float at(int column, int row) const {
    return dark[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)];
  }
};

// On the rectangle from `low` to `high`, with some 300 cells on its longer side and room for shadows that end softly:
// this part of the longer side.
inline constexpr double shadow_room = 0.2;
GroundShadow ground_shadow(const std::vector<ShadowBody>& bodies, const Vec3& low, const Vec3& high);

}  // namespace floc

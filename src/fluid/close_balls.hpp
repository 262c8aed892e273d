// Pairs of round bodies whose surfaces are near each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "neighbours/cell_grid.hpp"

namespace floc {

struct BallPair {
  std::int32_t first, second;  // first > second
  Vec3 normal;                 // from the second to the first, nearest images
  double gap;
};

class CloseBalls {
 public:
  // Pairs with a gap below `reach` of the bodies that these numbers, rising, name: in the order of (first, second).
  // `radius` is one a body. Takes a time that grows with the number of bodies, not of their pairs.
  const std::vector<BallPair>& find(const Bodies& bodies, std::span<const std::int32_t> balls,
                                    std::span<const double> radius, const Domain& domain, double reach);

 private:
  CellGrid grid_;
  std::vector<BallPair> pairs_;
};

}  // namespace floc

// An order of bodies in which neighbours in space are near each other in memory: along Morton's curve, which
// visits the cells of a grid by their coordinates with interleaved bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/bodies.hpp"

namespace floc {

// The places in the order of the curve: order[k] is the body that comes k-th.
std::vector<std::int32_t> morton_order(const Bodies& bodies);

// The same for bodies on the move, coarsely and cheaply: cells of some 64 bodies follow the curve, those of a cell
// keep their order. A function of where the bodies are, not of where they were.
class MovingOrder {
 public:
  // Empty where the bodies are in order already, by and large, or so few that a cache holds them all.
  std::span<const std::int32_t> find(const Bodies& bodies);

 private:
  std::vector<std::uint32_t> cell_;   // of a body, its number along the curve
  std::vector<std::int32_t> start_;   // where a cell begins in the order
  std::vector<std::int32_t> order_;
};

}  // namespace floc

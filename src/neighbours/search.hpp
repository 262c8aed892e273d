// Where bodies are looked for when lists are made (internal: neighbours.hpp is public, and what it searches with is
// not).
#pragma once

#include <cmath>

#include "neighbours/cell_grid.hpp"
#include "neighbours/neighbours.hpp"
#include "neighbours/quantized_positions.hpp"
#include "neighbours/size_classes.hpp"

namespace floc {

struct Neighbours::Search {
  CellGrid grid;
  SizeClasses classes;           // of the same bodies
  QuantizedPositions positions;  // places of reference
};

template <int D, class Wanted, class F>
void Neighbours::for_near(const Vec<D>& x, double range, Wanted&& wanted, F&& f) const {
  const auto wanted_now = [&](std::size_t cell, double square) {
    return wanted(cell, std::sqrt(square) - 0.5 * skin_);
  };
  search_->grid.for_near(x, range + 0.5 * skin_, wanted_now, f);
  for (const std::int32_t j : strays_) f(static_cast<std::size_t>(j));
  for (std::size_t j = search_->grid.bodies(); j < built_; ++j) f(j);
}

}  // namespace floc

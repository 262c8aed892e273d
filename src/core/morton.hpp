// An order of bodies in which neighbours in space are near each other in memory: along Morton's curve, which
// visits the cells of a grid by their coordinates with interleaved bits.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bodies.hpp"

namespace floc {

// The places in the order of the curve: order[k] is the body that comes k-th.
std::vector<std::int32_t> morton_order(const Bodies& bodies);

}  // namespace floc

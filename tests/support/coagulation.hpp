// A history of aggregates for tests of what is written and drawn of one.
#pragma once

#include <cmath>

#include "measure/coagulation.hpp"

namespace floc::test {

// 64 bodies of which the first pairs, then pairs of pairs meet.
inline CoagulationHistory doubling() {
  CoagulationHistory h{{}};
  h.dimension = 2;
  h.bodies = 64;
  h.volume = std::nan("");
  for (int k = 0; k < 4; ++k) {
    h.time.push_back(k);
    h.sizes.push_back({{1 << k, 64.0 / (1 << k)}});
    h.changes.emplace_back();
    if (k == 0) continue;
    h.changes.back().mergers[{1 << (k - 1), 1 << (k - 1)}] = h.changes.back().met = 64.0 / (1 << k);
  }
  return h;
}

}  // namespace floc::test

// Counter-based random numbers (Philox 4×32-10): a pure function of seed, particle, step and draw,
// so that no result depends on the order of evaluation, on threads, or on a restart.
#pragma once

#include <array>
#include <cstdint>

namespace floc {

struct Draw {
  std::uint64_t seed = 0;
  std::uint64_t particle = 0;
  std::uint64_t step = 0;
  std::uint32_t use = 0;  // what the number is for: one value of `use` a purpose
};

double uniform(const Draw& draw);        // in [0, 1), 53 bits
double normal(const Draw& draw);         // standard normal, by Box–Muller
std::array<double, 2> normal_pair(const Draw& draw);  // two, independent: normal(draw) and its partner

}  // namespace floc

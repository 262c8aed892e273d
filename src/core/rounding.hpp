// std::nearbyint and std::floor without the calls that they are for processors without an instruction for them.
#pragma once

#include <cmath>
#include <cstdint>

namespace floc {

// Numbers beyond 2⁵¹ are left as they are. (Loops over it run on vectors.)
inline double nearest_integer(double v) {
  constexpr double no_fraction = 0x1.8p52;
  const double rounded = (v + no_fraction) - no_fraction;
  return std::abs(v) < 0x1p51 ? rounded : v;
}

inline double rounded_down(double v) {
  if (!(std::abs(v) < 0x1p62)) return v;
  const auto towards_zero = static_cast<double>(static_cast<std::int64_t>(v));
  return towards_zero > v ? towards_zero - 1 : towards_zero;
}

}  // namespace floc

// What a half is, by its bits.
#pragma once

#include <cmath>
#include <limits>

#include "core/half.hpp"

namespace floc::test {

inline float to_float(Half half) {
  const int exponent = half.bits >> 10 & 31, mantissa = half.bits & 1023;
  double size = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  if (exponent == 31) size = mantissa == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  return static_cast<float>(half.bits >> 15 ? -size : size);
}

}  // namespace floc::test

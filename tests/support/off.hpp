// How far a number is from its reference, as a part of that. (The epsilon of doctest::Approx is a part of 1 + the
// number: 0.05 lets 0.01 be anything.)
#pragma once

#include <cmath>

namespace floc::test {

inline double off(double value, double reference) { return std::abs(value / reference - 1); }

}  // namespace floc::test

// The fractal dimension of aggregates: n ∝ R^D over aggregates of n bodies and radius of gyration R.
//
// n is known and R scatters among aggregates of the same n, so ln R = a + b ln n is fitted by least squares, and
// D = 1/b with the standard error of b over b². (The fit the other way round takes the scatter of R for one of n,
// and is biased towards a small D.)
#pragma once

#include <cstdint>
#include <span>

namespace floc {

struct FractalDimension {
  double value, error;         // NaN: too few aggregates
  std::size_t aggregates = 0;  // that had a say
};
// Of the aggregates with at least `smallest` bodies.
FractalDimension fractal_dimension(std::span<const std::int32_t> size, std::span<const double> gyration, int smallest);

}  // namespace floc

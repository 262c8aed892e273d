// Orders of convergence.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace floc::test {

// The slope of log(error) against log(h), by least squares.
inline double order(const std::vector<double>& steps, const std::vector<double>& errors) {
  const double n = static_cast<double>(steps.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const double a = std::log(steps[k]), b = std::log(errors[k]);
    x += a / n;
    y += b / n;
    xx += a * a / n;
    xy += a * b / n;
  }
  return (xy - x * y) / (xx - x * x);
}

}  // namespace floc::test

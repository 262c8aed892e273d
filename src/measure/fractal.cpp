#include "measure/fractal.hpp"

#include <cmath>
#include <vector>

#include "measure/statistics.hpp"

namespace floc {

FractalDimension fractal_dimension(std::span<const std::int32_t> size, std::span<const double> gyration, int smallest) {
  std::vector<double> n, r;
  for (std::size_t a = 0; a < size.size(); ++a) {
    if (size[a] < smallest) continue;
    n.push_back(std::log(size[a]));
    r.push_back(std::log(gyration[a]));
  }
  const LineFit fit = fit_line(n, r);
  return {1 / fit.slope, fit.slope_error / (fit.slope * fit.slope), n.size()};
}

}  // namespace floc

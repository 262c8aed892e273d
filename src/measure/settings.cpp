#include "measure/settings.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace floc {

double Region::volume(int dimension) const {
  double v = 1;
  for (int k = 0; k < dimension; ++k) v *= length(k);
  return v;
}

bool Region::holds(const Vec3& x, int dimension) const {
  for (int k = 0; k < dimension; ++k)
    if (!(low[k] <= x[k] && x[k] < high[k])) return false;
  return true;
}

Vec3 wrapped(const MeasuredFrame& frame, std::size_t i) {
  return frame.domain.wrap(embed(frame.bodies.x(i), frame.bodies.dimension));
}

Region region_of(const MeasuredFrame& frame, const MeasureSettings& settings) {
  if (settings.low && settings.high) return {*settings.low, *settings.high};
  const Bodies& b = frame.bodies;
  Region region;
  for (int k = 0; k < b.dimension; ++k) {
    const auto u = static_cast<std::size_t>(k);
    if (frame.domain.periodic(k)) {
      region.low[k] = frame.domain.origin[u];
      region.high[k] = frame.domain.origin[u] + frame.domain.period[u];
    } else if (b.size() > 0) {
      region.low[k] = std::numeric_limits<double>::infinity();
      region.high[k] = -region.low[k];
      for (std::size_t i = 0; i < b.size(); ++i) {
        region.low[k] = std::min(region.low[k], b.x(i)[k] - b.radius[i]);
        region.high[k] = std::max(region.high[k], b.x(i)[k] + b.radius[i]);
      }
    }
  }
  return region;
}

std::vector<std::size_t> bodies_of(const MeasuredFrame& frame, const MeasureSettings& settings) {
  std::vector<std::size_t> all(frame.bodies.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (!settings.low || !settings.high) return all;
  const Region region{*settings.low, *settings.high};
  std::erase_if(all, [&](std::size_t i) { return !region.holds(wrapped(frame, i), frame.bodies.dimension); });
  return all;
}

}  // namespace floc

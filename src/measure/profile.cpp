#include "measure/profile.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace floc {
namespace {

// The volume of the unit ball of dimension d on the side x ≤ s of a plane (a length, an area).
double below(double s, int d) {
  s = std::clamp(s, -1.0, 1.0);
  if (d == 1) return 1 + s;
  if (d == 2) return std::numbers::pi / 2 + std::asin(s) + s * std::sqrt(1 - s * s);
  return std::numbers::pi * (2.0 / 3 + s - s * s * s / 3);
}

// A ball of dimension d with its centre at x, slices from 0 on.
void add(double x, double r, int d, double width, std::vector<double>& volume) {
  const auto bins = static_cast<double>(volume.size());
  const double first = std::floor((x - r) / width), last = std::floor((x + r) / width);
  if (last < 0 || first >= bins) return;
  const double scale = std::pow(r, d);
  for (double k = std::max(0.0, first); k <= std::min(bins - 1, last); ++k)
    volume[static_cast<std::size_t>(k)] +=
        scale * (below(((k + 1) * width - x) / r, d) - below((k * width - x) / r, d));
}

}  // namespace

std::vector<std::string> MeasureProfile::columns(const MeasureSettings& settings) const {
  return {std::string(1, "xyz"[settings.direction()]), "low", "high", "fraction"};
}

Lines MeasureProfile::take(const MeasuredFrame& frame, const MeasureSettings& settings) const {
  const Bodies& b = frame.bodies;
  const int d = b.dimension, axis = settings.direction();
  if (b.size() == 0) return {};
  const Region region = region_of(frame, settings);
  const auto bins = static_cast<std::size_t>(settings.bins);
  const double width = region.length(axis) / settings.bins;
  std::vector<double> volume(bins, 0);
  // The region may be cut across the axis only: what reaches into it from outside counts.
  Region tube = region;
  tube.low[axis] = -std::numeric_limits<double>::infinity();
  tube.high[axis] = -tube.low[axis];
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Vec3 x = wrapped(frame, region, i);
    if (settings.low && !tube.holds(x, d)) continue;
    const double period = frame.domain.period[static_cast<std::size_t>(axis)];
    add(x[axis] - region.low[axis], b.radius[i], d, width, volume);
    if (!(period > 0)) continue;
    for (const double shift : {-period, period}) add(x[axis] + shift - region.low[axis], b.radius[i], d, width, volume);
  }
  const double slice = region.volume(d) / settings.bins;
  Lines lines;
  for (std::size_t k = 0; k < bins; ++k) {
    const double low = region.low[axis] + static_cast<double>(k) * width;
    lines.push_back({low + 0.5 * width, low, low + width, volume[k] / slice});
  }
  return lines;
}

}  // namespace floc

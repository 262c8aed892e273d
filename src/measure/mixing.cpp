// Lacey's mixing index of two groups, from the share p_c of the first group among the n_c bodies of each cell:
//
//   S² = Σ n_c (p_c − p)² / N,   M = (σ₀² − S²) / (σ₀² − σ_r²),
//
// with p the share among all N bodies in the cells, σ₀² = p (1 − p) that of groups which share no cell, and
// σ_r² = p (1 − p) (C − 1)/(N − 1) the mean of S² over all ways to deal the groups out to these bodies, in C cells
// that are not empty: M is 0 for groups apart, and 1 on average for groups dealt out at random.
#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/measurements.hpp"

namespace floc {
namespace {

class Mixing : public Measurement {
 public:
  explicit Mixing(const MeasureSettings& settings) : settings_(settings) {}
  std::vector<std::string> columns() const override {
    return {"bodies", "cells", "share", "variance", "apart", "random", "index"};
  }

  Lines take(const MeasuredFrame& frame) override {
    const Region region = region_of(frame, settings_);
    struct Cell {
      double first = 0, all = 0;
    };
    std::size_t cells = 1;
    for (int k = 0; k < frame.bodies.dimension; ++k)
      cells *= static_cast<std::size_t>(settings_.cells[static_cast<std::size_t>(k)]);
    std::vector<Cell> cell(cells);
    double first = 0, all = 0;
    for (const std::size_t i : bodies_of(frame, settings_)) {
      const std::int32_t group = frame.bodies.group[i];
      if (group != settings_.groups[0] && group != settings_.groups[1]) continue;
      Cell& c = cell[index(wrapped(frame, region, i), region, frame.bodies.dimension)];
      if (group == settings_.groups[0]) ++c.first, ++first;
      ++c.all, ++all;
    }
    if (all == 0) return {};
    const double p = first / all, apart = p * (1 - p);
    double variance = 0, occupied = 0;
    for (const Cell& c : cell) {
      if (c.all == 0) continue;
      ++occupied;
      variance += c.all * (c.first / c.all - p) * (c.first / c.all - p) / all;
    }
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double random = all > 1 ? apart * (occupied - 1) / (all - 1) : nan;
    return {{all, occupied, p, variance, apart, random, apart > random ? (apart - variance) / (apart - random) : nan}};
  }

 private:
  std::size_t index(const Vec3& x, const Region& region, int dimension) const {
    std::size_t at = 0;
    for (int k = 0; k < dimension; ++k) {
      const int n = settings_.cells[static_cast<std::size_t>(k)];
      const double place = std::floor((x[k] - region.low[k]) / region.length(k) * n);
      at = at * static_cast<std::size_t>(n) + static_cast<std::size_t>(std::clamp(place, 0.0, n - 1.0));
    }
    return at;
  }

  MeasureSettings settings_;
};

}  // namespace

MeasurementPtr measure_mixing(const MeasureSettings& settings) { return std::make_unique<Mixing>(settings); }

}  // namespace floc

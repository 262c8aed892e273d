// The periodic directions of space. A direction without a period is unbounded.
#pragma once

#include <array>
#include <cmath>

#include "core/rounding.hpp"
#include "core/vec.hpp"

namespace floc {

struct Domain {
  std::array<double, 3> origin{0, 0, 0};
  std::array<double, 3> period{0, 0, 0};  // 0: not periodic

  bool periodic(int k) const { return period[static_cast<std::size_t>(k)] > 0; }
  bool periodic() const { return periodic(0) || periodic(1) || periodic(2); }

  // The image of the vector `d` between two points with the shortest length.
  template <int D>
  Vec<D> nearest_image(Vec<D> d) const {
    for (int k = 0; k < D; ++k)
      if (const double l = period[static_cast<std::size_t>(k)]; l > 0 && std::abs(d[k]) > 0.5 * l)
        d[k] -= l * nearest_integer(d[k] / l);
    return d;
  }
  // The image of a point inside [origin, origin + period).
  template <int D>
  Vec<D> wrap(Vec<D> x) const {
    for (int k = 0; k < D; ++k) {
      const auto u = static_cast<std::size_t>(k);
      if (const double l = period[u]; l > 0) {
        x[k] -= l * rounded_down((x[k] - origin[u]) / l);
        if (x[k] >= origin[u] + l) x[k] = origin[u];  // rounding of a tiny negative number
      }
    }
    return x;
  }
};

}  // namespace floc

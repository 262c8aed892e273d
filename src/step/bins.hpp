// Bodies that are put into a box one at a time, in cells: who is near a place (internal to packings and feeds).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/vec.hpp"

namespace floc {

template <int D>
class Bins {
 public:
  // Bodies nearer than `size` are found; across the faces where the box is periodic. `count`: of the
  // bodies to come.
  Bins(const Vec3& low, const Vec3& high, double size, const std::array<bool, 3>& periodic, std::size_t count)
      : low_(low), high_(high), periodic_(periodic), link_(count, -1) {
    for (int k = 0; k < D; ++k)
      cells_[static_cast<std::size_t>(k)] =
          static_cast<long>(std::clamp(std::floor((high[k] - low[k]) / size), 1.0, std::cbrt(4e6)));
    head_.assign(static_cast<std::size_t>(cells_[0] * cells_[1] * cells_[2]), -1);
  }

  void put(std::size_t i, const Vec<D>& x) {
    std::array<long, 3> at{0, 0, 0};
    for (int k = 0; k < D; ++k) at[static_cast<std::size_t>(k)] = cell_of(x, k);
    std::int32_t& head = head_[index(at)];
    link_[i] = head;
    head = static_cast<std::int32_t>(i);
  }

  // Whether holds(j) for every body j that may be nearer to x than the size.
  template <class F>
  bool all_near(const Vec<D>& x, F&& holds) const {
    std::array<long, 3> first{0, 0, 0}, last{0, 0, 0};
    for (int k = 0; k < D; ++k) {
      const auto u = static_cast<std::size_t>(k);
      first[u] = cell_of(x, k) - 1;
      last[u] = first[u] + 2;
    }
    for (long c = first[2]; c <= last[2]; ++c)
      for (long b = first[1]; b <= last[1]; ++b)
        for (long a = first[0]; a <= last[0]; ++a) {
          std::array<long, 3> at{a, b, c};
          bool outside = false;
          for (std::size_t u = 0; u < 3; ++u) {
            if (periodic_[u]) at[u] = (at[u] % cells_[u] + cells_[u]) % cells_[u];
            outside = outside || at[u] < 0 || at[u] >= cells_[u];
          }
          if (outside) continue;
          for (std::int32_t j = head_[index(at)]; j >= 0; j = link_[static_cast<std::size_t>(j)])
            if (!holds(static_cast<std::size_t>(j))) return false;
        }
    return true;
  }

 private:
  long cell_of(const Vec<D>& x, int k) const {
    const auto count = static_cast<double>(cells_[static_cast<std::size_t>(k)]);
    const double c = std::floor((x[k] - low_[k]) / (high_[k] - low_[k]) * count);
    return static_cast<long>(std::clamp(c, 0.0, count - 1));
  }
  std::size_t index(const std::array<long, 3>& at) const {
    return static_cast<std::size_t>((at[2] * cells_[1] + at[1]) * cells_[0] + at[0]);
  }

  Vec3 low_, high_;
  std::array<bool, 3> periodic_;
  std::array<long, 3> cells_{1, 1, 1};
  std::vector<std::int32_t> head_, link_;  // a list a cell
};

}  // namespace floc

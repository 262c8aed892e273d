// Bodies sorted into cells of space, to find those near a point in constant time.
//
// The grid covers the bulk of the bodies with at most about two cells a body; a body outside it
// counts to the nearest border cell. Clamping is monotone, so two close bodies stay in close cells:
// a grain that flew away costs nothing and loses nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "core/rounding.hpp"
#include "core/vec.hpp"

namespace floc {

class CellGrid {
 public:
  // Cells are at least `size` wide in every direction.
  void build(const Bodies& bodies, const Domain& domain, double size);
  // Of these bodies alone, by their indices.
  void build(const Bodies& bodies, const Domain& domain, double size, std::span<const std::int32_t> some);

  std::size_t bodies() const { return items_.size(); }

  std::size_t cells() const { return start_.size() - 1; }
  // The bodies of a cell; −1: one that was forgotten.
  std::span<const std::int32_t> bodies_in(std::size_t cell) const {
    return {items_.data() + start_[cell], start_[cell + 1] - start_[cell]};
  }

  // f(j) for every body whose centre may be within `range` of x in every direction (periodic images
  // included); each body once. Positions are those of the last build.
  template <int D, class F>
  void for_near(const Vec<D>& x, double range, F&& f) const {
    for_near(x, range, [](std::size_t, double) { return true; }, f);
  }
  // The same, for the bodies of the cells with wanted(cell, d²), which are at least d away.
  template <int D, class Wanted, class F>
  void for_near(const Vec<D>& x, double range, Wanted&& wanted, F&& f) const {
    const Cells c = cells_near(x, range);
    const Vec<3> place = embed(domain_.wrap(x).c.data(), D);
    for_rows(c, [&](int b, int z) {
      const double beside = square_to(place, 1, b) + square_to(place, 2, z);
      for (int a = 0; a < c.count[0]; ++a) {
        const int along = step(c.first[0], a, 0);
        const std::size_t cell = index({along, b, z});
        if (start_[cell] == start_[cell + 1] || !wanted(cell, beside + square_to(place, 0, along))) continue;
        for (const std::int32_t body : bodies_in(cell))
          if (body >= 0) f(static_cast<std::size_t>(body));
      }
    });
  }
  // The same bodies as ranges of items(): f(begin, end). Cells in a row lie side by side.
  template <int D, class F>
  void for_runs(const Vec<D>& x, double range, F&& f) const {
    const Cells c = cells_near(x, range);
    const int before_wrap = std::min(c.count[0], cells_[0] - c.first[0]);
    for_rows(c, [&](int b, int z) {
      const auto run = [&](int a, int count) {
        if (count > 0) f(start_[index({a, b, z})], start_[index({a + count - 1, b, z}) + 1]);
      };
      run(c.first[0], before_wrap);
      run(0, c.count[0] - before_wrap);
    });
  }
  std::span<const std::int32_t> items() const { return items_; }  // bodies, cell by cell; −1: forgotten

  // A body that is no longer to be found; where it was when the grid was built.
  template <int D>
  void forget(std::int32_t body, const Vec<D>& x) {
    const std::size_t cell = cell_of(x);
    std::replace(items_.begin() + start_[cell], items_.begin() + start_[cell + 1], body, -1);
  }

 private:
  struct Cells {
    std::array<int, 3> first{}, count{1, 1, 1};
  };
  // Those with bodies that may be within `range` of x.
  template <int D>
  Cells cells_near(const Vec<D>& x, double range) const {
    Cells c;
    const Vec<D> w = domain_.wrap(x);
    for (int k = 0; k < D; ++k) {
      const auto u = static_cast<std::size_t>(k);
      const double low = (w[k] - range - low_[u]) / width_[u], high = (w[k] + range - low_[u]) / width_[u];
      if (domain_.periodic(k)) {
        const double cells = rounded_down(high) - rounded_down(low) + 1;
        c.count[u] = cells < cells_[u] ? static_cast<int>(cells) : cells_[u];
        c.first[u] = cells < cells_[u] ? modulo(rounded_down(low), cells_[u]) : 0;
      } else {
        c.first[u] = clamp(low, cells_[u]);
        c.count[u] = clamp(high, cells_[u]) - c.first[u] + 1;
      }
    }
    return c;
  }
  // f(b, c) for the rows of cells along the first axis.
  template <class F>
  void for_rows(const Cells& cells, F&& f) const {
    for (int c = 0; c < cells.count[2]; ++c)
      for (int b = 0; b < cells.count[1]; ++b) f(step(cells.first[1], b, 1), step(cells.first[2], c, 2));
  }
  // The square of how far x is from a cell, along an axis. Cells at the border have all that is beyond it.
  double square_to(const Vec<3>& x, int k, int cell) const {
    const auto u = static_cast<std::size_t>(k);
    const double half = 0.5 * width_[u];
    double from_middle = x[k] - (low_[u] + (cell + 0.5) * width_[u]);
    if (domain_.periodic(k)) from_middle = std::min(std::abs(from_middle), domain_.period[u] - std::abs(from_middle));
    else if ((cell == 0 && from_middle < 0) || (cell == cells_[u] - 1 && from_middle > 0)) return 0;
    const double distance = std::max(0.0, std::abs(from_middle) - half);
    return distance * distance;
  }
  static int clamp(double cell, int cells) {
    return cell <= 0 ? 0 : cell >= cells - 1 ? cells - 1 : static_cast<int>(cell);
  }
  static int modulo(double cell, int cells) {
    return static_cast<int>(cell - cells * rounded_down(cell / cells));
  }
  int step(int first, int offset, std::size_t k) const {
    const int c = first + offset;
    return c < cells_[k] ? c : c - cells_[k];  // wraps only in periodic directions
  }
  std::size_t index(const std::array<int, 3>& c) const {
    return (static_cast<std::size_t>(c[2]) * static_cast<std::size_t>(cells_[1]) + static_cast<std::size_t>(c[1])) *
               static_cast<std::size_t>(cells_[0]) + static_cast<std::size_t>(c[0]);
  }
  template <int D>
  std::size_t cell_of(const Vec<D>& x) const {
    const Vec<D> w = domain_.wrap(x);
    std::array<int, 3> c{};
    for (int k = 0; k < D; ++k) {
      const auto u = static_cast<std::size_t>(k);
      c[u] = clamp((w[k] - low_[u]) / width_[u], cells_[u]);
    }
    return index(c);
  }
  // Of the bodies index(k), k < count.
  template <class Index>
  void sort(const Bodies& bodies, const Domain& domain, double size, std::size_t count, Index&& index);
  template <class Index>
  void choose_extent(const Bodies& bodies, double size, std::size_t count, Index&& index);

  Domain domain_;
  std::array<double, 3> low_{}, width_{1, 1, 1};
  std::array<int, 3> cells_{1, 1, 1};
  std::vector<std::uint32_t> start_;
  std::vector<std::int32_t> items_;
  std::vector<double> sample_;
};

}  // namespace floc

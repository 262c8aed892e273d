#include "neighbours/cell_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/buffers.hpp"

namespace floc {
namespace {

// Cells that a width takes, capped so that the count of cells cannot overflow.
int cells_in(double length, double size) { return static_cast<int>(std::clamp(std::floor(length / size), 1.0, 1e6)); }

}  // namespace

template <class Index>
void CellGrid::choose_extent(const Bodies& bodies, double size, std::size_t n, Index&& index) {
  const int d = bodies.dimension;
  cells_ = {1, 1, 1};
  std::array<double, 3> length{};
  const auto measure = [&](bool robust) {
    double cells = 1;
    for (int k = 0; k < d; ++k) {
      const auto u = static_cast<std::size_t>(k);
      if (domain_.periodic(k)) {
        low_[u] = domain_.origin[u];
        length[u] = domain_.period[u];
      } else {
        double low = std::numeric_limits<double>::max(), high = std::numeric_limits<double>::lowest();
        if (robust) {  // the extent of the bulk, from a sample, with some air around it
          const std::size_t stride = std::max<std::size_t>(1, n / 4096);
          sample_.clear();
          for (std::size_t i = 0; i < n; i += stride) sample_.push_back(bodies.x(index(i))[k]);
          std::sort(sample_.begin(), sample_.end());
          low = sample_[sample_.size() / 64];
          high = sample_[sample_.size() - 1 - sample_.size() / 64];
          const double air = 0.05 * (high - low);
          low -= air;
          high += air;
        } else {
          for (std::size_t i = 0; i < n; ++i) {
            const double x = bodies.x(index(i))[k];
            low = std::min(low, x);
            high = std::max(high, x);
          }
        }
        low_[u] = low;
        length[u] = high - low;
      }
      cells_[u] = cells_in(length[u], size);
      cells *= cells_[u];
    }
    return cells;
  };
  const double budget = 2.0 * static_cast<double>(n) + 64;
  double cells = measure(false);
  if (cells > budget) cells = measure(true);
  // Still too many: the bodies are dilute, and wider cells hold no more of them than narrow ones.
  while (cells > budget) {
    cells = 1;
    for (int k = 0; k < d; ++k) {
      const auto u = static_cast<std::size_t>(k);
      if (cells_[u] > 1) cells_[u] = (cells_[u] + 1) / 2;
      cells *= cells_[u];
    }
  }
  for (std::size_t u = 0; u < 3; ++u) {
    width_[u] = length[u] / cells_[u];
    if (!(width_[u] > 0)) width_[u] = size;
  }
}

template <class Index>
void CellGrid::sort(const Bodies& bodies, const Domain& domain, double size, std::size_t n, Index&& index) {
  domain_ = domain;
  resize_buffer(items_, n);
  if (n > 0) choose_extent(bodies, size, n, index);
  start_.assign(static_cast<std::size_t>(cells_[0]) * static_cast<std::size_t>(cells_[1]) *
                        static_cast<std::size_t>(cells_[2]) + 1, 0);
  // Counting sort; the cursor of each cell is its start, shifted back by the pass itself.
  with_dimension(bodies.dimension, [&]<int D>() {
    const auto cell = [&](std::size_t i) { return cell_of(Vec<D>::load(bodies.x(index(i)))); };
    for (std::size_t i = 0; i < n; ++i) ++start_[cell(i) + 1];
    for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
    for (std::size_t i = n; i-- > 0;) items_[--start_[cell(i) + 1]] = static_cast<std::int32_t>(index(i));
  });
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c - 1] = start_[c];
  start_.back() = static_cast<std::uint32_t>(n);
}

void CellGrid::build(const Bodies& bodies, const Domain& domain, double size) {
  sort(bodies, domain, size, bodies.size(), [](std::size_t i) { return i; });
}

void CellGrid::build(const Bodies& bodies, const Domain& domain, double size, std::span<const std::int32_t> some) {
  sort(bodies, domain, size, some.size(), [some](std::size_t k) { return static_cast<std::size_t>(some[k]); });
}

}  // namespace floc

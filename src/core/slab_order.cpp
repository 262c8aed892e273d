#include "core/slab_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/buffers.hpp"
#include "core/rounding.hpp"

namespace floc {

namespace {

constexpr std::size_t few = 1 << 15;
constexpr double slab = 0.65, cell = 4;  // in mean distances of neighbours

// One coordinate of all bodies, cut into pieces.
struct Axis {
  std::size_t k = 0;
  double low = 0, extent = 0, period = 0;
  double pieces = 1;

  void measure(const Bodies& bodies, const Domain& domain) {
    low = domain.origin[k];
    extent = period = domain.period[k];
    if (period > 0) return;
    double high = -std::numeric_limits<double>::infinity();
    low = -high;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      low = std::min(low, bodies.x(i)[k]);
      high = std::max(high, bodies.x(i)[k]);
    }
    extent = high - low;
  }

  // A period is folded: slabs are met from both its ends.
  double length() const { return period > 0 ? extent / 2 : extent; }

  void cut(double width) { pieces = std::clamp(std::floor(extent / width), 1.0, 1e6); }

  std::size_t piece(const double* x) const {
    double part = (x[k] - low) / extent;
    if (period > 0) part -= rounded_down(part);
    return static_cast<std::size_t>(std::clamp(part * pieces, 0.0, pieces - 1));
  }

  std::size_t folded(const double* x) const {
    const std::size_t p = piece(x), mirrored = static_cast<std::size_t>(pieces) - 1 - p;
    if (period == 0) return p;
    return p <= mirrored ? 2 * p : 2 * mirrored + 1;
  }
};

}  // namespace

std::span<const std::int32_t> SlabOrder::find(const Bodies& bodies, const Domain& domain) {
  const std::size_t n = bodies.size();
  const auto d = static_cast<std::size_t>(bodies.dimension);
  if (n < few || d == 1) return {};
  std::array<Axis, 3> axes;
  double volume = 1;
  for (std::size_t k = 0; k < d; ++k) {
    axes[k].k = k;
    axes[k].measure(bodies, domain);
    volume *= axes[k].extent;
  }
  if (!(volume > 0)) return {};
  std::sort(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(d), [](const Axis& a, const Axis& b) {
    return a.length() != b.length() ? a.length() > b.length() : a.k < b.k;
  });
  const double distance = std::pow(volume / static_cast<double>(n), 1.0 / static_cast<double>(d));
  Axis &slabs = axes[0], &cells = axes[1];
  slabs.cut(slab * distance);
  cells.cut(cell * distance);

  const auto across = static_cast<std::size_t>(cells.pieces);
  resize_buffer(cell_, n);
  for (std::size_t i = 0; i < n; ++i)
    cell_[i] = static_cast<std::uint32_t>(slabs.folded(bodies.x(i)) * across + cells.piece(bodies.x(i)));
  resize_buffer(start_, static_cast<std::size_t>(slabs.pieces) * across + 1);
  std::ranges::fill(start_, 0);
  for (const std::uint32_t c : cell_) ++start_[c + 1];
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  resize_buffer(order_, n);
  for (std::size_t i = 0; i < n; ++i) order_[start_[cell_[i]]++] = static_cast<std::int32_t>(i);
  return order_;
}

}  // namespace floc

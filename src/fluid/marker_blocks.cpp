#include "fluid/marker_blocks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#define FLOC_SIMD_KERNELS "fluid/dense_factor_kernels.hpp"
#include "core/for_simd_targets.hpp"

namespace floc {
namespace {

constexpr double spread = 0.6;  // variance of the kernel and its image, in cells²
constexpr double firmness =
    1e-3;  // added to the diagonal, a part of it: closed surfaces hardly feel a uniform pressure
constexpr double pi = std::numbers::pi;

std::size_t u(int k) { return static_cast<std::size_t>(k); }

struct Mobility {
  double along, across;  // f + g and f
};

Mobility in_plane(double r, double s, double length) {
  const double x = r * r / (2 * s);
  double phi, rest;  // Φ, s/r² (1 − e⁻ˣ)
  if (x < 1e-8) {
    phi = (0.5 * (std::log(2 * s) - std::numbers::egamma) - std::log(length)) / (2 * pi);
    rest = 0.5;
  } else {
    phi = (std::log(r / length) + (x < 700 ? -0.5 * std::expint(-x) : 0.0)) / (2 * pi);
    rest = -s / (r * r) * std::expm1(-x);
  }
  const double f = -0.5 * phi - 1 / (8 * pi) + rest / (4 * pi);
  return {f + 1 / (4 * pi) - rest / (2 * pi), f};
}

Mobility in_space(double r, double s) {
  const double y = r / std::sqrt(2 * s);
  if (y < 0.02) {
    const double f = std::sqrt(2 / (pi * s)) / (6 * pi);
    return {f, f};
  }
  const double over = 1 / (4 * pi * r), whole = std::erf(y), square = whole / (4 * y * y),
               tail = std::exp(-y * y) / (2 * std::sqrt(pi) * y);
  const double f = over * (0.5 * whole + square - tail);
  return {f + over * (0.5 * whole - 3 * square + 3 * tail), f};
}

constexpr std::size_t rows_at_once = 4;  // dense_factor_kernels.hpp

}  // namespace

DenseFactor::DenseFactor(std::vector<double> matrix, std::size_t n) : n_(n), l_(std::move(matrix)) {
  // A row of blocks against those before: what is needed stays in the cache.
  constexpr std::size_t wide = 48;
  std::array<double, rows_at_once> dots{};
  for (std::size_t begin = 0; begin < n; begin += wide) {
    const std::size_t end = std::min(n, begin + wide);
    for (std::size_t i = begin; i < n; ++i) {
      double* const row = &l_[i * n];
      for (std::size_t j = begin; j < std::min(end, i + 1); j += rows_at_once) {
        std::array<const double*, rows_at_once> others{};
        for (std::size_t q = 0; q < rows_at_once; ++q) others[q] = &l_[std::min(j + q, n - 1) * n];
        // Of the columns before this block; inside of it one at a time.
        FLOC_SIMD_CALL(row_products(row, others, begin, dots));
        for (std::size_t q = 0; q < rows_at_once && j + q < std::min(end, i + 1); ++q) row[j + q] -= dots[q];
      }
      for (std::size_t j = begin; j < std::min(end, i + 1); ++j) {
        double sum = row[j];
        const double* const other = &l_[j * n];
        for (std::size_t k = begin; k < j; ++k) sum -= row[k] * other[k];
        row[j] = j == i ? std::sqrt(std::max(sum, 1e-300)) : sum / other[j];
      }
    }
  }
}

void DenseFactor::solve(std::span<double> x) const {
  constexpr std::size_t lanes = 8;
  for (std::size_t i = 0; i < n_; ++i) {
    const double* const row = &l_[i * n_];
    std::array<double, lanes> part{};
    std::size_t k = 0;
    for (; k + lanes <= i; k += lanes)
      for (std::size_t l = 0; l < lanes; ++l) part[l] += row[k + l] * x[k + l];
    double sum = x[i];
    for (; k < i; ++k) sum -= row[k] * x[k];
    for (const double p : part) sum -= p;
    x[i] = sum / row[i];
  }
  for (std::size_t i = n_; i-- > 0;) {
    const double* const row = &l_[i * n_];
    const double value = x[i] / row[i];
    x[i] = value;
    for (std::size_t k = 0; k < i; ++k) x[k] -= value * row[k];
  }
}

DenseFactor MarkerBlocks::factor(const std::vector<Vec3>& offset, const std::vector<std::int32_t>& marker) const {
  const std::size_t m = marker.size(), d = u(dimension_), n = m * d;
  const double s = spread * cell_ * cell_, volume = dimension_ == 3 ? cell_ * cell_ * cell_ : cell_ * cell_;
  double size = 0;
  for (const std::int32_t a : marker) size = std::max(size, norm(offset[u(a)] - offset[u(marker[0])]));
  const double length = std::max(0.3 * longest_, 3 * size);
  std::vector<double> matrix(n * n);
  for (std::size_t a = 0; a < m; ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      const Vec3 apart = offset[u(marker[a])] - offset[u(marker[b])];
      const double r = norm(apart);
      const Mobility value = dimension_ == 3 ? in_space(r, s) : in_plane(r, s, length);
      const double g = r > 0 ? (value.along - value.across) / (r * r) : 0;
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t k = 0; k < d; ++k)
          matrix[(a * d + i) * n + b * d + k] =
              volume / viscosity_ *
              (g * apart.c[i] * apart.c[k] + (i == k ? value.across : 0.0) * (a == b ? 1 + firmness : 1.0));
    }
  return DenseFactor(std::move(matrix), n);
}

void MarkerBlocks::cut(const std::vector<Vec3>& offset, std::vector<std::int32_t> marker,
                       std::vector<Block>& to) const {
  if (marker.size() * u(dimension_) <= rows_) {
    DenseFactor factored = factor(offset, marker);
    to.push_back({std::move(marker), std::move(factored)});
    return;
  }
  Vec3 low = offset[u(marker[0])], high = low;
  for (const std::int32_t a : marker)
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], offset[u(a)][k]);
      high[k] = std::max(high[k], offset[u(a)][k]);
    }
  int longest = 0;
  for (int k = 1; k < 3; ++k)
    if (high[k] - low[k] > high[longest] - low[longest]) longest = k;
  std::ranges::stable_sort(marker, {}, [&](std::int32_t a) { return offset[u(a)][longest]; });
  const auto half = marker.begin() + static_cast<std::ptrdiff_t>(marker.size() / 2);
  cut(offset, {marker.begin(), half}, to);
  cut(offset, {half, marker.end()}, to);
}

double MarkerBlocks::bytes(int dimension, std::size_t markers, std::size_t rows) {
  const std::size_t n = markers * u(dimension);
  if (n > rows) return bytes(dimension, markers / 2, rows) + bytes(dimension, markers - markers / 2, rows);
  return 8 * static_cast<double>(n) * static_cast<double>(n);
}

void MarkerBlocks::take(std::span<const ImmersedBody> bodies) {
  tasks_.clear();
  std::vector<Kind> before;
  before.swap(kinds_);
  std::size_t first = 0;
  for (const ImmersedBody& body : bodies) {
    const auto same = [&](const Kind& kind) { return kind.shape == body.shape; };
    auto found = std::ranges::find_if(kinds_, same);
    if (found == kinds_.end()) {
      const auto kept = std::ranges::find_if(before, same);
      Kind kind;
      if (kept != before.end()) {
        kind = std::move(*kept);
        before.erase(kept);
      } else {
        kind.shape = body.shape;
        std::vector<std::int32_t> all(body.shape->markers().size());
        std::iota(all.begin(), all.end(), 0);
        if (!all.empty()) cut(body.shape->markers(), std::move(all), kind.blocks);
      }
      kinds_.push_back(std::move(kind));
      found = kinds_.end() - 1;
    }
    const auto kind = static_cast<std::size_t>(found - kinds_.begin());
    for (std::size_t q = 0; q < found->blocks.size(); ++q) tasks_.push_back({kind, q, first, body.pose});
    first += body.shape->markers().size();
  }
}

void MarkerBlocks::apply(std::span<const double> r, std::span<double> z, Executor& executor) const {
  const std::size_t d = u(dimension_), markers = r.size() / d;
  executor.for_each(
      tasks_.size(),
      [&](std::size_t t) {
        const Task& task = tasks_[t];
        const Block& block = kinds_[task.kind].blocks[task.block];
        thread_local std::vector<double> x;
        x.resize(block.factor.size());
        // Factors are in the frames of the bodies.
        for (std::size_t a = 0; a < block.marker.size(); ++a) {
          Vec3 v;
          for (std::size_t c = 0; c < d; ++c) v.c[c] = r[c * markers + task.first + u(block.marker[a])];
          v = task.pose.turn_back(v);
          std::copy_n(v.c.begin(), d, x.begin() + static_cast<std::ptrdiff_t>(a * d));
        }
        block.factor.solve(std::span(x).first(block.factor.size()));
        for (std::size_t a = 0; a < block.marker.size(); ++a) {
          Vec3 v;
          std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(a * d), d, v.c.begin());
          v = task.pose.turn(v);
          for (std::size_t c = 0; c < d; ++c) z[c * markers + task.first + u(block.marker[a])] = v.c[c];
        }
      },
      1);
}

}  // namespace floc

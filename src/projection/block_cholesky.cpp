#include "projection/block_cholesky.hpp"

#include <algorithm>
#include <cmath>

#define FLOC_SIMD_KERNELS "projection/block_cholesky_kernels.hpp"
#include "core/for_simd_targets.hpp"

namespace floc {

namespace {

constexpr std::int32_t widest = 4;  // panels

}  // namespace

bool BlockCholesky::analyse(int dimension, std::span<const std::int32_t> begin, std::span<const std::int32_t> row,
                            std::span<const std::int32_t> order, double most_blocks) {
  dimension_ = dimension;
  count_ = order.size();
  const std::size_t most = static_cast<std::size_t>(most_blocks * static_cast<double>(count_));
  order_.assign(order.begin(), order.end());
  rank_.resize(count_);
  for (std::size_t k = 0; k < count_; ++k) rank_[static_cast<std::size_t>(order[k])] = static_cast<std::int32_t>(k);

  // The blocks of K by the rank of their columns.
  std::vector<std::int32_t> own_begin(count_ + 1, 0), own(row.size());
  const auto low_and_high = [&](std::size_t j, std::size_t p) {
    return std::minmax(rank_[j], rank_[static_cast<std::size_t>(row[p])]);
  };
  const auto for_blocks = [&](auto&& f) {
    for (std::size_t j = 0; j < count_; ++j)
      for (auto p = static_cast<std::size_t>(begin[j]); p < static_cast<std::size_t>(begin[j + 1]); ++p) {
        const auto [low, high] = low_and_high(j, p);
        f(static_cast<std::size_t>(low), high, p);
      }
  };
  for_blocks([&](std::size_t low, std::int32_t, std::size_t) { ++own_begin[low + 1]; });
  for (std::size_t k = 0; k < count_; ++k) own_begin[k + 1] += own_begin[k];
  std::vector<std::int32_t> filled(own_begin.begin(), own_begin.end() - 1);
  for_blocks(
      [&](std::size_t low, std::int32_t high, std::size_t) { own[static_cast<std::size_t>(filled[low]++)] = high; });

  // A column of L has its own rows and those of its children, whose first row it is.
  begin_.assign(count_ + 1, 0);
  row_.clear();
  std::vector<std::int32_t> mark(count_, -1);
  first_.assign(count_, -1);
  next_.assign(count_, -1);
  for (std::size_t k = 0; k < count_; ++k) {
    const auto me = static_cast<std::int32_t>(k);
    const std::size_t from = row_.size();
    const auto take = [&](std::int32_t r) {
      if (r == me || mark[static_cast<std::size_t>(r)] == me) return;
      mark[static_cast<std::size_t>(r)] = me;
      row_.push_back(r);
    };
    for (auto p = static_cast<std::size_t>(own_begin[k]); p < static_cast<std::size_t>(own_begin[k + 1]); ++p)
      take(own[p]);
    for (std::int32_t child = first_[k]; child >= 0; child = next_[static_cast<std::size_t>(child)])
      for (auto p = static_cast<std::size_t>(begin_[static_cast<std::size_t>(child)]);
           p < static_cast<std::size_t>(begin_[static_cast<std::size_t>(child) + 1]); ++p)
        take(row_[p]);
    if (row_.size() > most) return false;
    std::sort(row_.begin() + static_cast<std::ptrdiff_t>(from), row_.end());
    begin_[k + 1] = static_cast<std::int32_t>(row_.size());
    if (row_.size() == from) continue;
    const auto parent = static_cast<std::size_t>(row_[from]);
    next_[k] = first_[parent];
    first_[parent] = me;
  }

  width_.assign(count_, 1);
  for (std::size_t k = 0, panel = 0; k + 1 < count_; ++k) {
    const std::int32_t rows = begin_[k + 1] - begin_[k], after = begin_[k + 2] - begin_[k + 1];
    const bool same =
        rows == after + 1 && row_[static_cast<std::size_t>(begin_[k])] == static_cast<std::int32_t>(k) + 1;
    if (same && width_[panel] < widest)
      ++width_[panel];
    else
      panel = k + 1;
  }

  given_begin_.assign(begin.begin(), begin.end());
  at_.resize(row.size());
  for_blocks([&](std::size_t low, std::int32_t high, std::size_t p) {
    const auto from = row_.begin() + begin_[low], to = row_.begin() + begin_[low + 1];
    at_[p] = static_cast<std::int32_t>(std::lower_bound(from, to, high) - row_.begin());
  });
  const std::size_t size =
      static_cast<std::size_t>(dimension) * (dimension == 3 ? 4 : static_cast<std::size_t>(dimension));
  diagonal_.resize(count_ * size);
  below_.resize(row_.size() * size);
  done_.resize(count_);
  place_.resize(count_);
  return true;
}

BlockFactor BlockCholesky::parts() {
  return {count_,        begin_.data(), row_.data(),  diagonal_.data(), below_.data(),
          width_.data(), first_.data(), next_.data(), done_.data(),     place_.data()};
}

template <int D>
bool BlockCholesky::factorise(std::span<const std::int32_t> column, const double* value) {
  constexpr std::size_t s = D == 3 ? 4 : D, size = D * s;
  std::ranges::fill(diagonal_, 0.0);
  std::ranges::fill(below_, 0.0);
  for (std::size_t j = 0; j < count_; ++j) {
    double* const own = &diagonal_[static_cast<std::size_t>(rank_[j]) * size];
    for (std::size_t k = 0; k < D; ++k) {
      const double* from = value + column[j * D + k];
      for (std::size_t r = k; r < D; ++r) own[k * s + r] = *from++;
      // A block is a sum of t n nᵀ, and its own transpose.
      for (auto p = static_cast<std::size_t>(given_begin_[j]); p < static_cast<std::size_t>(given_begin_[j + 1]); ++p)
        for (std::size_t r = 0; r < D; ++r) below_[static_cast<std::size_t>(at_[p]) * size + k * s + r] = *from++;
    }
  }
  const auto factor = parts();
  return FLOC_SIMD_CALL(eliminate<D>(factor));
}

template <int D>
void BlockCholesky::solve(std::span<double> x) {
  constexpr std::size_t s = D == 3 ? 4 : D;
  x_.assign(count_ * s, 0.0);
  for (std::size_t k = 0; k < count_; ++k) std::copy_n(&x[static_cast<std::size_t>(order_[k]) * D], D, &x_[k * s]);
  const auto factor = parts();
  FLOC_SIMD_CALL(substitute<D>(factor, x_.data()));
  for (std::size_t k = 0; k < count_; ++k) std::copy_n(&x_[k * s], D, &x[static_cast<std::size_t>(order_[k]) * D]);
}

bool BlockCholesky::factorise(std::span<const std::int32_t> column, const double* value) {
  if (dimension_ == 1) return factorise<1>(column, value);
  return dimension_ == 2 ? factorise<2>(column, value) : factorise<3>(column, value);
}

void BlockCholesky::solve(std::span<double> x) {
  if (dimension_ == 1) return solve<1>(x);
  return dimension_ == 2 ? solve<2>(x) : solve<3>(x);
}

}  // namespace floc

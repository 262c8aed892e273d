// The sparse Cholesky factorisation of K = M + Gᵀ diag(t) G, t ≥ 0, over the bodies of finite mass
// (internal).
//
// K has a d × d block for every body and for every pair of bodies that share a row. The elimination
// order is found on the graph of the bodies, d² times smaller than that of K, and is kept while the
// pattern is; values are assembled body by body, without scatter. The order is AMD's: METIS draws from
// the C library's global rand(), and a solve has to have the same bits every time. Factors with few blocks a column are
// found block by block (block_cholesky.hpp), others by CHOLMOD's supernodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "projection/rows.hpp"

namespace floc {

class PrimalFactor {
 public:
  // Where the factors fit in memory and in patience: they grow as N log N in the plane and N^(4/3) in space.
  static bool affordable(int dimension, std::size_t rows) {
    constexpr std::size_t most[] = {10'000'000, 1'000'000, 50'000};
    return rows <= most[dimension - 1];
  }

  PrimalFactor();
  ~PrimalFactor();

  // Orders and analyses the pattern of the rows, unless that is done. Throws Error when CHOLMOD
  // cannot (memory, or more nonzeros than it can count).
  void analyse(const Rows& rows);
  // Throws Error when K is not positive definite (an overflow in t).
  void factorise(const Rows& rows, std::span<const double> t, Executor& executor);
  // K x = b for displacements ((N + 1) × d); x is 0 on bodies of infinite mass and obstacles.
  void solve(const Rows& rows, std::span<const double> b, std::span<double> x);

 private:
  template <int D>
  void fill_pattern(const Rows& rows);
  template <int D>
  void fill_values(const Rows& rows, std::span<const double> t, Executor& executor);
  // AMD's order, and the graph: the blocks below the diagonal of each column.
  std::vector<std::int32_t> order_bodies(const Rows& rows, std::vector<std::int32_t>& begin,
                                         std::vector<std::int32_t>& row);
  bool same_pattern(const Rows& rows) const;

  struct Matrix;
  std::unique_ptr<Matrix> matrix_;     // K and its factor
  std::uint64_t version_ = 0;          // of the incidence that was analysed
  std::vector<std::int32_t> index_;    // place of a body among those of finite mass; −1: infinite mass
  std::vector<std::int32_t> block_;    // place of a row's block among those of its column; −1: none
  std::vector<std::int32_t> blocks_;   // blocks below the diagonal, for every column of bodies
};

}  // namespace floc

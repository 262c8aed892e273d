// K = LLᵀ for a symmetric positive definite matrix of D × D blocks, column by column (internal).
//
// For factors with few blocks a column, where a library of dense supernodes is busy with anything but its dense blocks:
// it permutes the matrix anew for each factorisation, calls BLAS for blocks of three by three, and opens a parallel
// region around each of them. Every column has its own updates taken off in the order of the columns, so that the bits
// are always the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace floc {

// What the kernels see of it, by columns in the order of their elimination.
struct BlockFactor {
  std::size_t count;
  const std::int32_t *begin, *row;
  double *diagonal, *below;
  const std::int32_t* width;  // of the panel that begins at a column
  std::int32_t *first, *next, *done, *place;
};

class BlockCholesky {
 public:
  // The lower part of K without its diagonal: the blocks begin[j] to begin[j + 1] of column j are in the rows row[…],
  // any order. Columns are eliminated as `order` has them. False where the factor would have more than `most_blocks`
  // on average in a column: no more is done then.
  bool analyse(int dimension, std::span<const std::int32_t> begin, std::span<const std::int32_t> row,
               std::span<const std::int32_t> order, double most_blocks);

  // Values of K by columns of single numbers, of column j and component k from value[column[jD + k]] on: those of the
  // diagonal block from its row k on, then the D rows of each block. False where K is not positive definite.
  bool factorise(std::span<const std::int32_t> column, const double* value);

  // x = K⁻¹x, D numbers a column.
  void solve(std::span<double> x);

 private:
  template <int D>
  bool factorise(std::span<const std::int32_t> column, const double* value);
  template <int D>
  void solve(std::span<double> x);

  BlockFactor parts();

  int dimension_ = 0;
  std::size_t count_ = 0;
  std::vector<std::int32_t> order_, rank_;      // the column eliminated k-th; when a column is
  std::vector<std::int32_t> begin_, row_;       // the blocks of L below its diagonal, by rank, rows rising
  std::vector<std::int32_t> given_begin_, at_;  // of K: first block of a column; where in L a block belongs
  std::vector<double> diagonal_, below_;        // blocks by columns, each of these a whole vector
  // Columns side by side with the same rows below them are a panel, of up to four: what it gives a column is summed
  // before it is stored.
  std::vector<std::int32_t> width_;
  // While columns are eliminated: the first panel that next reaches row j, the next one of the same row, how far a
  // panel has come, and where the column at hand has row j.
  std::vector<std::int32_t> first_, next_, done_, place_;
  std::vector<double> x_;
};

}  // namespace floc

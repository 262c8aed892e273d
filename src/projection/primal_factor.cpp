#include "projection/primal_factor.hpp"

#include <algorithm>

#include "projection/block_cholesky.hpp"
#include "projection/cholmod_session.hpp"

namespace floc {

namespace {

// Blocks a column on average, beyond which dense supernodes are faster.
constexpr double dense[] = {1000, 50, 150};

}  // namespace

struct PrimalFactor::Matrix : CholmodSession {
  BlockCholesky blocks;  // the factor where it has few blocks a column; CHOLMOD's elsewhere
  bool by_blocks = false;
};

PrimalFactor::PrimalFactor() : matrix_(std::make_unique<Matrix>()) {
  matrix_->common.final_ll = 1;  // LLᵀ for small problems too, so that a pivot ≤ 0 is reported
}
PrimalFactor::~PrimalFactor() = default;

bool PrimalFactor::same_pattern(const Rows& rows) const {
  if (version_ != rows.incidence().version() || !matrix_->matrix || index_.size() != rows.bodies()) return false;
  for (std::size_t i = 0; i < rows.bodies(); ++i)
    if ((index_[i] < 0) != (rows.mass()[i] == 0)) return false;
  return static_cast<int>(matrix_->matrix->nrow) ==
         rows.dimension() * (1 + (index_.empty() ? -1 : *std::ranges::max_element(index_)));
}

void PrimalFactor::analyse(const Rows& rows) {
  if (same_pattern(rows)) return;
  version_ = rows.incidence().version();
  matrix_->clear();
  index_.resize(rows.bodies());
  std::int32_t count = 0;
  for (std::size_t i = 0; i < rows.bodies(); ++i) index_[i] = rows.mass()[i] > 0 ? count++ : -1;

  // A column is the lower one of two bodies; the rows of a pair are neighbours in others().
  block_.assign(rows.rows(), -1);
  blocks_.assign(rows.bodies(), 0);
  const auto first = rows.incidence().first();
  for (std::size_t j = 0; j < rows.bodies(); ++j) {
    if (index_[j] < 0) continue;
    std::int32_t last = -1;
    for (const std::int32_t c : rows.incidence().others(j)) {
      if (index_[first[c]] < 0) continue;
      if (first[c] != last) ++blocks_[j];
      last = first[c];
      block_[c] = blocks_[j] - 1;
    }
  }
  with_dimension(rows.dimension(), [&]<int D>() { fill_pattern<D>(rows); });

  std::vector<std::int32_t> begin, row;
  const std::vector<std::int32_t> bodies = order_bodies(rows, begin, row);
  cholmod_common& common = matrix_->common;
  matrix_->right = cholmod_zeros(bodies.size() * static_cast<std::size_t>(rows.dimension()), 1, CHOLMOD_REAL, &common);
  matrix_->check();
  matrix_->by_blocks = matrix_->blocks.analyse(rows.dimension(), begin, row, bodies, dense[rows.dimension() - 1]);
  if (matrix_->by_blocks) return;
  std::vector<std::int32_t> order;
  order.reserve(bodies.size() * static_cast<std::size_t>(rows.dimension()));
  for (const std::int32_t body : bodies)
    for (int k = 0; k < rows.dimension(); ++k) order.push_back(body * rows.dimension() + k);
  common.nmethods = 1;
  common.method[0].ordering = CHOLMOD_GIVEN;
  matrix_->factor = cholmod_analyze_p(matrix_->matrix, order.data(), nullptr, 0, &common);
  matrix_->check();
}

std::vector<std::int32_t> PrimalFactor::order_bodies(const Rows& rows, std::vector<std::int32_t>& begins,
                                                     std::vector<std::int32_t>& blocks) {
  cholmod_common& common = matrix_->common;
  const auto first = rows.incidence().first();
  std::size_t size = 0, count = 0;
  for (std::size_t j = 0; j < rows.bodies(); ++j) {
    count += index_[j] >= 0;
    size += blocks_[j];
  }
  cholmod_sparse* graph = cholmod_allocate_sparse(count, count, size, 1, 1, -1, CHOLMOD_PATTERN, &common);
  matrix_->check();
  auto *const begin = static_cast<std::int32_t*>(graph->p), *const row = static_cast<std::int32_t*>(graph->i);
  std::int32_t place = 0;
  for (std::size_t j = 0; j < rows.bodies(); ++j) {
    if (index_[j] < 0) continue;
    begin[index_[j]] = place;
    std::int32_t last = -1;
    for (const std::int32_t c : rows.incidence().others(j)) {
      if (block_[c] >= 0 && first[c] != last) row[place++] = index_[first[c]];
      last = first[c];
    }
  }
  begin[count] = place;
  begins.assign(begin, begin + count + 1);
  blocks.assign(row, row + place);
  std::vector<std::int32_t> order(count);
  cholmod_amd(graph, nullptr, 0, order.data(), &common);
  cholmod_free_sparse(&graph, &common);
  matrix_->check();
  return order;
}

// Column (j, k) of K, lower part: its diagonal block from row k on, then its blocks below.
template <int D>
void PrimalFactor::fill_pattern(const Rows& rows) {
  std::size_t size = 0, count = 0;
  for (std::size_t j = 0; j < rows.bodies(); ++j) {
    if (index_[j] < 0) continue;
    ++count;
    size += static_cast<std::size_t>(D * (D + 1) / 2 + D * D * blocks_[j]);
  }
  if (size > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw Error("too many rows to factorise");
  matrix_->matrix = cholmod_allocate_sparse(count * D, count * D, size, 1, 1, -1, CHOLMOD_REAL, &matrix_->common);
  matrix_->check();
  auto* const begin = static_cast<std::int32_t*>(matrix_->matrix->p);
  auto* const row = static_cast<std::int32_t*>(matrix_->matrix->i);
  const auto first = rows.incidence().first();
  std::int32_t place = 0;
  for (std::size_t j = 0; j < rows.bodies(); ++j) {
    if (index_[j] < 0) continue;
    for (int k = 0; k < D; ++k) {
      begin[index_[j] * D + k] = place;
      for (int l = k; l < D; ++l) row[place++] = index_[j] * D + l;
      std::int32_t last = -1;
      for (const std::int32_t c : rows.incidence().others(j)) {
        if (block_[c] >= 0 && first[c] != last)
          for (int l = 0; l < D; ++l) row[place++] = index_[first[c]] * D + l;
        last = first[c];
      }
    }
  }
  begin[count * D] = place;
}

template <int D>
void PrimalFactor::fill_values(const Rows& rows, std::span<const double> t, Executor& executor) {
  const auto* const begin = static_cast<std::int32_t*>(matrix_->matrix->p);
  auto* const value = static_cast<double*>(matrix_->matrix->x);
  executor.for_each(rows.bodies(), [&](std::size_t j) {
    if (index_[j] < 0) return;
    const std::int32_t* const column = begin + static_cast<std::ptrdiff_t>(index_[j]) * D;
    std::fill(value + column[0], value + column[D], 0.0);
    const auto add = [&](std::int32_t c, bool below) {
      const Vec<D> normal = Vec<D>::load(&rows.normal()[static_cast<std::size_t>(c) * D]);
      for (int k = 0; k < D; ++k) {
        const double factor = t[c] * normal[k];
        double* const diagonal = value + column[k] - k;
        for (int l = k; l < D; ++l) diagonal[l] += factor * normal[l];
        if (!below) continue;
        double* const block = diagonal + D + block_[c] * D;
        for (int l = 0; l < D; ++l) block[l] -= factor * normal[l];
      }
    };
    for (std::int32_t c = rows.incidence().begin(j); c < rows.incidence().end(j); ++c) add(c, false);
    for (const std::int32_t c : rows.incidence().others(j)) add(c, block_[c] >= 0);
    for (int k = 0; k < D; ++k) value[column[k]] += rows.mass()[j];
  });
}

void PrimalFactor::factorise(const Rows& rows, std::span<const double> t, Executor& executor) {
  with_dimension(rows.dimension(), [&]<int D>() { fill_values<D>(rows, t, executor); });
  if (matrix_->by_blocks) {
    const auto* const begin = static_cast<std::int32_t*>(matrix_->matrix->p);
    if (!matrix_->blocks.factorise({begin, matrix_->matrix->ncol + 1}, static_cast<double*>(matrix_->matrix->x)))
      throw Error("the factorised matrix is not positive definite");
    return;
  }
  const OneThread guard;
  cholmod_factorize(matrix_->matrix, matrix_->factor, &matrix_->common);
  matrix_->check();
}

void PrimalFactor::solve(const Rows& rows, std::span<const double> b, std::span<double> x) {
  const auto d = static_cast<std::size_t>(rows.dimension());
  auto* const right = static_cast<double*>(matrix_->right->x);
  for (std::size_t i = 0; i < rows.bodies(); ++i)
    if (index_[i] >= 0) std::copy_n(&b[i * d], d, right + static_cast<std::size_t>(index_[i]) * d);
  Matrix& c = *matrix_;
  const double* found = right;
  if (matrix_->by_blocks) {
    matrix_->blocks.solve({right, c.right->nrow});
  } else {
    const OneThread guard;
    cholmod_solve2(CHOLMOD_A, c.factor, c.right, nullptr, &c.solution, nullptr, &c.y, &c.e, &c.common);
    c.check();
    found = static_cast<const double*>(c.solution->x);
  }
  std::fill(x.begin(), x.end(), 0.0);
  for (std::size_t i = 0; i < rows.bodies(); ++i)
    if (index_[i] >= 0) std::copy_n(found + static_cast<std::size_t>(index_[i]) * d, d, &x[i * d]);
}

}  // namespace floc

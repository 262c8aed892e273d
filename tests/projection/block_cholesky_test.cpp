#include "projection/block_cholesky.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/random.hpp"
#include "support/simd_targets.hpp"

using namespace floc;

namespace {

// K = 1 + Σ t (e_i − e_j)(e_i − e_j)ᵀ ⊗ n nᵀ over random pairs, as PrimalFactor lays it out, and as a full matrix.
struct Matrix {
  int dimension = 0;
  std::size_t count = 0;
  std::vector<std::int32_t> begin{0}, row, column{0}, order;
  std::vector<double> value, full;

  std::size_t size() const { return count * static_cast<std::size_t>(dimension); }
};

Matrix matrix_of(int dimension, std::size_t count, std::uint64_t seed, double diagonal = 1) {
  const auto d = static_cast<std::size_t>(dimension), size = count * d;
  Matrix k;
  k.dimension = dimension;
  k.count = count;
  k.full.assign(size * size, 0.0);
  for (std::size_t i = 0; i < size; ++i) k.full[i * size + i] = diagonal;
  std::vector<std::set<std::int32_t>> below(count);
  for (std::size_t c = 0; c < 3 * count; ++c) {
    const auto number = [&](std::size_t m) { return uniform({seed, c, m, 0}); };
    const auto i = static_cast<std::size_t>(number(0) * static_cast<double>(count)),
               j = static_cast<std::size_t>(number(1) * static_cast<double>(count));
    if (i == j) continue;
    below[std::min(i, j)].insert(static_cast<std::int32_t>(std::max(i, j)));
    for (std::size_t a = 0; a < d; ++a)
      for (std::size_t b = 0; b < d; ++b) {
        const double t = 10 * (number(2 + a) - 0.5) * (number(2 + b) - 0.5);
        k.full[(i * d + a) * size + i * d + b] += t;
        k.full[(j * d + a) * size + j * d + b] += t;
        k.full[(i * d + a) * size + j * d + b] -= t;
        k.full[(j * d + a) * size + i * d + b] -= t;
      }
  }
  for (std::size_t j = 0; j < count; ++j) {
    k.row.insert(k.row.end(), below[j].rbegin(), below[j].rend());
    k.begin.push_back(static_cast<std::int32_t>(k.row.size()));
    for (std::size_t a = 0; a < d; ++a) {
      for (std::size_t b = a; b < d; ++b) k.value.push_back(k.full[(j * d + a) * size + j * d + b]);
      for (auto other = below[j].rbegin(); other != below[j].rend(); ++other)
        for (std::size_t b = 0; b < d; ++b)
          k.value.push_back(k.full[(j * d + a) * size + static_cast<std::size_t>(*other) * d + b]);
      k.column.push_back(static_cast<std::int32_t>(k.value.size()));
    }
  }
  k.order.resize(count);
  std::iota(k.order.begin(), k.order.end(), 0);
  std::ranges::reverse(k.order);
  std::swap(k.order.front(), k.order[count / 2]);
  return k;
}

std::vector<double> right_side(const Matrix& k) {
  std::vector<double> b(k.size());
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = std::cos(static_cast<double>(i));
  return b;
}

}  // namespace

TEST_CASE("a factor of blocks solves Kx = b to rounding, in every dimension, from few bodies to many") {
  for (const int dimension : {1, 2, 3})
    for (const std::size_t count : {1u, 2u, 7u, 40u, 120u}) {
      CAPTURE(dimension);
      CAPTURE(count);
      const Matrix k = matrix_of(dimension, count, count);
      BlockCholesky factor;
      REQUIRE(factor.analyse(dimension, k.begin, k.row, k.order, 1e9));
      for (int again = 0; again < 2; ++again) {
        REQUIRE(factor.factorise(k.column, k.value.data()));
        const std::vector<double> b = right_side(k);
        std::vector<double> x = b;
        factor.solve(x);
        double error = 0;
        for (std::size_t i = 0; i < b.size(); ++i) {
          double image = 0;
          for (std::size_t j = 0; j < b.size(); ++j) image += k.full[i * b.size() + j] * x[j];
          error = std::max(error, std::abs(image - b[i]));
        }
        CHECK(error < 1e-12);
      }
    }
}

TEST_CASE("a factor of blocks has the same bits with the instructions of every processor") {
  const Matrix k = matrix_of(3, 90, 4);
  std::vector<double> first;
  test::for_simd_targets([&] {
    BlockCholesky factor;
    REQUIRE(factor.analyse(3, k.begin, k.row, k.order, 1e9));
    REQUIRE(factor.factorise(k.column, k.value.data()));
    std::vector<double> x = right_side(k);
    factor.solve(x);
    if (first.empty()) first = x;
    CHECK(x == first);
  });
}

TEST_CASE("what is not positive definite has no factor, and one that fills is left to others") {
  BlockCholesky factor;
  const Matrix k = matrix_of(2, 30, 1, -5);
  REQUIRE(factor.analyse(2, k.begin, k.row, k.order, 1e9));
  CHECK(!factor.factorise(k.column, k.value.data()));
  CHECK(!factor.analyse(2, k.begin, k.row, k.order, 1));
}

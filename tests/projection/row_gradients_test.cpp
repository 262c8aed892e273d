#include "projection/row_gradients.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"
#include "support/simd_targets.hpp"

using namespace floc;

namespace {

int solve(const test::Problem& problem, const std::vector<double>& t, double tolerance, std::vector<double>& change) {
  Executor executor;
  Rows rows;
  RowGradients gradients;
  rows.prepare(problem);
  gradients.prepare(rows, executor);
  return gradients.solve(rows, t, tolerance, 1000, change, executor);
}

}  // namespace

TEST_CASE("rows that do not meet do what they do alone, without an iteration, however stiff they are") {
  test::Problem p;
  for (int i = 0; i < 6; ++i) p.add_body(1 + i, {});
  for (std::size_t i = 1; i < 6; i += 2) p.add_row(i, static_cast<std::int64_t>(i) - 1, 0, {{0.6, 0, 0.8}});
  const std::vector<double> alone{1, -2, 1e-3};
  std::vector<double> change = alone;
  CHECK(solve(p, {0, 1, 1e6}, 1e-5, change) == 0);
  CHECK(change == alone);
  std::vector<double> nothing(3);
  CHECK(solve(p, {0, 1, 1e6}, 0, nothing) == 0);
  CHECK(nothing == std::vector<double>(3));
}

// In a column of unit masses each row feels its neighbours: (1/t + 2)dp_c − dp_{c−1} − dp_{c+1} = (1/t + 2)d_c.
TEST_CASE("a stiff column is solved within its length, and soft rows within a few") {
  const std::size_t n = 50;
  test::Problem p = test::column(3, n);
  for (const double t : {1e-3, 1.0, 1e9}) {
    CAPTURE(t);
    std::vector<double> change(n, 1.0);
    const int taken = solve(p, std::vector<double>(n, t), 1e-2, change);
    CHECK(taken <= (t > 1 ? static_cast<int>(n) : 9));
    for (std::size_t c = 0; c < n; ++c) {
      const double own = c == 0 ? 1 : 2, below = c > 0 ? change[c - 1] : 0, above = c + 1 < n ? change[c + 1] : 0;
      const double residual = (1 / t + own) * (change[c] - 1) - below - above;
      CHECK(own * std::abs(residual) / (1 / t + own) < 1.1e-2);
    }
  }
}

TEST_CASE("where single precision ends it says so, and changes nothing") {
  test::Problem p = test::column(2, 10);
  const std::vector<double> alone(10, 1.0);
  std::vector<double> change = alone;
  change[3] = std::numeric_limits<double>::infinity();
  const std::vector<double> before = change;
  CHECK(solve(p, std::vector<double>(10, 1.0), 1e-3, change) == 1000);
  CHECK(change == before);
}

TEST_CASE("the same bits with all instructions, in every dimension") {
  for (const int dimension : {1, 2, 3}) {
    const test::Problem p = test::random_heap(dimension, 200, 3, {.heavy = false});
    std::vector<double> t(p.rows()), first;
    for (std::size_t c = 0; c < t.size(); ++c) t[c] = std::exp(std::sin(static_cast<double>(c)));
    test::for_simd_targets([&] {
      std::vector<double> change(p.rows(), 1.0);
      CHECK(solve(p, t, 1e-3, change) > 0);
      if (first.empty()) first = change;
      CHECK(change == first);
    });
  }
}

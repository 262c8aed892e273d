#include "projection/primal_factor.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

namespace {

// |Kx − b| over |b|, with K applied row by row.
double error_of(const test::Problem& p, const Rows& rows, const std::vector<double>& t, const std::vector<double>& b,
                const std::vector<double>& x) {
  const auto d = static_cast<std::size_t>(p.dimension);
  std::vector<double> image(b.size(), 0.0);
  for (std::size_t k = 0; k < p.bodies() * d; ++k) image[k] = rows.mass()[k / d] * x[k];
  for (std::size_t c = 0; c < p.rows(); ++c) {
    const std::size_t i = static_cast<std::size_t>(rows.incidence().first()[c]);
    const std::size_t j = static_cast<std::size_t>(rows.incidence().second()[c]);
    double along = 0;
    for (std::size_t k = 0; k < d; ++k) along += p.normal[c * d + k] * (x[i * d + k] - x[j * d + k]);
    for (std::size_t k = 0; k < d; ++k) {
      image[i * d + k] += t[c] * along * p.normal[c * d + k];
      image[j * d + k] -= t[c] * along * p.normal[c * d + k];
    }
  }
  double error = 0;
  for (std::size_t k = 0; k < p.bodies() * d; ++k)
    if (p.inverse_mass[k / d] > 0) error = std::max(error, std::abs(image[k] - b[k]));
  return error / test::largest(b);
}

}  // namespace

TEST_CASE("K x = b is solved with double rows, infinite masses and lone bodies, and after a change of pattern") {
  Executor executor;
  PrimalFactor factor;
  Rows rows;
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
    test::Problem p = test::random_heap(1 + static_cast<int>(seed % 3), 30, seed, {.heavy = false});
    p.add_body(2, {});
    rows.prepare(p);
    std::vector<double> t(p.rows()), b(rows.displacements()), x(rows.displacements());
    for (std::size_t c = 0; c < t.size(); ++c) t[c] = 1 + std::sin(static_cast<double>(c));
    for (std::size_t k = 0; k < b.size(); ++k) b[k] = std::cos(static_cast<double>(k));
    factor.analyse(rows);
    factor.factorise(rows, t, executor);
    factor.solve(rows, b, x);
    CHECK(error_of(p, rows, t, b, x) < 1e-12);
    const auto d = static_cast<std::size_t>(p.dimension);
    for (std::size_t k = 0; k < p.bodies() * d; ++k)
      if (p.inverse_mass[k / d] == 0) CHECK(x[k] == 0);

    // The same pattern with other masses: the lone body becomes infinite.
    p.inverse_mass.back() = 0;
    rows.prepare(p);
    factor.analyse(rows);
    factor.factorise(rows, t, executor);
    factor.solve(rows, b, x);
    CHECK(error_of(p, rows, t, b, x) < 1e-12);
  }
}

TEST_CASE("a matrix that overflowed is refused") {
  const test::Problem p = test::column(2, 3);
  Executor executor;
  Rows rows;
  rows.prepare(p);
  PrimalFactor factor;
  factor.analyse(rows);
  CHECK_THROWS(factor.factorise(rows, std::vector<double>{1, -100, 1}, executor));
}

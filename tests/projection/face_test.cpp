#include "projection/face.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

namespace {

// The worst of |Ax − b| on the face over the largest of b, with A applied row by row.
double error_of(const test::Problem& p, const Rows& rows, const std::vector<char>& in, const std::vector<double>& b,
                const std::vector<double>& x) {
  const auto d = static_cast<std::size_t>(p.dimension);
  std::vector<double> w(rows.displacements(), 0.0);
  const auto first = [&](std::size_t c) { return static_cast<std::size_t>(p.first[c]) * d; };
  const auto second = [&](std::size_t c) {
    return (p.second[c] < 0 ? p.bodies() : static_cast<std::size_t>(p.second[c])) * d;
  };
  for (std::size_t c = 0; c < p.rows(); ++c)
    for (std::size_t k = 0; k < d; ++k) {
      w[first(c) + k] += p.normal[c * d + k] * x[c];
      w[second(c) + k] -= p.normal[c * d + k] * x[c];
    }
  for (std::size_t k = 0; k < w.size(); ++k) w[k] *= k / d < p.bodies() ? p.inverse_mass[k / d] : 0;
  double error = 0, largest = 0;
  for (std::size_t c = 0; c < p.rows(); ++c) {
    if (!in[c]) continue;
    double image = rows.compliance() * x[c];
    for (std::size_t k = 0; k < d; ++k) image += p.normal[c * d + k] * (w[first(c) + k] - w[second(c) + k]);
    error = std::max(error, std::abs(image - b[c]));
    largest = std::max(largest, std::abs(b[c]));
  }
  return largest > 0 ? error / largest : 0;
}

}  // namespace

TEST_CASE("A x = b holds on any face, after rows have come and gone, with double rows and infinite masses") {
  Rows rows;
  Face face;
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
    test::Problem p = test::random_heap(1 + static_cast<int>(seed % 3), 40, seed, {.heavy = false});
    p.set_relative_compliance(1e-3);
    rows.prepare(p);
    std::vector<char> in(p.rows());
    std::vector<double> b(p.rows()), x(p.rows());
    for (std::size_t c = 0; c < b.size(); ++c) b[c] = std::cos(static_cast<double>(c));
    for (const std::size_t turn : {0u, 1u, 2u, 3u}) {
      for (std::size_t c = 0; c < in.size(); ++c) in[c] = (c * (c + seed + turn)) % 5 != 0;
      if (turn == 0) face.factorise(rows, in);
      else face.change(rows, in);
      face.solve(b, x);
      CHECK(error_of(p, rows, in, b, x) < 1e-10);
      for (std::size_t c = 0; c < in.size(); ++c)
        if (!in[c]) CHECK(x[c] == 0);
    }
  }
}

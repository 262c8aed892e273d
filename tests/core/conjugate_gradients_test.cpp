#include "core/conjugate_gradients.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace floc;

namespace {

struct Solved {
  std::vector<double> x, r;
  int iterations = 0;
};

// With the diagonal `scale` as preconditioner, until rᵀz is 1e-24 of what it was.
Solved solve(const std::vector<std::vector<double>>& a, std::vector<double> b, const std::vector<double>& scale, int most) {
  const std::size_t n = b.size();
  std::vector<double> z(n), s(n), q(n);
  Solved found{std::vector<double>(n, 7.0), std::move(b), 0};
  double first = 0;
  found.iterations = conjugate_gradients(
      found.x, found.r, z, s, q,
      [&](const std::vector<double>& from, std::vector<double>& to) {
        for (std::size_t i = 0; i < n; ++i) to[i] = std::inner_product(a[i].begin(), a[i].end(), from.begin(), 0.0);
      },
      [&](const std::vector<double>& from, std::vector<double>& to) {
        for (std::size_t i = 0; i < n; ++i) to[i] = from[i] / scale[i];
      },
      [&](int iterations, double square) {
        if (iterations == 0) first = square;
        return !(square > 1e-24 * first);
      }, most);
  return found;
}

}  // namespace

TEST_CASE("conjugate gradients solve n equations within n iterations, whatever the diagonal preconditioner") {
  const std::vector<std::vector<double>> a{{4, 1, 0}, {1, 3, -1}, {0, -1, 2}};
  for (const std::vector<double>& scale : {std::vector<double>{1, 1, 1}, {4, 3, 2}}) {
    const Solved found = solve(a, {9, 2, 3}, scale, 100);
    CHECK(found.iterations <= 3);
    for (std::size_t i = 0; i < 3; ++i) {
      const double image = std::inner_product(a[i].begin(), a[i].end(), found.x.begin(), 0.0);
      CHECK(image == doctest::Approx(std::vector<double>{9, 2, 3}[i]));
      CHECK(std::abs(found.r[i]) < 1e-10);
    }
  }
}

TEST_CASE("a singular matrix gives the solution of least norm in the metric of the preconditioner") {
  // x₁ + x₂ = 2, twice: of all of these, ½(x₁² + 3x₂²) is least at 3/2, 1/2.
  const Solved found = solve({{1, 1}, {1, 1}}, {2, 2}, {1, 3}, 100);
  CHECK(found.x[0] == doctest::Approx(1.5));
  CHECK(found.x[1] == doctest::Approx(0.5));
}

TEST_CASE("it stops where it is told to, and has nothing to do for zero") {
  CHECK(solve({{2, 1}, {1, 2}}, {1, 0}, {1, 1}, 1).iterations == 1);
  const Solved nothing = solve({{2, 1}, {1, 2}}, {0, 0}, {1, 1}, 100);
  CHECK(nothing.iterations == 0);
  CHECK(nothing.x == std::vector<double>{0, 0});
}

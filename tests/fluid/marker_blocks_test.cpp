#include "fluid/marker_blocks.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>

#include "fluid/markers.hpp"

using namespace floc;

TEST_CASE("a dense factor solves") {
  constexpr std::size_t n = 101;
  std::vector<double> matrix(n * n), x(n), b(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = std::sin(static_cast<double>(i));
    for (std::size_t k = 0; k < n; ++k)
      matrix[i * n + k] = (i == k ? 2.0 : 0.0) + 1 / (1 + std::abs(static_cast<double>(i) - static_cast<double>(k)));
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) b[i] += matrix[i * n + k] * x[k];
  const DenseFactor factor(matrix, n);
  factor.solve(b);
  for (std::size_t i = 0; i < n; ++i) CHECK(b[i] == doctest::Approx(x[i]).epsilon(1e-10));
}

TEST_CASE("the preconditioner of markers is symmetric and positive, for one block and for many") {
  for (const auto& [d, rows] : {std::pair(2, 3600), std::pair(2, 50), std::pair(3, 3600), std::pair(3, 200)}) {
    Executor executor(1);
    ImmersedBody body{ImmersedShape::round(d, d == 2 ? 1 : 0.2, 0.04), {}};
    body.pose = Pose::rotation_about({}, {{0, 0, 1}}, 0.4);
    const std::vector<Vec3>& markers = body.shape->markers();
    MarkerBlocks blocks(d, 0.04, 0.7, 2, static_cast<std::size_t>(rows));
    blocks.take(std::vector<ImmersedBody>{body});
    const std::size_t n = markers.size() * static_cast<std::size_t>(d);
    std::vector<double> a(n), b(n), na(n), nb(n);
    for (std::size_t k = 0; k < n; ++k) {
      a[k] = std::sin(3.7 * static_cast<double>(k));
      b[k] = std::cos(1.3 * static_cast<double>(k));
    }
    blocks.apply(a, na, executor);
    blocks.apply(b, nb, executor);
    double ab = 0, ba = 0, aa = 0;
    for (std::size_t k = 0; k < n; ++k) {
      ab += a[k] * nb[k];
      ba += b[k] * na[k];
      aa += a[k] * na[k];
    }
    CHECK(ab == doctest::Approx(ba).epsilon(1e-8));
    CHECK(aa > 0);
  }
}

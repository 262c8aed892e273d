#include "projection/bbpgd.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("the dual cost never ends above its start, however long the run") {
  // ½λᵀAλ + bᵀλ, the first term as ½|V(λ) − V*|²_M; 0 at the start.
  const test::Problem p = test::slab(10, 10);
  Executor executor;
  const auto cost = [&](int iterations) {
    ProjectionResult result;
    Bbpgd().solve(p, {.tolerance = 1e-12, .max_iterations = iterations}, executor, result);
    double value = 0;
    for (std::size_t k = 0; k < p.free_velocity.size(); ++k)
      value += 0.5 * std::pow(result.velocity[k] - p.free_velocity[k], 2) / p.inverse_mass[k / 2];
    for (std::size_t c = 0; c < p.rows(); ++c) {
      double b = p.gap[c];
      for (std::size_t k = 0; k < 2; ++k)
        b += p.step * p.normal[2 * c + k] *
             (p.free_velocity[p.first[c] * 2 + k] - (p.second[c] < 0 ? 0 : p.free_velocity[p.second[c] * 2 + k]));
      value += b * result.multiplier[c];
    }
    return value;
  };
  const double late = cost(400);
  CHECK(cost(20) < 0);
  CHECK(cost(100) < 0);
  CHECK(late < 0);
  CHECK(late <= cost(20));
}

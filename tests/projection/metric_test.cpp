#include "projection/metric.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

namespace {

struct System {
  test::Problem problem;
  Rows rows;
  std::vector<double> t, alone;

  System(int dimension, std::size_t count, unsigned seed)
      : problem(test::random_heap(dimension, count, seed, {.adhesive = false, .equalities = false})) {
    rows.prepare(problem);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-1, 1);
    for (std::size_t c = 0; c < problem.rows(); ++c) {
      t.push_back(c % 7 == 3 ? 0 : std::pow(10, 2 * unit(random)));
      alone.push_back(unit(random));
    }
  }
  // |(dp + t GM⁻¹Gᵀdp)/(1 + ta) − d| a, the largest.
  double residual(const std::vector<double>& dp) const {
    Executor executor;
    std::vector<double> w(rows.displacements()), still(rows.displacements());
    rows.displace(executor, dp, w);
    rows.displace(executor, std::vector<double>(dp.size()), still);
    for (std::size_t k = 0; k < w.size(); ++k) w[k] -= still[k];
    double worst = 0;
    with_dimension(rows.dimension(), [&]<int D>() {
      rows.sweep_linear<D, Nothing>(executor, w, [&](std::size_t c, double along, Nothing&) {
        const double a = rows.diagonal()[c];
        worst = std::max(worst, a * std::abs((dp[c] + t[c] * along) / (1 + t[c] * a) - alone[c]));
      });
    });
    return worst;
  }
};

}  // namespace

TEST_CASE("factorisation and conjugate gradients solve the same systems") {
  Executor executor;
  for (unsigned seed = 1; seed <= 24; ++seed) {
    System s(1 + static_cast<int>(seed % 3), 60, seed);
    const double size = s.residual(std::vector<double>(s.alone.size()));
    std::vector<double> direct = s.alone, iterated = s.alone;
    Metric cholmod(LinearSolver::cholmod), pcg(LinearSolver::pcg);
    cholmod.prepare(s.rows, executor);
    CHECK(cholmod.solve(s.rows, s.t, 1e-12, 10000, direct, executor) == 1);
    pcg.prepare(s.rows, executor);
    CHECK(pcg.solve(s.rows, s.t, 1e-2 * size, 10000, iterated, executor) < 10000);
    CHECK(cholmod.iterates() == false);
    CHECK(pcg.iterates() == true);
    CHECK(s.residual(direct) < 1e-10 * size);
    CHECK(s.residual(iterated) < 1.1e-2 * size);
  }
}

TEST_CASE("conjugate gradients say when they have not finished, and have the same bits for any number of threads") {
  Executor one, three(3);
  System s(3, 3000, 5);
  std::vector<double> a = s.alone, b = s.alone;
  Metric pcg(LinearSolver::pcg);
  pcg.prepare(s.rows, one);
  CHECK(pcg.solve(s.rows, s.t, 1e-3, 3, a, one) == 3);
  a = s.alone;
  const int taken = pcg.solve(s.rows, s.t, 1e-3, 10000, a, one);
  CHECK(taken > 3);
  pcg.prepare(s.rows, three);
  CHECK(pcg.solve(s.rows, s.t, 1e-3, 10000, b, three) == taken);
  CHECK(a == b);
}

TEST_CASE("size and dimension choose the method") {
  Executor executor;
  Metric metric;
  System line(1, 300, 1), few(3, 50, 1), many(2, 300, 1);
  for (const System* s : {&line, &few, &many}) {
    metric.prepare(s->rows, executor);
    CHECK(metric.iterates() == (s == &many));
  }
}

#include "projection/metric.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"

using namespace floc;

namespace {

struct System {
  test::Problem problem;
  Rows rows;
  std::vector<double> t, b;

  System(int dimension, std::size_t count, unsigned seed)
      : problem(test::random_heap(dimension, count, seed, {.adhesive = false, .equalities = false})) {
    rows.prepare(problem);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-1, 1);
    for (std::size_t c = 0; c < problem.rows(); ++c) t.push_back(std::pow(10, 2 * unit(random)));
    for (std::size_t k = 0; k < rows.displacements(); ++k) b.push_back(unit(random));
  }
};

}  // namespace

TEST_CASE("factorisation and conjugate gradients solve the same systems") {
  Executor executor;
  for (const unsigned seed : {1u, 2u, 3u, 4u}) {
    System s(1 + static_cast<int>(seed % 3), 60, seed);
    std::vector<double> direct(s.b.size()), iterated(s.b.size());
    Metric cholmod(LinearSolver::cholmod), pcg(LinearSolver::pcg);
    cholmod.prepare(s.rows, s.t, executor);
    CHECK(cholmod.solve(s.rows, s.t, s.b, 1e-12, 10000, direct, executor) == 1);
    pcg.prepare(s.rows, s.t, executor);
    CHECK(pcg.solve(s.rows, s.t, s.b, 1e-12, 10000, iterated, executor) < 10000);
    CHECK(cholmod.iterates() == false);
    CHECK(pcg.iterates() == true);
    CHECK(test::largest_difference(direct, iterated) < 1e-9 * (1 + test::largest(direct)));
  }
}

TEST_CASE("conjugate gradients say when they have not finished, and have the same bits for any number of threads") {
  Executor one, three(3);
  System s(3, 3000, 5);
  std::vector<double> a(s.b.size()), b(s.b.size());
  Metric pcg(LinearSolver::pcg);
  pcg.prepare(s.rows, s.t, one);
  CHECK(pcg.solve(s.rows, s.t, s.b, 1e-10, 3, a, one) == 3);
  const int taken = pcg.solve(s.rows, s.t, s.b, 1e-10, 10000, a, one);
  CHECK(taken > 3);
  pcg.prepare(s.rows, s.t, three);
  CHECK(pcg.solve(s.rows, s.t, s.b, 1e-10, 10000, b, three) == taken);
  CHECK(a == b);
}

TEST_CASE("size and dimension choose the method") {
  Executor executor;
  Metric metric;
  System plane(2, 300, 1), space(3, 1000, 1);
  metric.prepare(plane.rows, plane.t, executor);
  CHECK_FALSE(metric.iterates());
  metric.prepare(space.rows, space.t, executor);
  CHECK(metric.iterates());
}

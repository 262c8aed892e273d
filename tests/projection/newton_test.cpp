#include "projection/newton.hpp"

#include <doctest/doctest.h>

#include "projection/ipm.hpp"
#include "projection/problems.hpp"

using namespace floc;

TEST_CASE("Newton's steps end what passes begin: the answer of the interior point in fewer iterations than passes take") {
  const test::Problem p = test::slab(60, 30);
  const ProjectionSettings settings{.tolerance = 1e-10};
  Executor executor;
  ProjectionResult exact, passes, found;
  Ipm().solve(p, {.tolerance = 1e-12}, executor, exact);
  Stream().solve(p, settings, executor, passes);
  Newton().solve(p, settings, executor, found);
  CHECK(found.status == ProjectionStatus::converged);
  CHECK(found.certificate.residual <= 1e-10);
  CHECK(p.step * test::largest_difference(found.velocity, exact.velocity) < 1e-8);
  CHECK(found.certificate.iterations < passes.certificate.iterations / 2);
}

TEST_CASE("the same bits on any number of threads, and in a second solve") {
  const test::Problem p = test::slab(60, 30);
  std::vector<ProjectionResult> results(2);
  for (const int threads : {1, 2, 3}) {
    Executor executor(threads);
    Newton solver;
    for (ProjectionResult& result : results) {
      solver.solve(p, {.tolerance = 1e-9}, executor, result);
      if (threads == 1 && &result == &results[0]) continue;
      CHECK(result.multiplier == results[0].multiplier);
      CHECK(result.velocity == results[0].velocity);
    }
  }
}

TEST_CASE("steps from a poor start say that the set does not settle, and keep the start") {
  const test::Problem p = test::slab(60, 30);
  Executor executor;
  ProjectionResult result;
  ActiveSet().solve(p, {.tolerance = 1e-9}, executor, result);
  CHECK(result.status == ProjectionStatus::stagnated);
  CHECK(result.message == "the active set does not settle");
}

TEST_CASE("infinite masses, double rows, any bounds, and crystals with more contacts than degrees of freedom") {
  std::vector<test::Problem> problems{test::crystal(2, 4), test::crystal(3, 2)};
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u})
    problems.push_back(test::random_heap(1 + static_cast<int>(seed % 3), 40, seed, {.heavy = false, .equalities = false}));
  for (test::Problem& p : problems)
    for (const double compliance : {0.0, 1e-12}) {
      p.set_relative_compliance(compliance);
      Executor executor;
      ProjectionResult exact, found;
      Ipm().solve(p, {.tolerance = 1e-9}, executor, exact);
      Newton().solve(p, {.tolerance = 1e-9}, executor, found);
      CHECK(found.status == exact.status);  // one heap is squeezed between infinite masses
      if (exact.status == ProjectionStatus::converged)
        CHECK(p.step * test::largest_difference(found.velocity, exact.velocity) < 1e-6);
    }
}

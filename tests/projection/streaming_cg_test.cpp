#include "projection/streaming_cg.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "projection/fallback_chain.hpp"
#include "projection/ipm.hpp"
#include "projection/problems.hpp"
#include "support/simd_targets.hpp"

using namespace floc;
using test::for_simd_targets;

namespace {

// Without the solvers that would go on.
ProjectionResult alone(const ProjectionProblem& p, const ProjectionSettings& settings, int threads = 1) {
  Executor executor(threads);
  ProjectionResult result;
  StreamingCg(std::make_shared<Workspace>()).solve(p, settings, executor, result);
  return result;
}

}  // namespace

TEST_CASE("rows that are clipped do not stop conjugate gradients: two thirds of the iterations of accelerated passes") {
  const test::Problem p = test::slab(60, 30);
  Executor executor;
  ProjectionResult passes, exact;
  Stream().solve(p, {.tolerance = 1e-8}, executor, passes);
  Ipm().solve(p, {.tolerance = 1e-11}, executor, exact);
  const ProjectionResult found = alone(p, {.tolerance = 1e-8});
  CHECK(found.status == ProjectionStatus::converged);
  CHECK(found.certificate.iterations < 2 * passes.certificate.iterations / 3);
  CHECK(found.certificate.violation <= 1e-8 * p.length);
  CHECK(found.certificate.complementarity <= 1e-8 * p.length);
  CHECK(found.certificate.residual <= 4e-8 * p.length);
  CHECK(p.step * test::largest_difference(found.velocity, exact.velocity) < 1e-6);
}

TEST_CASE("from one row to many digits, in any dimension") {
  for (const int dimension : {1, 2, 3})
    for (const std::size_t bodies : {1, 61})  // not a multiple of the slice width
      for (const double tolerance : {1e-4, 1e-11}) {
        CAPTURE(dimension);
        CAPTURE(bodies);
        CAPTURE(tolerance);
        const test::Problem p = test::column(dimension, bodies);
        CHECK(alone(p, {.tolerance = tolerance}).status == ProjectionStatus::converged);
      }
}

// More than 2000 iterations, where passes have p itself all the way.
TEST_CASE("forces that displace by many lengths in a step do not want for digits") {
  for (test::Problem p : {test::slab(60, 30), test::slab(30, 200)}) {
    for (auto* values : {&p.free_velocity, &p.gap})
      for (double& value : *values) value *= p.bodies() == 1800 ? 1e7 : 1e5;
    const ProjectionResult found = alone(p, {.tolerance = 1e-5});
    CHECK(found.status == ProjectionStatus::converged);
    CHECK(found.certificate.iterations < 200);
  }
}

TEST_CASE("nor do those that displace by more than a half can say") {
  test::Problem p = test::slab(60, 30);
  for (auto* values : {&p.free_velocity, &p.gap})
    for (double& value : *values) value *= 1e9;
  const ProjectionResult found = alone(p, {.tolerance = 1e-5});
  CHECK(found.status == ProjectionStatus::converged);
  CHECK(found.certificate.iterations < 400);
}

TEST_CASE("the same bits on any number of threads") {
  const test::Problem p = test::slab(60, 30);
  const ProjectionResult one = alone(p, {.tolerance = 1e-9});
  for (const int threads : {2, 3}) {
    const ProjectionResult more = alone(p, {.tolerance = 1e-9}, threads);
    CHECK(more.multiplier == one.multiplier);
    CHECK(more.velocity == one.velocity);
  }
}

TEST_CASE("the same bits with all instructions, with bounds and halves, within the cache and beyond") {
  std::vector<ProjectionResult> first;
  for_simd_targets([&] {
    std::vector<ProjectionResult> found;
    for (const double tolerance : {1e-3, 1e-9}) found.push_back(alone(test::slab(60, 30), {.tolerance = tolerance}));
    for (const double tolerance : {1e-3, 1e-9})
      found.push_back(alone(test::slab(500, 150), {.tolerance = tolerance, .max_iterations = 12}));
    if (first.empty()) first = found;
    for (std::size_t k = 0; k < found.size(); ++k) {
      CHECK(found[k].multiplier == first[k].multiplier);
      CHECK(found[k].velocity == first[k].velocity);
    }
  });
}

TEST_CASE("rows that pull, bonds, double rows and infinite masses: the answer of the interior point") {
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u}) {
    CAPTURE(seed);
    test::Problem p = test::random_heap(1 + static_cast<int>(seed % 3), 60, seed, {.heavy = false});
    p.set_relative_compliance(1e-6);
    Executor executor;
    ProjectionResult exact, found;
    Ipm().solve(p, {.tolerance = 1e-7}, executor, exact);
    if (exact.status != ProjectionStatus::converged) continue;  // a heap may be squeezed between infinite masses
    Conjugate().solve(p, {.tolerance = 1e-7}, executor, found);
    CHECK(found.status == ProjectionStatus::converged);
    CHECK(p.step * test::largest_difference(found.velocity, exact.velocity) < 1e-4);
  }
}

TEST_CASE("what is left of the answer of a solve is nothing to do") {
  test::Problem p = test::slab(20, 10);
  p.guess = alone(p, {.tolerance = 1e-8}).multiplier;
  CHECK(alone(p, {.tolerance = 1e-8}).certificate.iterations == 0);
}

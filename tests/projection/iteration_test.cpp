#include "projection/iteration.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"
#include "support/allocations.hpp"

using namespace floc;

TEST_CASE("without rows every solver returns the free velocity at once") {
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    Executor executor;
    ProjectionResult result;
    test::Problem p;
    entry.make()->solve(p, {}, executor, result);
    CHECK(result.status == ProjectionStatus::converged);
    p.add_body(1, {{1, 2, 3}});
    entry.make()->solve(p, {}, executor, result);
    CHECK(result.status == ProjectionStatus::converged);
    CHECK(result.velocity == p.free_velocity);
    CHECK(result.multiplier.empty());
    CHECK(result.certificate.iterations == 0);
    CHECK(result.certificate.duality_gap == 0);
  }
}

TEST_CASE("free flight takes no iteration, whatever the guess") {
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    test::Problem p = test::column(3, 10);
    for (double& gap : p.gap) gap = 1;
    for (const double guess : {0.0, 5.0, std::nan(""), -1.0, std::numeric_limits<double>::infinity()}) {
      p.guess.assign(p.rows(), guess);
      Executor executor;
      ProjectionResult result;
      entry.make()->solve(p, {.tolerance = 1e-10}, executor, result);
      CHECK(result.status == ProjectionStatus::converged);
      CHECK(result.certificate.iterations == 0);
      CHECK(result.velocity == p.free_velocity);
      CHECK(test::largest(result.multiplier) == 0);
    }
  }
}

TEST_CASE("a guess is used where it is good and harmless where it is not") {
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    test::Problem p = test::slab(6, 5);
    p.set_relative_compliance(1e-6);
    Executor executor;
    ProjectionResult cold, warm, wild;
    const auto solver = entry.make();
    solver->solve(p, {.tolerance = 1e-6}, executor, cold);
    CHECK(cold.status == ProjectionStatus::converged);
    CHECK(cold.certificate.iterations > 0);
    p.guess = cold.multiplier;
    solver->solve(p, {.tolerance = 1e-6}, executor, warm);
    CHECK(warm.certificate.iterations == 0);
    CHECK(warm.velocity == cold.velocity);
    for (std::size_t c = 0; c < p.rows(); ++c) p.guess[c] = c % 3 == 0 ? std::nan("") : c % 3 == 1 ? -7.0 : 1e3;
    solver->solve(p, {.tolerance = 1e-6}, executor, wild);
    CHECK(wild.status == ProjectionStatus::converged);
    CHECK(wild.certificate.violation <= 1e-6);
  }
}

TEST_CASE("an iteration limit is reported, and the best iterate comes with it") {
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    const test::Problem p = test::slab(12, 12);
    Executor executor;
    ProjectionResult none, some;
    entry.make()->solve(p, {.tolerance = 1e-9, .max_iterations = 0}, executor, none);
    entry.make()->solve(p, {.tolerance = 1e-9, .max_iterations = 4}, executor, some);
    CHECK(none.status == ProjectionStatus::iteration_limit);
    CHECK(some.status == ProjectionStatus::iteration_limit);
    CHECK(none.certificate.iterations == 0);
    CHECK(some.certificate.iterations >= 4);
    const auto worst = [](const Certificate& c) { return std::max(c.violation, c.complementarity); };
    CHECK(worst(some.certificate) <= worst(none.certificate));
    for (const double multiplier : some.multiplier) CHECK(multiplier >= 0);
  }
}

TEST_CASE("a tolerance below rounding ends as stagnated, not in an endless loop") {
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    test::Problem p = test::slab(3, 2);
    p.set_relative_compliance(1e-22);
    Executor executor;
    ProjectionResult result;
    entry.make()->solve(p, {.tolerance = 1e-25}, executor, result);
    CHECK(result.status == ProjectionStatus::stagnated);
    CHECK(result.certificate.violation < 1e-13);
  }
}

TEST_CASE("a compliance above the tolerance is said to be the reason") {
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    test::Problem p = test::column(1, 5);
    p.compliance = 1e-4;
    Executor executor;
    ProjectionResult result;
    entry.make()->solve(p, {.tolerance = 1e-4}, executor, result);
    CHECK(result.status == ProjectionStatus::stagnated);
    CHECK(result.message == "the compliance alone exceeds the tolerance");
    CHECK(result.certificate.largest_multiplier == doctest::Approx(5).epsilon(0.1));
  }
}

TEST_CASE("warmed-up gradient and Gauss-Seidel solvers allocate nothing") {
  const test::Problem p = test::slab(40, 40);
  for (const char* name : {"apgd", "uzawa", "pgs"}) {
    CAPTURE(name);
    Executor executor;
    ProjectionResult result;
    const auto solver = make_solver(name);
    const ProjectionSettings settings{.tolerance = 1e-4, .max_iterations = 50};
    solver->solve(p, settings, executor, result);
    const long before = test::allocations;
    solver->solve(p, settings, executor, result);
    CHECK(test::allocations == before);
  }
}

#include "projection/solver.hpp"

#include <doctest/doctest.h>

#include <atomic>

#include "core/error.hpp"
#include "core/hash.hpp"
#include "projection/problems.hpp"
#include "projection/property.hpp"

using namespace floc;

namespace {

ProjectionResult solve(std::string_view solver, const test::Problem& p, const ProjectionSettings& settings) {
  Executor executor;
  ProjectionResult result;
  make_solver(solver)->solve(p, settings, executor, result);
  return result;
}

// All solvers, on velocities and on multipliers, against an interior-point solution to many digits.
void check_agreement(test::Problem p) {
  p.set_relative_compliance(1e-3);
  // The compliance of these problems is large, so only the residual decides.
  const ProjectionResult exact = solve("ipm", p, {.tolerance = 1e3, .multiplier_tolerance = 1e-8});
  RC_ASSERT(exact.status == ProjectionStatus::converged);
  const double share = p.compliance * test::largest(exact.multiplier);
  for (const SolverEntry& entry : solvers()) {
    const ProjectionResult found = solve(entry.name, p, {.tolerance = 1e3, .multiplier_tolerance = 1e-4});
    RC_LOG() << entry.name << ": " << to_string(found.status) << " " << found.certificate.iterations << "\n";
    RC_ASSERT(found.status == ProjectionStatus::converged);
    RC_ASSERT(p.step * test::largest_difference(found.velocity, exact.velocity) <= share);
    RC_ASSERT(test::largest_difference(found.multiplier, exact.multiplier) <= 0.02 * test::largest(exact.multiplier));
  }
}

}  // namespace

TEST_CASE("solvers are found by name, and an unknown name by its absence") {
  CHECK(solvers().size() == 7);
  for (const SolverEntry& entry : solvers()) {
    CHECK(make_solver(entry.name) != nullptr);
    CHECK(!entry.help.empty());
  }
  CHECK_THROWS_WITH_AS(make_solver("adpg"),
                       "unknown solver \"adpg\"; there are auto, uzawa, apgd, stream, conjugate, pgs, ipm", Error);
}

TEST_CASE("a solve that is told to stop does, whoever solves, and a later one finds the answer") {
  const test::Problem p = test::slab(20, 10);
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    for (const int threads : {1, 2}) {
      Executor executor(threads);
      const auto solver = make_solver(entry.name);
      std::atomic<bool> stop = true;
      ProjectionSettings settings{.tolerance = 1e-6, .max_iterations = 1000000000, .stop = &stop};
      ProjectionResult result;
      CHECK_THROWS_AS(solver->solve(p, settings, executor, result), Stopped);
      stop = false;
      solver->solve(p, settings, executor, result);
      CHECK(result.status == ProjectionStatus::converged);
    }
  }
}

TEST_CASE("all solvers agree on random heaps: masses over six decades, infinite masses, double rows, any bounds") {
  CHECK(test::holds([] {
    const int dimension = *rc::gen::inRange(1, 4);
    const auto count = *rc::gen::inRange<std::size_t>(0, 10);
    const test::Mixture mix{*rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>(),
                            *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()};
    check_agreement(test::random_heap(dimension, count, *rc::gen::arbitrary<unsigned>(), mix));
  }));
}

TEST_CASE("all solvers agree on crystals, which have more contacts than degrees of freedom") {
  CHECK(test::holds([] {
    const int dimension = *rc::gen::inRange(2, 4);
    test::Problem p = test::crystal(dimension, *rc::gen::element(1, 2));
    std::mt19937 random(*rc::gen::arbitrary<unsigned>());
    std::normal_distribution<double> normal;
    if (*rc::gen::arbitrary<bool>())
      for (double& v : p.free_velocity) v += 0.3 * normal(random);
    check_agreement(p);
  }));
}

TEST_CASE("to the default tolerance all solvers give velocities within what their gaps certify") {
  for (const unsigned seed : {1u, 2u, 3u, 4u})
    for (const int dimension : {1, 2, 3}) {
      const test::Mixture mix{.heavy = false, .infinite = false, .equalities = false};
      test::Problem p = test::random_heap(dimension, 25, seed, mix);
      p.set_relative_compliance(1e-7);
      const ProjectionResult exact = solve("ipm", p, {.multiplier_tolerance = 1e-6});
      REQUIRE(exact.status == ProjectionStatus::converged);
      for (const SolverEntry& entry : solvers()) {
        const ProjectionResult found = solve(entry.name, p, {});
        CAPTURE(entry.name);
        REQUIRE(found.status == ProjectionStatus::converged);
        CHECK(found.certificate.violation <= 1e-4);
        CHECK(found.certificate.complementarity <= 1e-4);
        double distance = 0;
        for (std::size_t k = 0; k < p.free_velocity.size(); ++k) {
          const double inverse_mass = p.inverse_mass[k / static_cast<std::size_t>(dimension)];
          if (inverse_mass > 0) distance += 0.5 * std::pow(found.velocity[k] - exact.velocity[k], 2) / inverse_mass;
        }
        CHECK(distance <= found.certificate.duality_gap * (1 + 1e-6) + 1e-12);
      }
    }
}

TEST_CASE("the multipliers of a column are the weights above") {
  for (const int dimension : {1, 2, 3})
    for (const std::size_t n : {1u, 2u, 10u, 40u})
      for (const SolverEntry& entry : solvers()) {
        CAPTURE(entry.name);
        const ProjectionResult found = solve(entry.name, test::column(dimension, n), {.tolerance = 1e-9});
        REQUIRE(found.status == ProjectionStatus::converged);
        for (std::size_t c = 0; c < n; ++c)
          CHECK(found.multiplier[c] == doctest::Approx(static_cast<double>(n - c)).epsilon(1e-3));
        CHECK(test::largest(found.velocity) < 1e-4);
      }
}

TEST_CASE("in a hexagon of seven discs all twelve contacts carry the same, pressed or pulled, for every solver") {
  test::Problem p = test::crystal(2, 1);
  REQUIRE(p.rows() == 12);
  p.compliance = 1e-6;
  for (const double sign : {1.0, -1.0}) {
    p.lower.assign(12, sign > 0 ? 0 : -100);
    for (const SolverEntry& entry : solvers()) {
      CAPTURE(entry.name);
      const ProjectionResult found = solve(entry.name, p, {.multiplier_tolerance = 0.02});
      REQUIRE(found.status == ProjectionStatus::converged);
      // A rim disc needs 1/h along the radius: half from the centre, half from its two neighbours.
      for (const double multiplier : found.multiplier) CHECK(multiplier == doctest::Approx(sign * 5).epsilon(0.02));
    }
    for (double& v : p.free_velocity) v = -v;
  }
}

TEST_CASE("pair contacts conserve momentum to rounding") {
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    const test::Problem p = test::crystal(3, 2);
    const ProjectionResult found = solve(entry.name, p, {});
    for (std::size_t k = 0; k < 3; ++k) {
      double before = 0, after = 0;
      for (std::size_t i = 0; i < p.bodies(); ++i) {
        before += p.free_velocity[3 * i + k];
        after += found.velocity[3 * i + k];
      }
      CHECK(std::abs(after - before) < 1e-12);
    }
  }
}

TEST_CASE("same bits for 1, 2, 3 and 7 threads, for every solver") {
  test::Problem p = test::slab(60, 60);
  p.set_relative_compliance(1e-6);
  p.lower.assign(p.rows(), 0.0);
  for (std::size_t c = 0; c < p.rows(); c += 5) p.lower[c] = -1;
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    std::uint64_t expected = 0;
    for (const int threads : {1, 2, 3, 7}) {
      Executor executor(threads);
      ProjectionResult result;
      entry.make()->solve(p, {.tolerance = 1e-8, .max_iterations = 25}, executor, result);
      Hash hash;
      hash.add<double>(result.velocity);
      hash.add<double>(result.multiplier);
      const double numbers[] = {result.certificate.violation, result.certificate.complementarity,
                                result.certificate.residual, result.certificate.duality_gap};
      hash.add<double>(numbers);
      if (threads == 1) expected = hash.value();
      CHECK(hash.value() == expected);
    }
  }
}

TEST_CASE("what was solved before does not change an answer") {
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    test::Problem p = test::slab(8, 8), q = p;
    q.gap[3] += 0.01;
    q.inverse_mass[7] = 0;
    Executor executor;
    ProjectionResult first, again;
    const ProjectionSettings settings{.tolerance = 1e-5};
    const auto solver = entry.make();
    solver->solve(p, settings, executor, first);
    solver->solve(q, settings, executor, again);
    solver->solve(test::column(3, 4), settings, executor, again);
    solver->solve(p, settings, executor, again);
    CHECK(again.velocity == first.velocity);
    CHECK(again.multiplier == first.multiplier);
  }
}

#include "projection/islands.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "projection/apgd.hpp"
#include "projection/auto.hpp"
#include "projection/problems.hpp"

using namespace floc;

namespace {

// Two problems side by side.
test::Problem joined(test::Problem all, const test::Problem& more) {
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  const auto shift = static_cast<std::int32_t>(all.bodies());
  append(all.inverse_mass, more.inverse_mass);
  append(all.free_velocity, more.free_velocity);
  for (const std::int32_t i : more.first) all.first.push_back(i + shift);
  for (const std::int32_t j : more.second) all.second.push_back(j < 0 ? j : j + shift);
  append(all.normal, more.normal);
  append(all.gap, more.gap);
  return all;
}

test::Problem archipelago(const test::Problem& island, std::size_t count) {
  test::Problem all;
  all.dimension = island.dimension;
  for (std::size_t k = 0; k < count; ++k) all = joined(std::move(all), island);
  return all;
}

ProjectionResult solve(ProjectionSolver&& solver, const ProjectionProblem& problem, double tolerance, int threads = 1) {
  Executor executor(threads);
  ProjectionResult result;
  solver.solve(problem, {.tolerance = tolerance}, executor, result);
  REQUIRE(result.status == ProjectionStatus::converged);
  return result;
}

}  // namespace

TEST_CASE("every row is in one group, with its bodies, and an island is never cut") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    test::Problem p = test::random_heap(2, 60, seed, {});
    p = archipelago(p, 3);
    Islands islands;
    Executor executor(1 + static_cast<int>(seed % 3));
    CHECK(islands.find(p, executor) == 0);
    islands.list(p);
    ProjectionResult whole, part;
    whole.velocity.assign(p.free_velocity.size(), -7);
    whole.multiplier.assign(p.rows(), -7);
    std::size_t rows = 0;
    for (std::size_t g = 0; g < islands.groups(); ++g) {
      ProblemArrays arrays;
      islands.take(p, g, arrays);
      CHECK(find_fault(arrays).empty());  // sizes, order and names
      CHECK(arrays.rows() == islands.rows(g));
      rows += arrays.rows();
      // Gaps in the place of multipliers, free velocities in that of velocities: they come back to their places.
      part.velocity = arrays.free_velocity;
      part.multiplier = arrays.gap;
      islands.put(part, g, whole);
    }
    CHECK(rows == p.rows());
    CHECK(whole.multiplier == p.gap);
    for (std::size_t i = 0; i < p.bodies(); ++i) {
      const bool joined = std::ranges::count(p.first, static_cast<std::int32_t>(i)) > 0 ||
                          std::ranges::count(p.second, static_cast<std::int32_t>(i)) > 0;
      CHECK(whole.velocity[2 * i] == (joined ? p.free_velocity[2 * i] : -7));
    }
  }
}

TEST_CASE("solved island by island or as a whole, the answer is the same") {
  test::Problem p = archipelago(test::slab(9, 8), 6);
  Executor executor;
  CHECK(Islands().find(p, executor) == 0);
  const ProjectionResult whole = solve(Apgd(), p, 1e-9), apart = solve(Auto(), p, 1e-9);
  CHECK(test::largest_difference(whole.velocity, apart.velocity) < 1e-6);
  CHECK(apart.certificate.violation <= 1e-9);
  CHECK(apart.certificate.active > 0);
}

TEST_CASE("the island with most of all rows is found among others") {
  const test::Problem large = test::slab(20, 10), small = archipelago(test::slab(4, 3), 12);
  for (const bool first : {true, false}) {
    const test::Problem p = first ? joined(large, small) : joined(small, large);
    CHECK(2 * large.rows() > p.rows());
    Executor executor(3);
    CHECK(Islands().find(p, executor) == large.rows());
  }
}

TEST_CASE("threads that look for islands together find those that one finds") {
  const test::Problem p = archipelago(test::slab(20, 10), 60);
  Executor alone, many(5);
  Islands one, other;
  CHECK(one.find(p, alone) == other.find(p, many));
  one.list(p);
  other.list(p);
  REQUIRE(one.groups() == other.groups());
  for (std::size_t g = 0; g < one.groups(); ++g) {
    ProblemArrays a, b;
    one.take(p, g, a);
    other.take(p, g, b);
    CHECK(a.gap == b.gap);
  }
}

TEST_CASE("islands have the same bits on any number of threads") {
  const test::Problem p = archipelago(test::slab(9, 8), 9);
  const ProjectionResult one = solve(Auto(), p, 1e-6);
  for (int threads : {2, 3, 7}) {
    const ProjectionResult other = solve(Auto(), p, 1e-6, threads);
    CHECK(one.velocity == other.velocity);
    CHECK(one.multiplier == other.multiplier);
    CHECK(one.certificate.iterations == other.certificate.iterations);
  }
}

TEST_CASE("an island whose multipliers still hold takes no iteration, and keeps them to the bit") {
  test::Problem p = archipelago(test::slab(9, 8), 10);
  const ProjectionResult before = solve(Auto(), p, 1e-6);
  p.guess = before.multiplier;
  CHECK(solve(Auto(), p, 1e-6).certificate.iterations == 0);
  for (std::size_t i = 0; i < 9; ++i) p.free_velocity[2 * i + 1] -= 1;  // somebody jumps on the first
  const ProjectionResult after = solve(Auto(), p, 1e-6), whole = solve(Apgd(), p, 1e-6);
  const std::size_t others = p.rows() / 10;
  CHECK(std::equal(after.multiplier.begin() + static_cast<std::ptrdiff_t>(others), after.multiplier.end(),
                   before.multiplier.begin() + static_cast<std::ptrdiff_t>(others)));
  CHECK(after.certificate.iterations > 0);
  CHECK(5 * after.certificate.iterations < whole.certificate.iterations);
  CHECK(test::largest_difference(whole.velocity, after.velocity) < 1e-3);
}

TEST_CASE("a bed that holds nearly all rows is solved as a whole, to the same bits as without the rest") {
  const test::Problem bed = test::slab(30, 20);
  test::Problem p = bed;
  const auto i = static_cast<std::size_t>(p.bodies());
  p.add_body(1, {{0, -1, 0}});
  p.add_row(i, -1, 0, {{0, 1, 0}});
  const ProjectionResult whole = solve(Conjugate(), p, 1e-4), mixed = solve(Auto(), p, 1e-4);
  CHECK(whole.velocity == mixed.velocity);
}

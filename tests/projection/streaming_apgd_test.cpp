#include "projection/streaming_apgd.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "projection/apgd.hpp"
#include "projection/fallback_chain.hpp"
#include "projection/problems.hpp"
#include "support/simd_targets.hpp"

using namespace floc;

TEST_CASE("single precision round a double refinement point reaches what double precision reaches") {
  for (const int dimension : {1, 2, 3}) {
    CAPTURE(dimension);
    test::Problem p = test::column(dimension, 61);  // not a multiple of the slice width
    Executor executor;
    ProjectionResult streamed, plain;
    for (const double tolerance : {1e-4, 1e-8, 1e-11}) {
      Stream().solve(p, {.tolerance = tolerance}, executor, streamed);
      Apgd().solve(p, {.tolerance = tolerance}, executor, plain);
      CHECK(streamed.status == ProjectionStatus::converged);
      CHECK(p.step * test::largest_difference(streamed.velocity, plain.velocity) < 100 * tolerance);
    }
  }
}

TEST_CASE("a solver used again on another pattern forgets the first") {
  Executor executor;
  Stream used;
  ProjectionResult first, second;
  used.solve(test::column(2, 40), {.tolerance = 1e-8}, executor, first);
  const test::Problem p = test::column(2, 23);
  used.solve(p, {.tolerance = 1e-8}, executor, first);
  Stream().solve(p, {.tolerance = 1e-8}, executor, second);
  CHECK(first.velocity == second.velocity);
  CHECK(first.multiplier == second.multiplier);
}

TEST_CASE("units of length, mass and time do not matter to single precision") {
  for (const double unit : {1e-9, 1.0, 1e9}) {
    CAPTURE(unit);
    test::Problem p = test::column(3, 30);
    for (double& v : p.free_velocity) v *= unit;
    for (double& g : p.gap) g *= unit;
    for (double& m : p.inverse_mass) m /= unit * unit * unit;
    p.length *= unit;
    Executor executor;
    ProjectionResult result;
    Stream().solve(p, {.tolerance = 1e-8}, executor, result);
    CHECK(result.status == ProjectionStatus::converged);
  }
}

TEST_CASE("the order in which bodies are worked through changes roundings only, and one that is none is ignored") {
  Executor executor;
  const test::Problem column = test::column(3, 40);
  ProjectionProblem p = column;
  std::vector<std::int32_t> order(p.bodies());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(7 * i % order.size());
  ProjectionResult plain, ordered;
  Stream solver;
  solver.solve(p, {.tolerance = 1e-8}, executor, plain);
  p.order = order;
  solver.solve(p, {.tolerance = 1e-8}, executor, ordered);
  CHECK(ordered.status == ProjectionStatus::converged);
  CHECK(p.step * test::largest_difference(ordered.velocity, plain.velocity) < 1e-7);

  order[0] = order[1];
  solver.solve(p, {.tolerance = 1e-8}, executor, ordered);
  CHECK(ordered.velocity == plain.velocity);
  order[0] = -1;
  solver.solve(p, {.tolerance = 1e-8}, executor, ordered);
  CHECK(ordered.velocity == plain.velocity);
  p.order = p.order.first(3);
  solver.solve(p, {.tolerance = 1e-8}, executor, ordered);
  CHECK(ordered.status == ProjectionStatus::invalid);
}

TEST_CASE("contacts that push aim at a gap within the tolerance, and the worst of them stays within it too") {
  Executor executor;
  const test::Problem p = test::column(3, 60);
  ProjectionResult result;
  for (const double tolerance : {1e-3, 1e-5}) {
    Stream().solve(p, {.tolerance = tolerance}, executor, result);
    CHECK(result.status == ProjectionStatus::converged);
    CHECK(result.certificate.violation <= tolerance * p.length);
    CHECK(result.certificate.complementarity <= tolerance * p.length);
    CHECK(result.certificate.complementarity > 0.2 * tolerance * p.length);
    CHECK(result.certificate.residual <= 4 * tolerance * p.length);
  }
}

TEST_CASE("a compliance that exceeds the tolerance by itself is seen at once, and said") {
  Executor executor;
  test::Problem p = test::column(2, 60);
  ProjectionResult result;
  Stream().solve(p, {.tolerance = 1e-6}, executor, result);
  p.compliance = 20e-4 * p.length / result.certificate.largest_multiplier;
  StreamingApgd(std::make_shared<Workspace>()).solve(p, {.tolerance = 1e-4}, executor, result);
  CHECK(result.status == ProjectionStatus::stagnated);
  CHECK(result.message == "the compliance alone exceeds the tolerance");
  CHECK(result.certificate.iterations < 1000);
}

namespace {

// Discs of a lattice on a floor, a column after the other, whose last has a contact more that never closes:
// with the first, or with one that is not far.
test::Problem wide_bed(std::size_t columns, std::size_t height, bool long_row) {
  test::Problem p;
  p.dimension = 2;
  const auto body = [&](std::size_t i, std::size_t j) { return i * height + j; };
  for (std::size_t i = 0; i < columns * height; ++i) p.add_body(1, {{0, i % 7 == 0 ? -1.0 : -0.9, 0}});
  const std::size_t last = columns * height - 1;
  for (std::size_t i = 0; i < columns; ++i)
    for (std::size_t j = 0; j < height; ++j) {
      const auto row = [&](std::size_t other, const Vec3& e, double gap = 0) {
        p.add_row(body(i, j), static_cast<std::int64_t>(other), gap, e);
      };
      if (body(i, j) == last) row(long_row ? 0 : last - 3000, {{1, 0, 0}}, 1e6);
      if (j == 0) p.add_row(body(i, j), -1, 0, {{0, 1, 0}});
      if (i > 0) row(body(i - 1, j), {{1, 0, 0}});
      if (i > 0 && j + 1 < height) row(body(i - 1, j + 1), {{0.5, -std::sqrt(0.75), 0}});
      if (j > 0) row(body(i, j - 1), {{-0.5, std::sqrt(0.75), 0}});
    }
  return p;
}

}  // namespace

TEST_CASE("passes that follow each other closely through a large bed do what passes one by one do, with the same bits on any threads and with all instructions") {
  // Beyond what a cache holds passes wait for each other and run together, but not where a contact reaches too far.
  constexpr ProjectionSettings settings{.tolerance = 1e-6, .max_iterations = 60};
  ProjectionResult close, apart, shared;
  Executor one(1), two(2);
  StreamingApgd().solve(wide_bed(40, 2000, false), settings, one, close);
  StreamingApgd().solve(wide_bed(40, 2000, true), settings, one, apart);
  StreamingApgd().solve(wide_bed(40, 2000, false), settings, two, shared);
  CHECK(close.certificate.iterations == 60);
  CHECK(test::largest_difference(close.velocity, apart.velocity) < 1e-5);
  CHECK(close.velocity == shared.velocity);
  CHECK(close.multiplier == shared.multiplier);
  test::for_simd_targets([&] {
    ProjectionResult again;
    StreamingApgd().solve(wide_bed(40, 2000, false), settings, two, again);
    CHECK(again.velocity == close.velocity);
    CHECK(again.multiplier == close.multiplier);
  });
}

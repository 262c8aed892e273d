#include "projection/local_gauss_seidel.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "projection/certificate.hpp"
#include "projection/fallback_chain.hpp"
#include "projection/problems.hpp"
#include "projection/rows.hpp"
#include "projection/solver.hpp"
#include "projection/streaming_cg.hpp"

using namespace floc;

namespace {

// A problem, multipliers of it and the displacements that belong to them.
struct State {
  explicit State(const ProjectionProblem& problem, std::span<const double> lambda) {
    rows.prepare(problem);
    for (const double value : lambda) p.push_back(problem.step * problem.step * value);
    w.resize(rows.displacements());
    rows.displace(executor, p, w);
  }
  bool relax(const Demands& demands) { return LocalGaussSeidel().run(rows, demands, p, w, executor); }

  Executor executor;
  Rows rows;
  std::vector<double> p, w;
};

std::vector<double> answer(const ProjectionProblem& problem, double tolerance) {
  Executor executor;
  ProjectionResult result;
  Conjugate().solve(problem, {.tolerance = tolerance}, executor, result);
  REQUIRE(result.status == ProjectionStatus::converged);
  return result.multiplier;
}

}  // namespace

TEST_CASE("a few rows that fail are relaxed until none does, and displacements follow") {
  const test::Problem p = test::slab(40, 20);
  const double tolerance = 1e-5 * p.length;
  std::vector<double> lambda = answer(p, 1e-6);
  for (const std::size_t c : {100u, 700u, 1200u}) lambda[c] *= 1.05;
  State state(p, lambda);
  CHECK(state.relax({.violation = tolerance, .residual = 4 * tolerance}));

  std::vector<double> w(state.rows.displacements());
  state.rows.displace(state.executor, state.p, w);
  CHECK(test::largest_difference(w, state.w) < 1e-12);
  for (std::size_t c = 0; c < p.rows(); ++c) lambda[c] = state.p[c] / (p.step * p.step);
  std::vector<double> velocity(p.free_velocity.size());
  const Certificate certificate = certify(p, lambda, velocity, state.executor);
  CHECK(certificate.violation <= tolerance * (1 + 1e-9));
  CHECK(certificate.residual <= 4 * tolerance * (1 + 1e-9));
  CHECK(*std::ranges::min_element(lambda) >= 0);
}

TEST_CASE("where many fail nothing is done") {
  const test::Problem p = test::slab(40, 20);
  State state(p, std::vector<double>(p.rows(), 10.0));
  const std::vector<double> before = state.p;
  CHECK(!state.relax({.violation = 1e-6 * p.length, .residual = 4e-6 * p.length}));
  CHECK(state.p == before);
}

TEST_CASE("what cannot be had ends: bodies that nothing moves, rows that contradict each other") {
  test::Problem pinned;
  pinned.add_body(std::numeric_limits<double>::infinity(), {});
  pinned.add_row(0, -1, -1, {{0, 0, 1}});
  CHECK(!State(pinned, std::vector<double>(1, 0.0)).relax({.violation = 0.1, .residual = 1}));

  test::Problem pressed;
  pressed.add_body(1, {});
  pressed.add_row(0, -1, -1, {{0, 0, 1}});
  pressed.add_row(0, -2, -1, {{0, 0, -1}});
  State state(pressed, std::vector<double>(2, 0.0));
  CHECK(!state.relax({.violation = 0.1, .residual = 1}));
  CHECK(std::isfinite(state.p[0]));
}

TEST_CASE("bonds and rows that pull are relaxed like others, within their bounds") {
  test::Problem p = test::slab(40, 20);
  for (std::size_t c = 0; c < p.rows(); ++c)
    p.lower.push_back(c % 5 == 0 ? -0.1 : c % 41 == 0 ? -std::numeric_limits<double>::infinity() : 0);
  std::vector<double> lambda = answer(p, 1e-5);
  const double tolerance = 1e-4 * p.length;
  for (const std::size_t c : {3u, 60u, 410u}) lambda[c] += 1;
  State state(p, lambda);
  CHECK(state.relax({.violation = tolerance, .residual = 4 * tolerance}));
  for (std::size_t c = 0; c < p.rows(); ++c) CHECK(state.p[c] >= p.step * p.step * p.lower[c]);
}

TEST_CASE("parts side by side, then the whole: the same bits on any number of threads") {
  // Two columns of more bodies than a part has, and a row that joins the parts.
  constexpr std::size_t bodies = 70000;
  test::Problem p;
  for (std::size_t i = 0; i < bodies; ++i) {
    p.add_body(1, {{0, 0, -0.1}});
    if (i == bodies - 1) p.add_row(i, 10, -0.01, {{0, 0, 1}});
    else p.add_row(i, -1, 0, {{0, 0, 1}});
  }
  std::vector<double> lambda(p.rows(), 1.0);
  for (const std::size_t c : {5u, 60000u, 69000u}) lambda[c] = 0;
  std::vector<double> answers[2];
  for (const int threads : {1, 3}) {
    Executor executor(threads);
    State state(p, lambda);
    CHECK(LocalGaussSeidel().run(state.rows, {.violation = 1e-4, .residual = 4e-4}, state.p, state.w, executor));
    answers[threads > 1] = state.p;
  }
  CHECK(answers[0] == answers[1]);
  CHECK(answers[0][5] == doctest::Approx(0.01));
  CHECK(answers[0].back() > 0.01);
}

TEST_CASE("a solve that has only a few rows to put right relaxes them, and makes no pass") {
  test::Problem p = test::slab(40, 20);
  p.guess = answer(p, 1e-4);
  p.guess[700] += 0.1;
  Executor executor;
  ProjectionResult result;
  StreamingCg().solve(p, {.tolerance = 1e-4}, executor, result);
  CHECK(result.status == ProjectionStatus::converged);
  CHECK(result.certificate.iterations == 1);
  CHECK(result.certificate.violation <= 1e-4 * p.length);
  CHECK(result.certificate.complementarity <= 1e-4 * p.length);
}

TEST_CASE("a projection that is repeated with a row more relaxes from the velocity it has, or solves as any other") {
  const test::Problem all = test::slab(40, 20);
  // Without a contact that pushes.
  const std::vector<double> whole = answer(all, 1e-6);
  const std::ptrdiff_t at = std::max_element(whole.begin() + 600, whole.end()) - whole.begin();
  REQUIRE(whole[static_cast<std::size_t>(at)] > 0);
  test::Problem before = all;
  for (auto* names : {&before.first, &before.second}) names->erase(names->begin() + at);
  before.gap.erase(before.gap.begin() + at);
  before.normal.erase(before.normal.begin() + 2 * at, before.normal.begin() + 2 * at + 2);

  for (const char* name : {"stream", "conjugate", "auto", "apgd"}) {
    CAPTURE(name);
    const std::unique_ptr<ProjectionSolver> solver = make_solver(name);
    Executor executor;
    ProjectionResult result;
    ProjectionSettings settings{.tolerance = 1e-4};
    solver->solve(before, settings, executor, result);
    REQUIRE(result.status == ProjectionStatus::converged);
    result.multiplier.insert(result.multiplier.begin() + at, 0.0);
    test::Problem again = all;
    again.guess = result.multiplier;
    settings.repeated = true;
    solver->solve(again, settings, executor, result);
    CHECK(result.status == ProjectionStatus::converged);
    std::vector<double> velocity(result.velocity.size());
    const Certificate certificate = certify(again, result.multiplier, velocity, executor);
    CHECK(certificate.violation <= 1e-4 * all.length);
    CHECK(certificate.complementarity <= 1e-4 * all.length);
    CHECK(test::largest_difference(velocity, result.velocity) == 0);

    // The same problem once more: nothing is left to be done.
    again.guess = result.multiplier;
    solver->solve(again, settings, executor, result);
    CHECK(result.status == ProjectionStatus::converged);
    CHECK(result.certificate.iterations <= 1);
  }
}

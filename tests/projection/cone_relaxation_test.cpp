#include "projection/cone_relaxation.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "projection/cone_problems.hpp"
#include "projection/cone_solver.hpp"

using namespace floc;
using End = ConeRelaxation::End;

namespace {

// A problem, forces of it and the motion that belongs to them.
struct State {
  State(const ProjectionProblem& problem, ProjectionResult forces, int threads = 1)
      : q(problem), result(std::move(forces)), executor(threads), metric(q.rows()) {
    incidence.build(q);
    for (std::size_t c = 0; c < q.rows(); ++c) metric[c] = ConeMetric::of(q, ConeRow::of(q, c));
    take_motion(q, incidence, ConeForces::of(result), result.velocity, result.spin, executor);
  }
  End relax(const ConeDemands& demands) {
    return ConeRelaxation().run(q, incidence, metric, demands, result, executor);
  }
  Tests tests() {
    take_motion(q, incidence, ConeForces::of(result), result.velocity, result.spin, executor);
    return assess_cones(q, metric, ConeForces::of(result), result.velocity, result.spin, executor).tests;
  }

  const ProjectionProblem q;
  ProjectionResult result;
  Executor executor;
  Incidence incidence;
  std::vector<ConeMetric> metric;
};

ProjectionResult solved(const ProjectionProblem& problem, double tolerance) {
  Executor executor;
  ConeSolver solver;
  ProjectionResult result;
  solver.solve(problem, {.tolerance = tolerance}, executor, result);
  REQUIRE(result.status == ProjectionStatus::converged);
  return result;
}

ProjectionResult no_forces(const ProjectionProblem& p) {
  const auto d = static_cast<std::size_t>(p.dimension);
  ProjectionResult r;
  r.velocity.resize(p.free_velocity.size());
  r.spin.resize(p.turning.free_spin.size());
  r.multiplier.resize(p.rows());
  r.tangential.resize(d * p.rows());
  return r;
}

}  // namespace

TEST_CASE("a few rows that fail are relaxed until none does, and the motion follows") {
  for (const bool exact : {false, true})
    for (const bool levers : {false, true})
      for (const int dimension : {2, 3}) {
        CAPTURE(exact);
        CAPTURE(levers);
        CAPTURE(dimension);
        test::Problem p = test::rubbing(dimension, 400, 3, 0.4, levers);
        p.exact = exact;
        const double tolerance = 1e-4 * p.length;
        ProjectionResult forces = solved(p, 1e-5);
        int changed = 0;
        for (std::size_t c = 0; c < p.rows() && changed < 4; ++c)
          if (forces.multiplier[c] > 1) forces.multiplier[c] *= 1.01, ++changed;
        State state(p, forces);
        REQUIRE(state.tests().residual > 4 * tolerance);
        CHECK(state.relax({.violation = tolerance, .residual = 4 * tolerance}) == End::done);
        CHECK(test::motion_error(p, state.result) < 1e-10);
        const Tests tests = state.tests();
        CHECK(tests.violation <= tolerance * (1 + 1e-9));
        CHECK(tests.residual <= 4 * tolerance * (1 + 1e-9));
      }
}

TEST_CASE("where many rows fail nothing is done") {
  const test::Problem p = test::rubbing(3, 400, 3, 0.4);
  State state(p, no_forces(p));
  CHECK(state.relax({.violation = 1e-6, .residual = 1e-6}) == End::untouched);
  for (const double f : state.result.multiplier) CHECK(f == 0);
}

TEST_CASE("parts of many bodies: the same bits on any number of threads, and no row that joins two is left") {
  // A row of discs, nearly at rest: a few are pushed into their neighbours, some of them from one part to the next.
  test::Problem p;
  p.dimension = 2;
  constexpr std::int32_t all = 70000, border = 65536;
  for (std::int32_t i = 0; i < all; ++i) {
    const bool pushed = i % 7000 == 0 || i == border;
    p.add_body(1, {{pushed ? -0.3 : 0, pushed ? 0.2 : 0, 0}});
    if (i == 0) continue;
    p.add_row(static_cast<std::size_t>(i), i - 1, 0.1, {{1, 0, 0}});
    for (const double x : {-1.0, 0.0}) p.lever_first.push_back(x), p.lever_second.push_back(-x);
  }
  p.step = 1;
  p.inverse_inertia.assign(p.bodies(), 2);
  p.free_spin.assign(p.bodies(), 0);
  p.friction.assign(p.rows(), 0.4);
  const ConeDemands demands{.violation = 1e-3, .residual = 1e-3};
  State one(p, no_forces(p)), three(p, no_forces(p), 3);
  CHECK(one.relax(demands) == End::done);
  CHECK(three.relax(demands) == End::done);
  CHECK(one.result.multiplier == three.result.multiplier);
  CHECK(one.result.spin == three.result.spin);
  CHECK(one.result.multiplier[border - 1] > 0);
  const Tests tests = one.tests();
  CHECK(tests.violation <= 1e-3 * (1 + 1e-9));
  CHECK(tests.residual <= 1e-3 * (1 + 1e-9));
}

#include "projection/film_solver.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include "core/film.hpp"
#include "projection/problems.hpp"
#include "projection/solver.hpp"

using namespace floc;

namespace {

constexpr double range = 0.5;

// A heap without overlap that runs into itself, with a film of strength κ on every row, filled to the gap.
struct Wet {
  test::Problem problem;
  std::vector<double> strength;

  Wet(int dimension, std::size_t count, unsigned seed, double h, double kappa)
      : problem(test::random_heap(dimension, count, seed, {.heavy = false, .infinite = false, .duplicates = false,
                                                           .adhesive = false, .equalities = false})) {
    problem.step = h;
    for (double& gap : problem.gap) gap = std::max(gap, 1e-3);
    strength.assign(problem.rows(), kappa);
    for (std::size_t c = 0; c < problem.rows(); ++c)
      problem.lower.push_back(kappa * film_level(problem.gap[c], range) / h);
  }
  Films films() const { return {strength, range}; }
};

// The equations themselves, looked at row by row: the worst of |M(V − V*) − hGᵀλ| over the masses and of
// the distance between the gap that λ stands for and that of the bodies.
double error_of(const Wet& wet, const ProjectionResult& found) {
  const test::Problem& p = wet.problem;
  const auto d = static_cast<std::size_t>(p.dimension);
  std::vector<double> v = p.free_velocity;
  for (std::size_t c = 0; c < p.rows(); ++c)
    for (std::size_t k = 0; k < d; ++k) {
      const double push = p.step * found.multiplier[c] * p.normal[c * d + k];
      const auto i = static_cast<std::size_t>(p.first[c]);
      v[i * d + k] += p.inverse_mass[i] * push;
      if (p.second[c] >= 0) v[static_cast<std::size_t>(p.second[c]) * d + k] -= p.inverse_mass[p.second[c]] * push;
    }
  double worst = test::largest_difference(v, found.velocity);
  for (std::size_t c = 0; c < p.rows(); ++c) {
    double g = p.gap[c];
    for (std::size_t k = 0; k < d; ++k) {
      const double other = p.second[c] < 0 ? 0 : v[static_cast<std::size_t>(p.second[c]) * d + k];
      g += p.step * p.normal[c * d + k] * (v[static_cast<std::size_t>(p.first[c]) * d + k] - other);
    }
    const double level = p.step * (p.lower[c] - found.multiplier[c]) / wet.strength[c], film = film_gap(level, range);
    // Where the film ends, the gap goes with the root of the level.
    const bool inside = level < -1e-9;
    worst = std::max(worst, inside ? std::abs(g - film) : std::max(0.0, range - 1e-4 - g));
  }
  return worst;
}

}  // namespace

TEST_CASE("what is returned obeys the equations of films, for any viscosity and step, by either linear solver") {
  Executor executor;
  for (const int dimension : {1, 2, 3})
    for (const double h : {1e-3, 0.1, 10.0})
      for (const double kappa : {1e-6, 1e-2, 1.0, 1e3}) {
        CAPTURE(dimension);
        CAPTURE(h);
        CAPTURE(kappa);
        const Wet wet(dimension, 40, 3, h, kappa);
        ProjectionResult direct, iterated;
        FilmSolver(LinearSolver::cholmod).solve(wet.problem, wet.films(), {.tolerance = 1e-5}, executor, direct);
        FilmSolver(LinearSolver::pcg).solve(wet.problem, wet.films(), {.tolerance = 1e-5}, executor, iterated);
        REQUIRE(direct.status == ProjectionStatus::converged);
        REQUIRE(iterated.status == ProjectionStatus::converged);
        CHECK(direct.certificate.violation <= 1e-5);
        CHECK(direct.certificate.residual <= 1e-5);
        CHECK(error_of(wet, direct) <= 2e-5);
        CHECK(error_of(wet, iterated) <= 2e-5);
        const double apart = test::largest_difference(direct.velocity, iterated.velocity);
        CHECK(h * apart <= 4e-5 * static_cast<double>(wet.problem.rows()));
        // The duality gap bounds the distance of the two, each with its own.
        const auto d = static_cast<std::size_t>(dimension);
        double distance = 0;
        for (std::size_t k = 0; k < direct.velocity.size(); ++k)
          if (wet.problem.inverse_mass[k / d] > 0)
            distance += 0.5 * std::pow(direct.velocity[k] - iterated.velocity[k], 2) / wet.problem.inverse_mass[k / d];
        if (direct.certificate.violation == 0 && iterated.certificate.violation == 0)
          CHECK(distance <= 2 * (direct.certificate.duality_gap + iterated.certificate.duality_gap) + 1e-12);
      }
}

TEST_CASE("one row is exact after one factorisation") {
  Executor executor;
  test::Problem p;
  p.dimension = 1;
  p.step = 3;
  p.add_body(2, {{-7, 0, 0}});
  p.add_row(0, -1, 0.1, {{1, 0, 0}});
  const double kappa = 0.05;
  p.lower = {kappa * film_level(0.1, range) / p.step};
  ProjectionResult result;
  FilmSolver().solve(p, {std::vector{kappa}, range}, {}, executor, result);
  CHECK(result.certificate.iterations == 1);
  const FilmPoint exact = settle_alone(0.1 - 7 * 3, 0.5, p.step * kappa, p.step * p.step * p.lower[0], range);
  CHECK(result.multiplier[0] == doctest::Approx(exact.p / 9).epsilon(1e-12));
  CHECK(exact.gap > 0);
  CHECK(exact.gap < 1e-100);  // no position can tell, but the film can
  CHECK(std::abs(0.1 + 3 * result.velocity[0]) < 1e-11);
}

TEST_CASE("a solve that is told to stop does") {
  const Wet wet(2, 40, 1, 0.1, 0.3);
  Executor executor;
  const std::atomic<bool> stop = true;
  ProjectionResult result;
  CHECK_THROWS_AS(FilmSolver().solve(wet.problem, wet.films(), {.stop = &stop}, executor, result), Stopped);
}

TEST_CASE("rows without a film are the projection, and thin films come close to it") {
  Executor executor;
  for (const unsigned seed : {1u, 2u, 3u}) {
    Wet wet(2, 40, seed, 0.1, 0);
    ProjectionResult reference, dry, thin;
    make_solver("ipm")->solve(wet.problem, {.tolerance = 1e-9}, executor, reference);
    FilmSolver().solve(wet.problem, wet.films(), {.tolerance = 1e-9}, executor, dry);
    REQUIRE(dry.status == ProjectionStatus::converged);
    CHECK(test::largest_difference(reference.velocity, dry.velocity) < 1e-6);
    wet.strength.assign(wet.problem.rows(), 1e-9);
    FilmSolver().solve(wet.problem, wet.films(), {.tolerance = 1e-9}, executor, thin);
    REQUIRE(thin.status == ProjectionStatus::converged);
    CHECK(test::largest_difference(reference.velocity, thin.velocity) < 1e-5);
  }
}

TEST_CASE("a guess shortens the way and does not change where it ends; bits do not depend on threads") {
  Executor one, three(3);
  Wet wet(3, 3000, 7, 0.02, 0.3);
  FilmSolver solver;
  ProjectionResult cold, warm, threaded;
  solver.solve(wet.problem, wet.films(), {}, one, cold);
  REQUIRE(cold.status == ProjectionStatus::converged);
  FilmSolver().solve(wet.problem, wet.films(), {}, three, threaded);
  CHECK(cold.velocity == threaded.velocity);
  CHECK(cold.multiplier == threaded.multiplier);
  wet.problem.guess = cold.multiplier;
  solver.solve(wet.problem, wet.films(), {}, one, warm);
  CHECK(warm.certificate.iterations < cold.certificate.iterations);
  CHECK(test::largest_difference(warm.velocity, cold.velocity) * wet.problem.step < 1e-5);
}

TEST_CASE("films under huge steps take as many iterations as under long ones, and obey their equations") {
  Executor executor;
  for (const int dimension : {2, 3})
    for (const double h : {1.0, 30.0, 1000.0}) {
      CAPTURE(dimension);
      CAPTURE(h);
      const Wet wet(dimension, 150, 5, h, 1e-2);
      ProjectionResult result;
      FilmSolver().solve(wet.problem, wet.films(), {}, executor, result);
      REQUIRE(result.status == ProjectionStatus::converged);
      CHECK(error_of(wet, result) <= 2e-4);
      CHECK(result.certificate.iterations < 1000);
    }
}

TEST_CASE("a limit of iterations is said, and so are arrays that make no sense") {
  Executor executor;
  Wet wet(3, 200, 1, 10, 1e-4);
  ProjectionResult result;
  FilmSolver().solve(wet.problem, wet.films(), {.max_iterations = 3}, executor, result);
  CHECK(result.status == ProjectionStatus::iteration_limit);
  CHECK(result.certificate.residual > 1e-4);
  wet.strength.pop_back();
  FilmSolver().solve(wet.problem, wet.films(), {}, executor, result);
  CHECK(result.status == ProjectionStatus::invalid);
  CHECK_FALSE(result.message.empty());
}

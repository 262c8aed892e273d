#include "projection/certificate.hpp"

#include <doctest/doctest.h>

#include "projection/problems.hpp"
#include "projection/property.hpp"
#include "projection/solver.hpp"

using namespace floc;

namespace {

// One unit mass at D = 1 above a floor, falling by 3 in a step h = 1.
test::Problem falling() {
  test::Problem p;
  p.dimension = 1;
  p.step = 1;
  p.add_body(1, {{-3, 0, 0}});
  p.add_row(0, -1, 1, {{1, 0, 0}});
  return p;
}

Certificate certificate_of(const test::Problem& p, const std::vector<double>& multiplier) {
  Executor executor;
  std::vector<double> velocity(p.free_velocity.size());
  return certify(p, multiplier, velocity, executor);
}

}  // namespace

TEST_CASE("one row: violation, complementarity and residual by hand") {
  const test::Problem p = falling();
  const Certificate free = certificate_of(p, {0});
  CHECK(free.violation == 2);
  CHECK(free.complementarity == 0);
  CHECK(free.residual == 2);
  CHECK(free.active == 0);
  const Certificate exact = certificate_of(p, {2});
  CHECK(exact.violation == 0);
  CHECK(exact.residual == 0);
  CHECK(exact.duality_gap == 0);
  CHECK(exact.largest_multiplier == 2);
  CHECK(exact.active == 1);
  const Certificate high = certificate_of(p, {2.5});
  CHECK(high.violation == 0);
  CHECK(high.complementarity == 0.5);
  CHECK(high.residual == 0.5);
  CHECK(high.duality_gap == 2.5 * 0.5);
}

TEST_CASE("of many rows some tell about what all do, and no more violation") {
  const test::Problem p = test::slab(120, 40);
  REQUIRE(p.rows() > 2 * many_rows);
  Executor executor;
  Incidence incidence;
  incidence.build(p);
  const std::vector<double> multiplier(p.rows(), 0.3);
  std::vector<double> velocity(p.free_velocity.size());
  const Assessment all = assess(p, incidence, multiplier, velocity, executor);
  const Assessment some = assess_rows(p, multiplier, velocity, Look::at_some, executor);
  CHECK(some.tests.violation <= all.tests.violation);
  CHECK(some.tests.violation > 0);
  CHECK(some.tests.complementarity() == doctest::Approx(all.tests.complementarity()).epsilon(0.3));
  CHECK(some.certificate.active < static_cast<std::int64_t>(p.rows()) / 15);
  Executor three(3);
  CHECK(assess_rows(p, multiplier, velocity, Look::at_some, three).tests.product == some.tests.product);
}

TEST_CASE("an equality row counts both signs, a bound below zero shifts the multiplier") {
  test::Problem p = falling();
  p.lower = {-std::numeric_limits<double>::infinity()};
  CHECK(certificate_of(p, {3}).violation == 1);
  CHECK(certificate_of(p, {3}).residual == 1);
  CHECK(certificate_of(p, {0}).complementarity == 0);
  p.lower = {-1};
  p.gap = {4};
  const Certificate open = certificate_of(p, {-1});
  CHECK(open.violation == 0);
  CHECK(open.residual == 0);
  CHECK(open.active == 0);
  CHECK(certificate_of(p, {0}).complementarity == 1);
}

TEST_CASE("the gap is the sum over rows of the primal and dual costs, for any bound") {
  // J(V) − d(λ), with ψ as a maximum over a fine grid.
  for (const double lower : {0.0, -0.4, -std::numeric_limits<double>::infinity()})
    for (const double multiplier : {0.0, 0.3, 2.0, 2.6})
      for (const double start : {-3.0, -1.2, 1.0}) {
        test::Problem p = falling();
        p.free_velocity = {start};
        p.lower = {lower};
        p.compliance = 0.5;
        const double v = start + multiplier, g = 1 + v, b = 1 + start;
        double psi = -1e300;
        for (double q = std::max(lower, -20.0); q < 20; q += 1e-3) psi = std::max(psi, -q * g - 0.25 * q * q);
        const double primal = 0.5 * multiplier * multiplier + psi;
        const double dual = -0.5 * multiplier * multiplier * 1.5 - b * multiplier;
        CHECK(certificate_of(p, {multiplier}).duality_gap == doctest::Approx(primal - dual).epsilon(1e-5));
      }
}

TEST_CASE("the gap bounds the distance to the solution in the metric of the masses") {
  CHECK(test::holds([] {
    const int dimension = *rc::gen::inRange(1, 4);
    const auto count = *rc::gen::inRange<std::size_t>(2, 15);
    test::Problem p = test::random_heap(dimension, count, *rc::gen::arbitrary<unsigned>(), {});
    p.set_relative_compliance(1e-3);
    Executor executor;
    ProjectionResult exact;
    make_solver("ipm")->solve(p, {.tolerance = 1e3, .multiplier_tolerance = 1e-7}, executor, exact);
    RC_ASSERT(exact.status == ProjectionStatus::converged);

    // Any multipliers within the bounds, near and far from the solution.
    const double spread = *rc::gen::element(1e-6, 1e-3, 1.0);
    std::mt19937 random(*rc::gen::arbitrary<unsigned>());
    std::normal_distribution<double> normal;
    std::vector<double> multiplier = exact.multiplier, velocity(p.free_velocity.size());
    const double size = test::largest(multiplier);
    for (std::size_t c = 0; c < p.rows(); ++c)
      multiplier[c] = std::max(multiplier[c] + spread * size * normal(random), p.lower[c]);
    const Certificate certificate = certify(p, multiplier, velocity, executor);
    double distance = 0;
    for (std::size_t k = 0; k < velocity.size(); ++k) {
      const double inverse_mass = p.inverse_mass[k / static_cast<std::size_t>(dimension)];
      if (inverse_mass > 0) distance += 0.5 * std::pow(velocity[k] - exact.velocity[k], 2) / inverse_mass;
    }
    RC_ASSERT(distance <= certificate.duality_gap * (1 + 1e-6) + 1e-12 * size * size * p.compliance);
  }));
}

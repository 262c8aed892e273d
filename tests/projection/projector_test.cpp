#include "projection/projector.hpp"

#include <doctest/doctest.h>

#include "projection/certificate.hpp"
#include "projection/problems.hpp"

using namespace floc;

namespace {

double share(const Projector& projector, const ProjectionResult& result) {
  return projector.last_compliance() * result.certificate.largest_multiplier;
}
bool power_of_ten(double x) { return std::abs(std::log10(x) - std::round(std::log10(x))) < 1e-9; }

}  // namespace

TEST_CASE("the compliance is a power of ten that takes between a hundredth and a tenth of the tolerance") {
  for (const SolverEntry& entry : solvers())
    for (const double weight : {1e-3, 1.0, 1e4}) {
      CAPTURE(entry.name);
      test::Problem p = test::slab(8, 6);
      for (double& inverse_mass : p.inverse_mass) inverse_mass /= weight;
      Executor executor;
      ProjectionResult result;
      Projector projector(entry.name, {.tolerance = 1e-4});
      CHECK(projector.compliance() == 0);
      projector.solve(p, true, executor, result);
      REQUIRE(result.status == ProjectionStatus::converged);
      CHECK(power_of_ten(projector.compliance()));
      CHECK(projector.compliance() == projector.last_compliance());
      CHECK(share(projector, result) > 0.99e-6);
      CHECK(share(projector, result) <= 1e-5);
      CHECK(result.certificate.violation <= 1e-4);
      CHECK(result.certificate.residual <= 0.02 * share(projector, result));
    }
}

TEST_CASE("a compliance that became too soft is corrected within the step, one too stiff when it matters") {
  const test::Problem p = test::slab(8, 6);
  Executor executor;
  ProjectionResult reference, result;
  Projector projector("apgd");
  projector.solve(p, true, executor, reference);
  const double right = projector.compliance();

  projector.set_compliance(1e4 * right);
  projector.solve(p, false, executor, result);
  CHECK(result.status == ProjectionStatus::converged);
  CHECK(share(projector, result) <= 1e-5);

  projector.set_compliance(1e-3 * right);
  projector.solve(p, false, executor, result);
  CHECK(projector.last_compliance() == 1e-3 * right);
  CHECK(projector.compliance() == doctest::Approx(1e-2 * right));

  projector.set_compliance(1e-3 * right);
  projector.solve(p, true, executor, result);
  CHECK(projector.last_compliance() == doctest::Approx(right));
  CHECK(test::largest_difference(result.multiplier, reference.multiplier) <
        0.05 * reference.certificate.largest_multiplier);
}

TEST_CASE("a guess tells the compliance, and free flight leaves it unknown") {
  test::Problem p = test::column(2, 10);
  Executor executor;
  ProjectionResult result;
  Projector projector("auto");
  for (double& gap : p.gap) gap = 1;
  projector.solve(p, true, executor, result);
  CHECK(projector.compliance() == 0);
  CHECK(result.certificate.iterations == 0);

  for (double& gap : p.gap) gap = 0;
  for (std::size_t c = 0; c < 10; ++c) p.guess.push_back(static_cast<double>(10 - c));
  projector.solve(p, false, executor, result);
  CHECK(result.certificate.iterations == 0);
  CHECK(projector.compliance() == doctest::Approx(1e-6));
}

TEST_CASE("the certificate holds for the compliance that is reported, and counts every iteration") {
  const test::Problem p = test::slab(8, 6);
  Executor executor;
  ProjectionResult result, first;
  Projector projector("apgd");
  make_solver("apgd")->solve(p, {.multiplier_tolerance = 0.02}, executor, first);
  projector.solve(p, true, executor, result);
  CHECK(result.certificate.iterations > first.certificate.iterations);
  test::Problem stated = p;
  stated.compliance = projector.last_compliance();
  std::vector<double> velocity(p.free_velocity.size());
  const Certificate again = certify(stated, result.multiplier, velocity, executor);
  CHECK(again.duality_gap == result.certificate.duality_gap);
  CHECK(again.residual == result.certificate.residual);
  CHECK(velocity == result.velocity);
}

TEST_CASE("invalid problems pass through") {
  test::Problem p = test::column(2, 3);
  p.gap[0] = std::nan("");
  Executor executor;
  ProjectionResult result;
  Projector("auto").solve(p, true, executor, result);
  CHECK(result.status == ProjectionStatus::invalid);
  CHECK_THROWS(Projector("no such solver"));
}

TEST_CASE("rows that contradict each other stay bounded, and leave the compliance as it was") {
  // One body that two bonds to obstacles want at two places at once, 1 to the left and 3 to the right.
  test::Problem p;
  p.dimension = 1;
  p.add_body(1, {});
  p.add_row(0, -2, 1, {{1}});
  p.add_row(0, -1, -3, {{1}});
  p.lower.assign(2, -std::numeric_limits<double>::infinity());
  for (const SolverEntry& entry : solvers()) {
    CAPTURE(entry.name);
    Executor executor;
    ProjectionResult result;
    Projector projector(entry.name, {.tolerance = 1e-4, .max_iterations = 5000}, 1e-6);
    p.guess.clear();  // not what another solver has left
    for (int step = 0; step < 3; ++step) {
      projector.solve(p, false, executor, result);
      CHECK(result.status != ProjectionStatus::converged);
      CHECK(projector.compliance() == 1e-6);
      CHECK(std::abs(p.step * result.velocity[0] - 1) <= 2);  // between the two
      CHECK(result.certificate.violation <= 4);
      p.guess = result.multiplier;
    }
  }
}

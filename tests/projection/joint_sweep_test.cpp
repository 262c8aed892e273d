// Rows of joints in the projection: equalities at once, bounds, springs, and the certificate of all.
#include "projection/joint_sweep.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "projection/cone_solver.hpp"
#include "projection/problems.hpp"

using namespace floc;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Bodies on a line, each joined to the next by a row along it, the first to the world.
struct Chain {
  test::Problem bodies;
  std::vector<std::int32_t> first, second;
  std::vector<double> linear, arms, gap, lower, upper, compliance;

  explicit Chain(int links) {
    bodies.dimension = 3;
    bodies.step = 0.1;
    for (int k = 0; k < links; ++k) {
      bodies.add_body(1 + k % 3, {{1, 0.5, 0}});
      first.push_back(k);
      second.push_back(k - 1);
      for (const double e : {1.0, 0.0, 0.0}) linear.push_back(e);
      gap.push_back(k % 2 == 0 ? 0.01 : -0.01);
    }
    const auto n = static_cast<std::size_t>(links);
    bodies.free_spin.assign(3 * n, 0.2);
    bodies.inverse_inertia.assign(6 * n, 0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 3; ++k) bodies.inverse_inertia[6 * i + k] = 2;
    arms.assign(3 * n, 0.3);
    lower.assign(n, -infinity);
    upper.assign(n, infinity);
    compliance.assign(n, 0);
  }
  ProjectionProblem problem() const {
    ProjectionProblem q = bodies;
    q.joints = {first, second, linear, arms, arms, gap, lower, upper, compliance, {}};
    return q;
  }
  ProjectionResult solve(double tolerance = 1e-8) const {
    ConeSolver solver;
    ProjectionResult result;
    Executor executor;
    solver.solve(problem(), {.tolerance = tolerance}, executor, result);
    return result;
  }
  double open(const ProjectionResult& r, std::size_t k) const {
    const auto way = [&](std::size_t i) {
      return 0.1 * (r.velocity[3 * i] + 0.3 * (r.spin[3 * i] + r.spin[3 * i + 1] + r.spin[3 * i + 2]));
    };
    return gap[k] + way(k) - (k > 0 ? way(k - 1) : 0);
  }
};

}  // namespace

TEST_CASE("a chain of a thousand equalities takes a few sweeps, and every row holds") {
  const Chain chain(1000);
  const ProjectionResult r = chain.solve();
  REQUIRE(r.status == ProjectionStatus::converged);
  CHECK(r.certificate.iterations <= 5);
  for (std::size_t k = 0; k < 1000; ++k) CHECK(std::abs(chain.open(r, k)) < 1e-4);
}

TEST_CASE("bounds: a row at its lower bound opens, one at its upper bound closes, one between holds") {
  Chain chain(3);
  chain.lower = {0, -0.5, -infinity};
  chain.upper = {infinity, 0.5, 1e-3};
  const ProjectionResult r = chain.solve();
  REQUIRE(r.status == ProjectionStatus::converged);
  for (std::size_t k = 0; k < 3; ++k) {
    CAPTURE(k);
    const double s = chain.open(r, k), f = r.joint[k];
    CHECK(f >= chain.lower[k]);
    CHECK(f <= chain.upper[k]);
    if (f > chain.lower[k] && f < chain.upper[k]) CHECK(std::abs(s) < 1e-6);
    if (f == chain.lower[k]) CHECK(s > -1e-6);
    if (f == chain.upper[k]) CHECK(s < 1e-6);
  }
}

TEST_CASE("a row with compliance is a spring: its force is −D/δ after the motion") {
  Chain chain(2);
  chain.compliance = {0.05, 0.4};
  const ProjectionResult r = chain.solve();
  REQUIRE(r.status == ProjectionStatus::converged);
  for (std::size_t k = 0; k < 2; ++k)
    CHECK(r.joint[k] == doctest::Approx(-chain.open(r, k) / chain.compliance[k]).epsilon(1e-5));
}

TEST_CASE("the same rows twice share their force") {
  Chain once(4), twice(4);
  for (std::size_t k = 0; k < 4; ++k) {
    twice.first.push_back(twice.first[k]);
    twice.second.push_back(twice.second[k]);
    twice.gap.push_back(twice.gap[k]);
    twice.lower.push_back(-infinity);
    twice.upper.push_back(infinity);
    twice.compliance.push_back(0);
    for (std::size_t d = 0; d < 3; ++d) {
      twice.linear.push_back(twice.linear[3 * k + d]);
      twice.arms.push_back(0.3);
    }
  }
  const ProjectionResult a = once.solve(), b = twice.solve();
  REQUIRE(b.status == ProjectionStatus::converged);
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(b.joint[k] == doctest::Approx(0.5 * a.joint[k]).epsilon(1e-4));
    CHECK(b.joint[k + 4] == doctest::Approx(0.5 * a.joint[k]).epsilon(1e-4));
  }
}

TEST_CASE("joints that make no sense are told") {
  Executor executor;
  const auto fault = [&](const Chain& chain) { return find_fault(chain.problem(), executor); };
  Chain good(3), itself(3), bounds(3), sizes(3);
  CHECK(fault(good).empty());
  itself.second[1] = 1;
  CHECK(fault(itself).find("between 1 and 1") != std::string::npos);
  bounds.lower[2] = 1, bounds.upper[2] = 0;
  CHECK(fault(bounds).find("bounds") != std::string::npos);
  sizes.gap.pop_back();
  CHECK(fault(sizes).find("sizes") != std::string::npos);
}

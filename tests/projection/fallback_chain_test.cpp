#include "projection/fallback_chain.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "projection/problems.hpp"

using namespace floc;

namespace {

ProjectionResult chain(std::string_view first, const test::Problem& p, const ProjectionSettings& settings) {
  Executor executor;
  ProjectionResult result;
  FallbackChain().solve(first, FallbackChain::Factors::never, p, settings, executor, result);
  return result;
}

}  // namespace

TEST_CASE("the choice follows dimension, size and tolerance") {
  CHECK(FallbackChain::choice(test::column(1, 5), {}) == "ipm");
  test::Problem few = test::column(2, 5), many = test::column(2, 600);
  CHECK(FallbackChain::choice(few, {}) == "apgd");
  CHECK(FallbackChain::choice(few, {.tolerance = 1e-8}) == "ipm");
  for (const test::Problem& p : {few, many}) CHECK(FallbackChain::choice(p, {.multiplier_tolerance = 0.02}) == "ipm");
  CHECK(FallbackChain::choice(many, {.tolerance = 1e-3}) == "stream");
  for (const double tolerance : {1e-4, 1e-8}) CHECK(FallbackChain::choice(many, {.tolerance = tolerance}) == "conjugate");
  many = test::column(3, 600);
  for (const double tolerance : {1e-2, 1e-4}) CHECK(FallbackChain::choice(many, {.tolerance = tolerance}) == "conjugate");
  CHECK(FallbackChain::choice(many, {.tolerance = 1e-8, .multiplier_tolerance = 0.02}) == "apgd");
}

TEST_CASE("a free motion that goes far through others is left to a direct method, whatever the tolerance") {
  for (const int dimension : {2, 3})
    for (const double tolerance : {1e-2, 1e-4}) {
      test::Problem p = test::column(dimension, 600);
      const std::size_t top = p.free_velocity.size() - 1;
      const std::string_view near = FallbackChain::choice(p, {.tolerance = tolerance});
      CHECK(near != "ipm");
      p.free_velocity[top] = -101 / p.step;
      CHECK(FallbackChain::choice(p, {.tolerance = tolerance}) == "ipm");
      p.gap.back() = 101;  // as far, but nothing is in the way
      CHECK(FallbackChain::choice(p, {.tolerance = tolerance}) == near);
    }
}

TEST_CASE("what one solver does not reach the next goes on with, and all iterations are counted") {
  const test::Problem p = test::column(2, 60);
  const ProjectionSettings settings{.tolerance = 1e-8, .max_iterations = 45};
  CHECK(chain("apgd", p, settings).certificate.iterations == 45);
  CHECK(chain("stream", p, settings).certificate.iterations == 90);
  const ProjectionResult stopped = chain("conjugate", p, settings);
  CHECK(stopped.status == ProjectionStatus::iteration_limit);
  CHECK(stopped.certificate.iterations == 135);
  // With factors the interior point ends it, and nobody comes after that.
  Executor executor;
  ProjectionResult alone, helped;
  Ipm().solve(p, settings, executor, alone);
  FallbackChain all;
  all.solve("conjugate", FallbackChain::Factors::where_affordable, p, settings, executor, helped);
  CHECK(helped.status == ProjectionStatus::converged);
  CHECK(helped.certificate.iterations == 90 + alone.certificate.iterations);
  CHECK(helped.velocity == alone.velocity);
}

TEST_CASE("where nobody converges the best answer is returned") {
  const test::Problem p = test::column(2, 60);
  const ProjectionSettings settings{.tolerance = 1e-8, .max_iterations = 45};
  const auto worst = [](const ProjectionResult& r) {
    return std::max(r.certificate.violation, r.certificate.complementarity);
  };
  Executor executor;
  ProjectionResult first;
  StreamingCg().solve(p, settings, executor, first);
  CHECK(worst(chain("conjugate", p, settings)) <= worst(first));
}

TEST_CASE("a compliance that exceeds the tolerance by itself is nobody's failure: no other solver is asked") {
  test::Problem p = test::column(2, 60);
  const ProjectionResult stiff = chain("stream", p, {.tolerance = 1e-6});
  p.compliance = 20e-4 * p.length / stiff.certificate.largest_multiplier;
  Executor executor;
  ProjectionResult alone;
  StreamingApgd().solve(p, {.tolerance = 1e-4}, executor, alone);
  const ProjectionResult found = chain("stream", p, {.tolerance = 1e-4});
  CHECK(found.message == "the compliance alone exceeds the tolerance");
  CHECK(found.certificate.iterations == alone.certificate.iterations);
}

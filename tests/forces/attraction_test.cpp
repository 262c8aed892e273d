#include "forces/attraction.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "pair_checks.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Two bodies on a line at the gap D, of groups a and b.
Bodies two(double gap, std::int32_t a = 0, std::int32_t b = 0) {
  Bodies bodies;
  bodies.dimension = 1;
  const double x[2]{0, 1.5 + gap}, v = 0;
  bodies.add(&x[0], &v, 1, 2, a);
  bodies.add(&x[1], &v, 0.5, 4, b);
  return bodies;
}

double pull(const Force& force, const Bodies& bodies) { return 2 * free_velocity(force, bodies, 0, 1)[0]; }

}  // namespace

TEST_CASE("a pair pulls with (κ/ε) sech²(D/ε), κ/ε at contact and nothing beyond the cut-off") {
  const double kappa = 0.3, epsilon = 0.2;
  const auto force = attraction({.kappa = kappa, .epsilon = epsilon});
  CHECK(force->range() == doctest::Approx(6 * epsilon));
  for (double gap : {-0.05, 0.0, 0.01, 0.1, 0.5, 1.1}) {
    const double c = std::cosh(gap / epsilon);
    CHECK(pull(*force, two(gap)) == doctest::Approx(kappa / epsilon / (c * c)).epsilon(1e-12));
    CHECK(energy(*force, two(gap)) ==
          doctest::Approx(kappa * (std::tanh(gap / epsilon) - std::tanh(6.0))).epsilon(1e-12));
  }
  CHECK(pull(*force, two(1.21)) == 0);
  CHECK(energy(*force, two(1.21)) == 0);
}

TEST_CASE("a cut-off ends the force and shifts the energy, which stays continuous") {
  const auto force = attraction({.kappa = 1, .epsilon = 1, .cutoff = 0.5});
  CHECK(force->range() == 0.5);
  CHECK(pull(*force, two(0.5 + 1e-12)) == 0);
  CHECK(pull(*force, two(0.5 - 1e-12)) == doctest::Approx(1 / std::pow(std::cosh(0.5), 2)));
  CHECK(std::abs(energy(*force, two(0.5 - 1e-12))) < 1e-11);
}

TEST_CASE("a cut-off far beyond the range of the force changes nothing") {
  const auto force = attraction({.kappa = 1, .epsilon = 1e-3, .cutoff = 2});
  CHECK(pull(*force, two(0.001)) == doctest::Approx(1e3 / std::pow(std::cosh(1.0), 2)));
  CHECK(pull(*force, two(1.9)) < 1e-200);
  CHECK(energy(*force, two(1.9)) == 0);
  CHECK(energy(*force, two(0)) == doctest::Approx(-1));
}

TEST_CASE("the attraction is minus the gradient of its energy") {
  for (int dimension = 1; dimension <= 3; ++dimension) {
    const Bodies bodies = random_bodies(40, dimension);
    const double step = 1e-5;
    check_gradient(*attraction({.kappa = 0.7, .epsilon = 0.5, .cutoff = 10}), bodies, step, 1e-8);
  }
}

TEST_CASE("the attraction conserves momentum to rounding and has the same bits for any number of threads") {
  check_momentum_and_threads(*attraction({.kappa = 0.7, .epsilon = 0.5}), random_bodies(3000, 3), 3000 * 100);
}

TEST_CASE("the attraction acts within groups, between groups, or on all members") {
  const GroupSet members({0, 1});
  const auto force = [&](Between between) {
    return attraction({.kappa = 1, .epsilon = 1, .cutoff = {}, .groups = members, .between = between});
  };
  const auto acts = [&](Between between, std::int32_t a, std::int32_t b) {
    return pull(*force(between), two(0.1, a, b)) > 0;
  };
  CHECK(acts(Between::all, 0, 0));
  CHECK(acts(Between::all, 0, 1));
  CHECK_FALSE(acts(Between::all, 0, 2));
  CHECK(acts(Between::same_group, 1, 1));
  CHECK_FALSE(acts(Between::same_group, 0, 1));
  CHECK_FALSE(acts(Between::same_group, 2, 2));
  CHECK(acts(Between::different_groups, 0, 1));
  CHECK_FALSE(acts(Between::different_groups, 1, 1));
  CHECK(energy(*force(Between::same_group), two(0.1, 0, 1)) == 0);
}

TEST_CASE("an attraction that cannot be is refused") {
  CHECK_THROWS_AS(attraction({.kappa = 1, .epsilon = 0}), Error);
  CHECK_THROWS_AS(attraction({.kappa = 1, .epsilon = -1}), Error);
  CHECK_THROWS_AS(attraction({.kappa = -1, .epsilon = 1}), Error);
  CHECK_THROWS_AS(attraction({.kappa = NAN, .epsilon = 1}), Error);
  CHECK_THROWS_AS(attraction({.kappa = 1, .epsilon = INFINITY}), Error);
  CHECK_THROWS_AS(attraction({.kappa = 1, .epsilon = 1, .cutoff = 0.0}), Error);
}

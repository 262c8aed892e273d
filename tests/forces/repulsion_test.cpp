#include "forces/repulsion.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "geometry/motions.hpp"
#include "geometry/surfaces.hpp"
#include "pair_checks.hpp"

using namespace floc;
using namespace floc::test;

namespace {

const RepulsionParameters parameters{.range = 0.4, .epsilon = 0.1, .epsilon_contact = 0.02};

// The force on a body of radius 1 whose surface is at `gap` above the plane y = 0, and its energy.
struct OnPlane {
  double force, energy;
};
OnPlane on_plane(double gap) {
  Bodies bodies;
  bodies.dimension = 2;
  const double x[2]{3, 1 + gap}, v[2]{};
  bodies.add(x, v, 1, 2, 0);
  const Domain domain;
  Obstacles plane({{"", "#000000", at_rest(), {half_space({}, {{0, 1, 0}})}}});
  Executor executor(1);
  Neighbours neighbours(0, 0, parameters.range);
  neighbours.update(bodies, domain, plane, executor);
  const Surroundings around{{bodies, domain, plane, neighbours, executor}, 0, 0.5, 0.5, 1e-6, 1, 0};
  const auto force = repulsion(parameters);
  std::vector<double> free{0, 0};
  force->add(around, {free});
  CHECK(free[0] == 0);
  return {2 * free[1] / 0.5, force->energy(around)};
}

}  // namespace

TEST_CASE("a pair pushes with (S + D)(ρ − D)²/ε before contact and (S + D)(−D)/ε' in an overlap") {
  const auto force = repulsion(parameters);
  for (double gap : {-0.3, -0.01, 0.01, 0.2, 0.39, 0.41}) {
    Bodies bodies;
    bodies.dimension = 1;
    const double x[2]{0, 3 + gap}, v = 0;
    bodies.add(&x[0], &v, 1, 1, 0);
    bodies.add(&x[1], &v, 2, 1, 0);
    const double expected = gap < 0     ? (3 + gap) * -gap / 0.02
                            : gap < 0.4 ? (3 + gap) * std::pow(0.4 - gap, 2) / 0.1
                                        : 0;
    CHECK(free_velocity(*force, bodies, 0, 1)[1] == doctest::Approx(expected));
    CHECK(free_velocity(*force, bodies, 0, 1)[0] == doctest::Approx(-expected));
  }
}

TEST_CASE("a wall is the mirror image of the body with half of ε and ε'") {
  for (double gap : {-0.3, -0.01, 0.01, 0.15, 0.19}) {
    const double d = 2 * (1 + gap);  // between the centres of the body and of its image
    const double expected = gap < 0 ? d * (2 - d) / 0.01 : d * std::pow(2.4 - d, 2) / 0.05;
    CHECK(on_plane(gap).force == doctest::Approx(expected));
  }
  CHECK(on_plane(0.21).force == 0);
  CHECK(on_plane(0.21).energy == 0);
}

TEST_CASE("the repulsion is minus the gradient of its energy, for pairs and at a wall") {
  for (int dimension = 1; dimension <= 3; ++dimension)
    check_gradient(*repulsion(parameters), random_bodies(30, dimension), 1e-6, 2e-5);
  for (double gap : {-0.2, 0.05, 0.15}) {
    const double step = 1e-6, slope = (on_plane(gap + step).energy - on_plane(gap - step).energy) / (2 * step);
    CHECK(on_plane(gap).force == doctest::Approx(-slope).epsilon(1e-6));
  }
  CHECK(on_plane(-1e-9).energy == doctest::Approx(on_plane(1e-9).energy));  // continuous at contact
}

TEST_CASE("the repulsion conserves momentum to rounding and has the same bits for any number of threads") {
  check_momentum_and_threads(*repulsion(parameters), random_bodies(3000, 2), 3000 * 1000);
}

TEST_CASE("a repulsion that cannot be is refused") {
  CHECK_THROWS_AS(repulsion({.range = 0, .epsilon = 1, .epsilon_contact = 1}), Error);
  CHECK_THROWS_AS(repulsion({.range = 1, .epsilon = 0, .epsilon_contact = 1}), Error);
  CHECK_THROWS_AS(repulsion({.range = 1, .epsilon = 1, .epsilon_contact = -1}), Error);
  CHECK_THROWS_AS(repulsion({.range = INFINITY, .epsilon = 1, .epsilon_contact = 1}), Error);
}

#include "forces/crowd.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "forces/forces_fixture.hpp"

using namespace floc;
using namespace floc::test;

namespace {

std::shared_ptr<const Route> route() {
  static const auto shared = std::make_shared<const Route>(
      FloorPlan({{{{-6, -6}}, {{6, -6}}, {{6, 6}}, {{-6, 6}}}}, {}, {{"east", {{{{6, -6}}, {{6, 6}}}}}}),
      std::vector<std::size_t>{0}, 0.2);
  return shared;
}

}  // namespace

TEST_CASE("everybody of the groups wants to walk to the exit at a speed of their own, for any number of threads") {
  Bodies bodies = random_bodies(3000, 2);
  for (std::size_t i = 0; i < bodies.size(); i += 3) bodies.group[i] = 1;
  const WalkingSpeed speed{.normal = {{1.3, 0.2}}};
  const ForcePtr force = crowd({route(), speed, GroupSet({1})});
  const std::vector<double> free = free_velocity(*force, bodies, 0, 0.5);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double u = bodies.group[i] == 1 ? 0.5 * speed.of(1, bodies.id[i]) : 0;
    CHECK(free[2 * i] == doctest::Approx(bodies.velocity[2 * i] + u));
    CHECK(free[2 * i + 1] == doctest::Approx(bodies.velocity[2 * i + 1]));
  }
  for (const int threads : thread_counts) CHECK(free_velocity(*force, bodies, 0, 0.5, threads) == free);
}

TEST_CASE("speeds are drawn by the person, within their rule") {
  const WalkingSpeed uniform{.uniform = {{1, 2}}}, normal{.normal = {{1, 0.2}}}, wild{.normal = {{1, 5}}};
  double mean = 0, square = 0;
  const int n = 4000;
  for (int id = 0; id < n; ++id) {
    CHECK(uniform.of(7, id) >= 1);
    CHECK(uniform.of(7, id) < 2);
    CHECK(wild.of(7, id) >= 0.1);
    mean += normal.of(7, id) / n;
    square += normal.of(7, id) * normal.of(7, id) / n;
  }
  CHECK(std::abs(mean - 1) < 3 * 0.2 / std::sqrt(n));
  CHECK(std::sqrt(square - mean * mean) == doctest::Approx(0.2).epsilon(0.05));
  CHECK(WalkingSpeed{.constant = 1}.of(1, 5) == 1);
}

TEST_CASE("crowds without a way out, with speeds that are none, or in space are refused") {
  CHECK_THROWS_AS(crowd({nullptr, {.constant = 1}, {}}), Error);
  CHECK_THROWS_AS(crowd({route(), {.constant = 0}, {}}), Error);
  CHECK_THROWS_AS(crowd({route(), {}, {}}), Error);
  CHECK_THROWS_AS(crowd({route(), {.constant = 1, .uniform = {{1, 2}}}, {}}), Error);
  CHECK_THROWS_AS(crowd({route(), {.uniform = {{2, 1}}}, {}}), Error);
  CHECK_THROWS_AS(crowd({route(), {.normal = {{2, -1}}}, {}}), Error);
  CHECK_THROWS_AS(free_velocity(*crowd({route(), {.constant = 1}, {}}), random_bodies(3, 3), 0, 1), Error);
}

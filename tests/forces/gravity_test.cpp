#include "forces/gravity.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "core/error.hpp"
#include "forces_fixture.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("gravity adds h g to every velocity, whatever the mass, in 1D, 2D and 3D") {
  const Vec3 g{{0.5, -9.81, 2}};
  for (int d = 1; d <= 3; ++d) {
    const Bodies bodies = random_bodies(3000, d);
    for (int threads : thread_counts) {
      const auto free = free_velocity(*gravity(g), bodies, 3, 0.01, threads);
      for (std::size_t i = 0; i < bodies.size(); ++i)
        for (int k = 0; k < d; ++k)
          REQUIRE(free[i * d + k] == doctest::Approx(bodies.v(i)[k] + 0.01 * g[k]).epsilon(1e-15));
    }
  }
  CHECK(!gravity(g)->implicit());
}

TEST_CASE("gravity on no body does nothing, and has to be finite") {
  CHECK(free_velocity(*gravity({{1, 2, 3}}), random_bodies(0, 3), 0, 1).empty());
  CHECK_THROWS_AS(gravity({{0, std::numeric_limits<double>::quiet_NaN(), 0}}), Error);
  CHECK_THROWS_AS(gravity({{0, std::numeric_limits<double>::infinity(), 0}}), Error);
}

#include "core/domain.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/random.hpp"

using namespace floc;

TEST_CASE("without periods nothing is wrapped") {
  const Domain domain;
  CHECK(!domain.periodic());
  CHECK(domain.wrap(Vec3{{1e9, -5, 3}}) == Vec3{{1e9, -5, 3}});
  CHECK(domain.nearest_image(Vec3{{1e9, -5, 3}}) == Vec3{{1e9, -5, 3}});
}

TEST_CASE("only periodic directions are wrapped, into [origin, origin + period)") {
  Domain domain;
  domain.origin = {-1, 0, 0};
  domain.period = {4, 0, 2};
  CHECK(domain.periodic());
  CHECK(domain.periodic(0));
  CHECK(!domain.periodic(1));
  CHECK(domain.wrap(Vec3{{3.5, 77, -0.5}}) == Vec3{{-0.5, 77, 1.5}});
  CHECK(domain.wrap(Vec3{{3, 0, 2}}) == Vec3{{-1, 0, 0}});
  CHECK(domain.wrap(Vec3{{-1, 0, -1e-30}}) == Vec3{{-1, 0, 0}});  // rounds to the period itself
}

TEST_CASE("the nearest image is an image, and no image is shorter") {
  Domain domain;
  domain.period = {4, 3, 0};
  for (std::uint64_t k = 0; k < 2000; ++k) {
    Vec<2> d{{20 * uniform({1, k, 0, 0}) - 10, 20 * uniform({1, k, 0, 1}) - 10}};
    const Vec<2> image = domain.nearest_image(d);
    REQUIRE(std::abs(image[0]) <= 2);
    REQUIRE(std::abs(image[1]) <= 1.5);
    const double turns = (d[0] - image[0]) / 4;
    REQUIRE(turns == doctest::Approx(std::round(turns)).epsilon(1e-12));
    for (int i = -4; i <= 4; ++i)
      for (int j = -4; j <= 4; ++j) REQUIRE(norm(d + Vec<2>{{4.0 * i, 3.0 * j}}) >= norm(image) - 1e-12);
  }
}

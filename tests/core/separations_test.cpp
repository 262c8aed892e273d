#include "core/separations.hpp"

#include <doctest/doctest.h>

#include "core/random.hpp"
#include "support/simd_targets.hpp"

using namespace floc;
using namespace floc::test;

namespace {

Vec<3> vector(std::uint64_t q) {
  return {{9 * normal({4, q, 0, 0}), 9 * normal({4, q, 1, 0}), 9 * normal({4, q, 2, 0})}};
}

Domain half_periodic() {
  Domain domain;
  domain.period = {7, 0, 2.5};
  return domain;
}

}  // namespace

TEST_CASE("many separations are to the bit what each is alone, whatever the instructions") {
  const Domain domain = half_periodic();
  for_simd_targets([&] {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{13}, Separations<3>::most}) {
      Separations<3> many;
      for (std::size_t q = 0; q < size; ++q) many.set(q, vector(q));
      many.finish(domain, size);
      for (std::size_t q = 0; q < size; ++q) {
        const Vec<3> alone = domain.nearest_image(vector(q));
        CHECK(Vec<3>{{many.d[0][q], many.d[1][q], many.d[2][q]}} == alone);
        CHECK(many.distance[q] == norm(alone));
        CHECK(many.inverse[q] == 1 / norm(alone));
      }
    }
  });
}

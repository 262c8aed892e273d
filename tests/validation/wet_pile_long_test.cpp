// A wet pile holds a steeper slope than a dry one.
#include <fmt/format.h>

#include "wet_pile.hpp"

using namespace floc;

TEST_CASE("of two columns let go the wet one holds a steeper slope, over several beginnings") {
  for (int seed = 1; seed <= 6; ++seed) {
    const test::Piles piles = test::let_go({fmt::format("scene.seed={}", seed)});
    MESSAGE(fmt::format("seed {}: dry {:.1f}°, wet {:.1f}°, {} bridges, {:.2g} m/s", seed, piles.dry, piles.wet,
                        piles.bridges, piles.speed));
    CHECK(piles.converged);
    CHECK(piles.dry < 20);
    CHECK(piles.wet > piles.dry + 10);
  }
}

TEST_CASE("the slope grows with the surface tension") {
  double last = 0;
  for (const double tension : {0.0, 0.01, 0.072, 0.5}) {
    const test::Piles piles = test::let_go({fmt::format("forces.capillary.0.surface_tension={}", tension)});
    MESSAGE(fmt::format("{} N/m: {:.1f}°", tension, piles.wet));
    CHECK(piles.wet > last);
    last = piles.wet;
  }
}

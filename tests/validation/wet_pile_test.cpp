// The slope of a wet pile and of a dry one, with few grains; wet_pile_long_test.cpp has the whole scene.
#include "wet_pile.hpp"

using namespace floc;

TEST_CASE("of two small columns let go the wet one holds a steeper slope") {
  const test::Piles piles = test::let_go({"particles.0.low=[-5.5e-3, 0.8e-3]", "particles.0.high=[-0.1e-3, 14e-3]",
                                          "particles.1.high=[5.5e-3, 14e-3]", "obstacles.0.from=[-5.6e-3, 0]",
                                          "obstacles.0.to=[-5.6e-3, 24e-3]", "obstacles.1.from=[5.6e-3, 0]",
                                          "obstacles.1.to=[5.6e-3, 24e-3]", "time.step=5e-4", "time.end=0.35"});
  CHECK(piles.converged);
  CHECK(piles.bridges > 60);
  CHECK(piles.dry < 20);
  CHECK(piles.wet > piles.dry + 10);
}

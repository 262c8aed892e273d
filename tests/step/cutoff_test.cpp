#include "step/cutoff.hpp"

#include <doctest/doctest.h>

#include <utility>

#include "support/setups.hpp"

using namespace floc;

TEST_CASE("the cutoff is wide where bodies go a tenth of the mean radius in a step, unless it was asked for") {
  Executor executor;
  Bodies bodies = test::empty(2);
  for (int i = 0; i < 4; ++i) test::add(bodies, {{3.0 * i, 0, 0}}, {{i < 2 ? 1.0 : 0.0, 0, 0}});  // |v|² is ½ on average
  const Cutoff by_state(0, 2, 0), asked(0.3, 2, 0), films(0, 2, 1.5), long_films(0, 2, 3);
  for (const auto& [h, wide] : {std::pair{0.28, false}, {0.29, true}}) {
    CHECK(by_state.of_step(bodies, h, executor) == (wide ? 2 : 1));
    CHECK(asked.of_step(bodies, h, executor) == 0.6);
    CHECK(films.of_step(bodies, h, executor) == (wide ? 2 : 1.5));
    CHECK(long_films.of_step(bodies, h, executor) == 3);
  }
  CHECK(by_state.least() == 1);
  CHECK(by_state.of_step(test::empty(3), 1, executor) == 1);
}

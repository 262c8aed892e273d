#include "scene/make_time.hpp"

#include <doctest/doctest.h>

using namespace floc;
using namespace floc::scene;

namespace {

Setup made(const std::optional<Adaptive>& adaptive) {
  Setup setup;
  make_time({.start = 1, .end = 2, .step = 0.1, .adaptive = adaptive}, setup);
  return setup;
}

int halvings(double least) { return made(Adaptive{.least = least, .travel = {}, .iterations = {}}).adaptive->halvings; }

}  // namespace

TEST_CASE("without the table steps are not adapted; with an empty one the certificate alone decides") {
  CHECK_FALSE(made({}).adaptive.has_value());
  const Setup setup = made(Adaptive{});
  CHECK(setup.start == 1);
  CHECK(setup.h == 0.1);
  CHECK(setup.adaptive->halvings == 4);
  CHECK(setup.adaptive->travel == 0);
  CHECK(setup.adaptive->iterations == 0);
  CHECK(setup.adaptive->easy_steps == 8);
}

TEST_CASE("the least step is the smallest part that is not below the one given") {
  CHECK(halvings(0.1) == 0);
  CHECK(halvings(0.09) == 0);
  CHECK(halvings(0.05) == 1);
  CHECK(halvings(0.04) == 1);
  CHECK(halvings(0.1 / 8) == 3);
  CHECK(halvings(0.0125) == 3);
  CHECK(halvings(0.1 / 256) == 8);
  CHECK(halvings(0.1 / 256 * (1 - 1e-10)) == 8);
}

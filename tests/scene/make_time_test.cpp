#include "scene/make_time.hpp"

#include <doctest/doctest.h>

using namespace floc;
using namespace floc::scene;

namespace {

Setup made(const std::optional<AdaptiveSettings>& adaptive) {
  Setup setup;
  make_time({.start = 1, .end = 2, .step = 0.1, .adaptive = adaptive}, setup);
  return setup;
}

int halvings(double least) { return made(AdaptiveSettings{.least = least}).adaptive->halvings; }

}  // namespace

TEST_CASE("without the table steps are not adapted; with an empty one the certificate alone decides") {
  CHECK_FALSE(made({}).adaptive.has_value());
  const Setup setup = made(AdaptiveSettings{});
  CHECK(setup.start == 1);
  CHECK(setup.h == 0.1);
  CHECK(setup.adaptive->halvings == 4);
  CHECK_FALSE(setup.adaptive->travel.has_value());
  CHECK_FALSE(setup.adaptive->iterations.has_value());
  CHECK(setup.adaptive->easy_steps == 8);
}

TEST_CASE("the clock counts every step, and every part of a step moves it") {
  const auto fault = [](double start, double end, double step) { return fault_of_clock({start, end, step, {}}); };
  CHECK(fault(0, 1, 1e-3).empty());
  CHECK(fault(0, 1e10, 1e-3).empty());
  CHECK(fault(1.7e9, 1.7e9 + 10, 1e-3).empty());  // seconds since 1970
  CHECK(fault(0, 1e300, 0.5) == "makes 2e+300 steps, and at most 1e+13 can be counted");
  CHECK(fault(0, 1, 1e-300) == "makes 1e+300 steps, and at most 1e+13 can be counted");
  CHECK(fault(-1.7e308, 1.7e308, 1e300) == "makes inf steps, and at most 1e+13 can be counted");
  const std::string short_step =
      "is too short for the clock: at t = 1e+18 it shows every 1.3e+02 only, and a step has to be at least 3.3e+04";
  CHECK(fault(1e18, 1e18 + 1024, 0.01) == short_step);
  CHECK(fault(-1e18, -1e18 + 1024, 128) == short_step);
  CHECK(fault(1e18, 1e18 + 1e6, 32768).empty());
  // A step that passes moves the clock by each of its parts, at the end of the run too.
  CHECK(1e18 + 1e6 + 32768 / 256.0 > 1e18 + 1e6);
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

#include "geometry/motion_kinds.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/error.hpp"

using namespace floc;

TEST_CASE("motions with a start go on for ever unless they stop") {
  const TranslationParameters on{.velocity = {{0, 2, 0}}, .start = 1};
  CHECK(on.make({})->at(0.5).position == Vec3{});
  CHECK(on.make({})->at(11).position == Vec3{{0, 20, 0}});
  TranslationParameters stopped = on;
  stopped.stop = 3;
  CHECK(stopped.make({})->at(11).position == Vec3{{0, 4, 0}});
  const RotationParameters turn{.angular_velocity = std::numbers::pi, .axis = {{0, 0, 5}}, .stop = 0.5};
  CHECK(turn.make({})->at(9).turn({{1, 0, 0}})[1] == doctest::Approx(1));
}

TEST_CASE("an oscillation and a path are where their formulas say") {
  const OscillationParameters shaken{.amplitude = {{0, 2, 0}}, .frequency = 0.25};
  CHECK(shaken.make({})->at(1).position[1] == doctest::Approx(2));
  PathParameters path;
  path.displacement = {Expression("0", {"t"}), Expression("2*t", {"t"})};  // what is not said is 0
  CHECK(path.make({})->at(3).position == Vec3{{0, 6, 0}});
  CHECK_THROWS_AS((PathParameters{.displacement = {}, .centre = {{0, NAN, 0}}}.make({})), Error);
}

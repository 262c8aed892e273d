#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "draw/picture_support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a disc is at its place with its colour, and there is white beside it") {
  const Image image = image_of(discs({{3, 8}}), window_of_ten());
  CHECK(image.width == 100);
  CHECK(image.height == 100);
  CHECK(difference(pixel(image, 30, 20), parse_colour("#c2a060", black)) < 0.15);
  CHECK(pixel(image, 30, 32) == white);
  CHECK(pixel(image, 42, 20) == white);
  CHECK(difference(pixel(image, 37, 20), white) > 0.1);
}

TEST_CASE("a disc that crosses a periodic face is drawn on both sides") {
  Snapshot f = discs({{0.2, 5}});
  PictureStyle style = window_of_ten();
  CHECK(pixel(image_of(f, style), 96, 50) == white);
  f.domain.period = {10, 0, 0};
  const Image image = image_of(f, style);
  CHECK(difference(pixel(image, 95, 50), white) > 0.1);
  CHECK(difference(pixel(image, 5, 50), white) > 0.1);
  CHECK(pixel(image, 50, 50) == white);
}

TEST_CASE("arrows, networks and exits are seen where they are") {
  Snapshot f = discs({{2, 5}, {4, 5}});
  f.h = 1;
  f.contacts = {{1}, {0}, {0}, {1, 0}, {3}, {-2}};
  PictureStyle style = window_of_ten();
  for (const Network network : {Network::force, Network::gamma}) {
    style.network = network;
    const Image image = image_of(f, style);
    CHECK(difference(pixel(image, 30, 50), tube_colour(network, 3, {.network = 1})) < 0.05);
    CHECK(difference(pixel(image, 30, 60), white) < 0.05);
  }
  style.network = Network::none;
  style.arrows = true;  // to the right, the faster one 3.5 radii long
  CHECK(difference(pixel(image_of(f, style), 60, 49), ink) < 0.4);
  style.arrows = false;
  style.exits = {{"east", {{{{9, 2}}, {{9, 8}}}}}};
  CHECK(difference(pixel(image_of(f, style), 90, 50), Colour{0.13, 0.60, 0.33}) < 0.05);
}

TEST_CASE("a disc that turns shows it by a half of another shade, unless it is small, unwanted or beneath a network") {
  Snapshot f = discs({{5, 5}});
  PictureStyle style = window_of_ten();
  const Image plain = image_of(f, style);
  f.bodies.let_turn();
  CHECK((image_of(f, {.size = 20, .time_stamp = false, .window = style.window}).rgb ==
         image_of(discs({{5, 5}}), {.size = 20, .time_stamp = false, .window = style.window}).rgb));
  const auto changed = [&](const Image& image, int x, int y) {
    return difference(pixel(image, x, y), pixel(plain, x, y)) > 0.05;
  };
  for (const double turns : {0.0, 0.5, 3.25, -7.0}) {
    f.bodies.orientation = {2 * std::acos(-1.0) * turns};
    const Image image = image_of(f, style);
    // The half at the left of the disc's own x axis: above at first, at the left after a quarter of a turn.
    const double a = f.bodies.orientation[0] + std::acos(-1.0) / 2;
    const int dx = static_cast<int>(std::lround(5 * std::cos(a))), dy = static_cast<int>(std::lround(5 * std::sin(a)));
    CHECK(changed(image, 50 + dx, 50 - dy));
    CHECK_FALSE(changed(image, 50 - dx, 50 + dy));
    CHECK_FALSE(changed(image, 20, 20));
  }
  style.marks = false;
  CHECK((image_of(f, style).rgb == plain.rgb));
  style.marks = true;
  style.network = Network::force;
  const Image under = image_of(f, style);
  style.marks = false;
  CHECK((image_of(f, style).rgb == under.rgb));
}

TEST_CASE("joints are lines from point to point, to the world too, and gone when they are broken") {
  Snapshot f = discs({{2, 5}, {8, 5}});
  for (double& r : f.bodies.radius) r = 0.5;
  f.bodies.let_turn();
  f.bodies.orientation[0] = std::acos(-1.0) / 2;  // what is at its right in its own frame is above it
  PictureStyle style = window_of_ten();
  const auto seen = [&](const Image& image, int x, int y) { return difference(pixel(image, x, y), white) > 0.3; };
  style.joints = {{.kind = JointKind::distance, .first = 0, .second = 1, .point_first = {{2, 0, 0}}}};
  const Image rope = image_of(f, style);  // from (2, 7) to (8, 5)
  CHECK(seen(rope, 50, 40));
  CHECK(seen(rope, 35, 35));
  CHECK_FALSE(seen(rope, 50, 50));
  CHECK_FALSE(seen(rope, 20, 38));  // between the body and the end of the rope
  // Others go from the centres to the point.
  style.joints[0].kind = JointKind::ball;
  style.joints[0].point_second = {{-6, 2, 0}};
  const Image pin = image_of(f, style);  // (2, 5), (2, 7), (8, 5)
  CHECK(seen(pin, 20, 38));
  CHECK(seen(pin, 50, 40));
  CHECK_FALSE(seen(pin, 50, 50));
  // To a place in the world, also where that is beyond the bodies.
  style.joints[0] = {.kind = JointKind::hinge, .first = 1, .point_first = {{0, 4, 0}}, .point_second = {{8, 9, 0}}};
  CHECK(seen(image_of(f, style), 80, 25));
  CHECK_FALSE(seen(image_of(f, style), 50, 40));
  PictureStyle whole = style;
  whole.window.reset();
  PictureSurvey survey({}, whole);
  survey.add(f);
  CHECK(survey.scales().window.high[1] >= 9);
  // Broken, or of a body that is gone.
  f.broken = {1};
  CHECK_FALSE(seen(image_of(f, style), 80, 25));
  f.broken = {0};
  CHECK(seen(image_of(f, style), 80, 25));
  style.joints[0].first = 7;
  CHECK_FALSE(seen(image_of(f, style), 80, 25));
}

TEST_CASE("a joint across a periodic face is drawn at both sides, and not through the middle") {
  Snapshot f = discs({{1, 5}, {9, 5}});
  for (double& r : f.bodies.radius) r = 0.3;
  f.domain.period = {10, 0, 0};
  PictureStyle style = window_of_ten();
  style.joints = {{.kind = JointKind::distance, .first = 0, .second = 1}};
  const Image image = image_of(f, style);
  CHECK(difference(pixel(image, 2, 50), white) > 0.3);
  CHECK(difference(pixel(image, 97, 50), white) > 0.3);
  CHECK(difference(pixel(image, 50, 50), white) < 0.05);
}

TEST_CASE("a box is drawn as it lies, turned by its angle") {
  Snapshot f = discs({{5, 5}});
  f.bodies.radius[0] = 4;
  f.bodies.let_turn();
  f.bodies.shaped = true;
  f.bodies.shape = {0};
  auto outlines = std::make_shared<Outlines>();
  outlines->mesh = {
      {.points = {{{-0.9, -0.3, 0}}, {{0.9, -0.3, 0}}, {{0.9, 0.3, 0}}, {{-0.9, 0.3, 0}}}, .lines = {{0, 1, 2, 3, 0}}}};
  outlines->of_shape = {0};
  f.outlines = outlines;
  const double pi = std::acos(-1.0);
  for (const double angle : {0.0, 0.4, pi / 2, 2.5, -1.0}) {
    CAPTURE(angle);
    f.bodies.orientation = {angle};
    const Image image = image_of(f, window_of_ten());
    // Along its own axes: inside to 3.6 one way and to 1.2 the other, white beyond.
    const auto seen = [&](double along, double across) {
      const double x = 5 + along * std::cos(angle) - across * std::sin(angle),
                   y = 5 + along * std::sin(angle) + across * std::cos(angle);
      return difference(pixel(image, static_cast<int>(10 * x), static_cast<int>(10 * (10 - y))), white) > 0.1;
    };
    for (const double side : {-1.0, 1.0}) {
      CHECK(seen(side * 3.3, 0));
      CHECK(seen(0, side * 0.9));
      CHECK(seen(side * 3.3, 0.9));
      CHECK_FALSE(seen(side * 4, 0));
      CHECK_FALSE(seen(0, side * 1.6));
    }
  }
}

#include <doctest/doctest.h>

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

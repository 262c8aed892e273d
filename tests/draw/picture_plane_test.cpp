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

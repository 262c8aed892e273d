#include <doctest/doctest.h>

#include "draw/picture_support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("colours are those of the bar beside the picture, which ends where the range does") {
  Snapshot f = discs({{2, 5}, {8, 5}});  // speeds 2 and 8
  PictureStyle style = window_of_ten();
  style.size = 400;
  style.colour = Quantity::speed;
  style.range = {2, 8};
  style.key = true;
  const Image image = image_of(f, style);
  CHECK(image.width > 440);
  CHECK(difference(pixel(image, 80, 200), map_colour(ColourMap::sea, 0)) < 0.2);
  CHECK(difference(pixel(image, 320, 200), map_colour(ColourMap::sea, 1)) < 0.2);
  // Down the middle of the bar the whole map is met, the bright end first.
  int last = 400, found = 0;
  for (const double t : {0.05, 0.25, 0.5, 0.75, 0.95})
    for (int y = 0; y < image.height; ++y)
      if (difference(pixel(image, 408, y), map_colour(ColourMap::sea, t)) < 0.02) {
        CHECK(y < last);
        last = y;
        ++found;
        break;
      }
  CHECK(found == 5);
}

TEST_CASE("a flat picture grows as high as its key") {
  Snapshot f = some_frame(1);
  PictureStyle style;
  style.size = 300;
  const int flat = image_of(f, style).height;
  style.key = style.arrows = true;
  style.colour = Quantity::speed;
  style.network = Network::force;
  CHECK(image_of(f, style).height > 2 * flat);
}

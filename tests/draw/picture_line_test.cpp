#include <doctest/doctest.h>

#include "draw/picture_support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("on a line a body is a block as wide as it is, at its place") {
  Snapshot f;
  f.bodies.dimension = 1;
  f.groups = two_groups();
  const double x = 3, v = 0;
  f.bodies.add(&x, &v, 1, 1, 0);
  PictureStyle style = window_of_ten();
  const Image image = image_of(f, style);
  int first = image.width, last = -1;  // columns with the colour of the group
  for (int column = 0; column < image.width; ++column)
    for (int row = 0; row < image.height; ++row)
      if (difference(pixel(image, column, row), parse_colour("#c2a060", black)) < 0.15) {
        first = std::min(first, column);
        last = std::max(last, column);
      }
  CHECK(first == doctest::Approx(20).epsilon(0.1));
  CHECK(last == doctest::Approx(40).epsilon(0.1));
}

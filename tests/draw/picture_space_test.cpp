#include <doctest/doctest.h>

#include "draw/picture_support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a sphere that crosses a periodic face is drawn on both sides") {
  Snapshot f = some_frame(3, 0);
  const double x[3] = {0.2, 5, 5}, v[3] = {0, 0, 0};
  f.bodies.add(x, v, 1, 1, 0);
  PictureStyle style = window_of_ten();
  style.azimuth = -90;  // x to the right, z upwards
  style.elevation = 0;
  style.window->high[2] = 10;
  const auto seen = [&](int at) { return difference(pixel(image_of(f, style), at, 50), white) > 0.1; };
  CHECK(seen(8));
  CHECK_FALSE(seen(92));
  f.domain.period = {10, 0, 0};
  CHECK(seen(92));
}

TEST_CASE("of two spheres behind each other the nearer one is seen, from either side") {
  Snapshot f = some_frame(3, 0);
  const double near[3] = {5, 2, 5}, far[3] = {5, 8, 5}, v[3] = {0, 0, 0};
  f.bodies.add(near, v, 1, 1, 0);
  f.bodies.add(far, v, 1, 1, 1);
  PictureStyle style = window_of_ten();
  style.elevation = 0;
  style.window->high[2] = 10;
  style.azimuth = -90;  // the camera is at small y
  const Colour before = pixel(image_of(f, style), 50, 50);
  style.azimuth = 90;
  const Colour behind = pixel(image_of(f, style), 50, 50);
  CHECK(difference(before, behind) > 0.05);
  std::swap(f.bodies.group[0], f.bodies.group[1]);
  CHECK(difference(pixel(image_of(f, style), 50, 50), before) < 0.02);
}

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

TEST_CASE("a sphere that turns has segments that turn with it, the same after a whole turn") {
  Snapshot f;
  f.groups = two_groups();
  const double zero[3] = {};
  f.bodies.add(zero, zero, 1, 1, 0);
  PictureStyle style;
  style.size = 100;
  style.time_stamp = false;
  const Image plain = image_of(f, style);
  f.bodies.let_turn();
  const Image start = image_of(f, style);
  CHECK((start.rgb != plain.rgb));
  const auto after = [&](double angle) {
    rotation({{0, 0, angle}}).store(f.bodies.orientation.data());
    return image_of(f, style);
  };
  const double pi = std::acos(-1.0);
  CHECK((after(0.5 * pi).rgb != start.rgb));
  const Image again = after(2 * pi);
  int apart = 0;
  for (int x = 0; x < start.width; ++x)
    for (int y = 0; y < start.height; ++y) apart += difference(pixel(again, x, y), pixel(start, x, y)) > 0.01 ? 1 : 0;
  CHECK(apart == 0);
  style.marks = false;
  CHECK((image_of(f, style).rgb == plain.rgb));
}

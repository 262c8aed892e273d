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

TEST_CASE("where there is an obstacle bodies cast a shadow on the ground; seen from below there is none") {
  Snapshot f = some_frame(3, 0);
  const double x[3] = {5, 5, 1}, v[3] = {0, 0, 0};
  f.bodies.add(x, v, 1, 1, 0);
  const Obstacle floor{"somewhere", "#444444", std::make_shared<AtRest>(), {}};
  PictureStyle style = window_of_ten();
  style.window->high[2] = 4;
  style.elevation = 50;
  style.azimuth = -90;
  const auto dark = [&](std::span<const Obstacle> obstacles, bool shadow) {
    style.shadow = shadow;
    PictureSurvey survey(obstacles, style);
    survey.add(f);
    const Image image = draw_image(f, obstacles, style, survey.scales());
    double sum = 0;
    for (int i = 0; i < image.width; ++i)
      for (int j = 0; j < image.height; ++j) sum += difference(pixel(image, i, j), white);
    return sum;
  };
  const std::span<const Obstacle> one(&floor, 1);
  for (const bool perspective : {false, true}) {
    style.perspective = perspective;
    style.elevation = 50;
    CHECK(dark(one, true) > dark(one, false) + 3);
    CHECK(dark({}, true) == dark({}, false));
    style.elevation = -50;
    CHECK(dark(one, true) == dark(one, false));
  }
}

TEST_CASE("a sphere of any colour, dark ones too, shows a form: its brightest and darkest parts differ") {
  for (const char* colour : {"#101010", "#1b4965", "#2b1055", "#f5f5f5", "#f0e442"}) {
    Snapshot f = some_frame(3, 0);
    f.groups = {{"all", colour}};
    const double x[3] = {5, 5, 5}, v[3] = {0, 0, 0};
    f.bodies.add(x, v, 3, 1, 0);
    PictureStyle style = window_of_ten();
    style.window->high[2] = 10;
    style.elevation = 0;
    style.azimuth = -90;
    const Image image = image_of(f, style);
    double low = 3, high = 0;
    for (int i = 35; i < 65; ++i)
      for (int j = 35; j < 65; ++j) {
        const Colour c = pixel(image, i, j);
        low = std::min(low, c.r + c.g + c.b);
        high = std::max(high, c.r + c.g + c.b);
      }
    CHECK_MESSAGE(high - low > 0.25, colour);
  }
}

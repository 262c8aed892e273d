#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "draw/picture_support.hpp"
#include "geometry/shapes.hpp"

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

TEST_CASE("a picture holds the shadows, and where a window cuts them they end softly") {
  Snapshot f = some_frame(3, 0);
  const double v[3] = {0, 0, 0};
  for (int k = 0; k < 100; ++k) {  // a slab on one leg
    const double x[3] = {static_cast<double>(k % 10), static_cast<double>(k / 10), 4};
    f.bodies.add(x, v, 0.5, 1, 0);
  }
  const double leg[3] = {0, 0, 0.5};
  f.bodies.add(leg, v, 0.5, 1, 0);
  const Obstacle floor{"somewhere", "#444444", std::make_shared<AtRest>(), {}};
  const std::span<const Obstacle> one(&floor, 1);
  PictureStyle style;
  style.size = 300;
  style.elevation = 25;
  style.key = style.time_stamp = false;
  const auto at_edges = [&] {
    PictureSurvey survey(one, style);
    survey.add(f);
    const Image image = draw_image(f, one, style, survey.scales());
    double most = 0;
    for (int i = 0; i < image.width; ++i)
      for (const int j : {0, image.height - 1}) most = std::max(most, difference(pixel(image, i, j), white));
    for (int j = 0; j < image.height; ++j)
      for (const int i : {0, image.width - 1}) most = std::max(most, difference(pixel(image, i, j), white));
    return most;
  };
  for (const bool perspective : {false, true}) {
    style.perspective = perspective;
    style.window.reset();
    CHECK(at_edges() < 0.01);
    PictureSurvey shadows(one, style);
    shadows.add(f);
    style.shadow = false;
    PictureSurvey none(one, style);
    none.add(f);
    style.shadow = true;
    CHECK(shadows.scales().low[1] < none.scales().low[1] - 0.3);
    style.window = Bounds{{{-0.5, -0.5, 0}}, {{9.5, 9.5, 4.5}}};
    CHECK(at_edges() < 0.02);
  }
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

TEST_CASE("joints in space are tubes from point to point, and gone when they are broken") {
  Snapshot f;
  f.groups = two_groups();
  const double left[3] = {2, 5, 5}, right[3] = {8, 5, 5}, v[3] = {0, 0, 0};
  f.bodies.add(left, v, 0.5, 1, 0);
  f.bodies.add(right, v, 0.5, 1, 0);
  f.bodies.let_turn();
  rotation({{0, -std::acos(-1.0) / 2, 0}}).store(f.bodies.orientation.data());  // its x axis points up
  PictureStyle style = window_of_ten();
  style.azimuth = -90;  // x to the right, z upwards
  style.elevation = 0;
  style.window->high[2] = 10;
  // A place by x and z.
  const auto seen = [&](double x, double z) {
    const Image image = image_of(f, style);
    const double scale = image.width / 10.6;  // with the margin round the window
    return difference(pixel(image, static_cast<int>(image.width / 2 + scale * (x - 5)),
                            static_cast<int>(image.height / 2 - scale * (z - 5))),
                      white) > 0.3;
  };
  style.joints = {{.kind = JointKind::distance, .first = 0, .second = 1, .point_first = {{2, 0, 0}}}};
  CHECK(seen(5, 6));  // from (2, 7) to (8, 5)
  CHECK(seen(3, 6.6));
  CHECK_FALSE(seen(5, 5));
  f.broken = {1};
  CHECK_FALSE(seen(5, 6));
}

TEST_CASE("a box in space is drawn as it lies, turned by its quaternion") {
  Snapshot f;
  f.groups = two_groups();
  const double middle[3] = {5, 5, 5}, v[3] = {0, 0, 0};
  f.bodies.add(middle, v, 4, 1, 0);
  f.bodies.let_turn();
  f.bodies.shaped = true;
  f.bodies.shape = {0};
  auto outlines = std::make_shared<Outlines>();
  outlines->mesh = {make_box({{1.8, 0.6, 0.6}})->mesh(24)};
  outlines->of_shape = {0};
  f.outlines = outlines;
  PictureStyle style = window_of_ten();
  style.azimuth = -90;  // x to the right, z upwards
  style.elevation = 0;
  style.shadow = false;
  style.window->high[2] = 10;
  const double pi = std::acos(-1.0);
  struct Turn {
    Vec3 by;
    Vec3 seen, hidden;  // from the middle, in x and z
  };
  for (const Turn& t : {Turn{{}, {{3.3, 0, 0}}, {{0, 0, 3}}}, Turn{{{0, pi / 2, 0}}, {{0, 0, 3.3}}, {{3, 0, 0}}},
                        Turn{{{0, -0.5, 0}}, {{2.8, 0, 1.5}}, {{2.8, 0, -1.5}}},
                        Turn{{{0, 0, pi / 2}}, {{0.9, 0, 0.9}}, {{2, 0, 0}}}}) {
    rotation(t.by).store(f.bodies.orientation.data());
    const Image image = image_of(f, style);
    const auto seen = [&](const Vec3& at) {
      const int x = static_cast<int>(std::lround(image.width / 2 + 9.4 * at[0])),
                y = static_cast<int>(std::lround(image.height / 2 - 9.4 * at[2]));
      return difference(pixel(image, x, y), white) > 0.1;
    };
    CAPTURE(t.by[1]);
    CHECK(seen({}));
    CHECK(seen(t.seen));
    CHECK(seen(-t.seen));
    CHECK_FALSE(seen(t.hidden));
    CHECK_FALSE(seen(-t.hidden));
  }
}

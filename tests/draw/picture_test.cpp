#include "draw/picture.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "draw/picture_scales.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Discs of radius 1 in a window of 10 × 10.
Snapshot discs(const std::vector<std::array<double, 2>>& places) {
  Snapshot f;
  f.bodies.dimension = 2;
  f.groups = two_groups();
  for (const auto& x : places) f.bodies.add(x.data(), std::array{x[0], 0.0}.data(), 1, 1, 0);
  return f;
}
PictureStyle window_of_ten() {
  PictureStyle style;
  style.size = 100;
  style.time_stamp = false;
  style.window = Bounds{{{0, 0, 0}}, {{10, 10, 0}}};
  return style;
}
Image image_of(const Snapshot& f, const PictureStyle& style, std::span<const Obstacle> obstacles = {}) {
  PictureSurvey survey(obstacles, style);
  survey.add(f);
  return draw_image(f, obstacles, style, survey.scales());
}
Colour pixel(const Image& image, int x, int y) {
  const auto* p = reinterpret_cast<const unsigned char*>(image.rgb.data()) + 3 * (y * image.width + x);
  return {p[0] / 255.0, p[1] / 255.0, p[2] / 255.0};
}
double difference(Colour a, Colour b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

}  // namespace

TEST_CASE("the same frame gives the same bytes, as PNG and as SVG, in every dimension") {
  const TemporaryDirectory dir;
  const std::vector<Obstacle> obstacles{floor_obstacle()};
  PictureStyle style;
  style.size = 300;
  style.network = Network::force;
  for (const int dimension : {1, 2, 3})
    for (const std::string& name : {std::string("p.png"), std::string("p.svg")}) {
      const Snapshot f = some_frame(dimension, 30);
      draw_picture(f, obstacles, style, dir / name);
      const std::string first = contents(dir / name);
      CHECK(first.size() > 1000);
      CHECK(first.find(name == "p.png" ? "PNG" : "<svg") != std::string::npos);
      draw_picture(f, obstacles, style, dir / name);
      CHECK((contents(dir / name) == first));
    }
}

TEST_CASE("links are drawn between bodies that are there, in the plane and in space") {
  const TemporaryDirectory dir;
  for (const int dimension : {2, 3}) {
    const Snapshot f = some_frame(dimension, 30);
    PictureStyle style;
    style.size = 300;
    const auto drawn = [&] {
      draw_picture(f, {}, style, dir / "p.png");
      return contents(dir / "p.png");
    };
    const std::string without = drawn();
    style.links = {{0, 1000}};
    CHECK((drawn() == without));
    style.links = {{0, 1}, {5, 2}};
    CHECK((drawn() != without));
  }
}

TEST_CASE("bridges are seen in every dimension, across periodic edges too") {
  const TemporaryDirectory dir;
  const std::vector<Obstacle> obstacles{floor_obstacle()};
  PictureStyle style;
  style.size = 200;
  for (const int dimension : {1, 2, 3})
    for (const double period : {0.0, 3.0}) {
      Snapshot f = some_frame(dimension, 10);
      f.domain.period[0] = period;
      for (double& r : f.bodies.radius) r = 0.02;  // apart, so that there is something between them
      draw_picture(f, obstacles, style, dir / "wet.png");
      f.bridges = {};
      draw_picture(f, obstacles, style, dir / "dry.png");
      CHECK((contents(dir / "wet.png") != contents(dir / "dry.png")));
    }
}

TEST_CASE("states that cannot be seen still give a picture") {
  const TemporaryDirectory dir;
  PictureStyle style;
  style.size = 64;
  for (const int dimension : {1, 2, 3}) {
    draw_picture(some_frame(dimension, 0), {}, style, dir / "none.png");
    Snapshot f = some_frame(dimension, 3);
    f.bodies.position.assign(f.bodies.position.size(), std::nan(""));
    f.contacts.impulse.assign(f.contacts.size(), std::numeric_limits<double>::infinity());
    style.network = Network::force;
    draw_picture(f, std::vector<Obstacle>{floor_obstacle()}, style, dir / "nan.png");
    CHECK(contents(dir / "nan.png").size() > 50);
  }
}

TEST_CASE("other endings, sizes that make no sense and directories that are not there are errors") {
  const Snapshot f = some_frame(2);
  CHECK(error_of([&] { draw_picture(f, {}, {}, "p.pdf"); }) == "p.pdf: a picture is a .png or an .svg");
  CHECK(error_of([&] { draw_picture(f, {}, {}, "/nowhere/p.png"); }).find("/nowhere/p.png") == 0);
  PictureStyle style;
  style.size = 0;
  CHECK_THROWS_AS(draw_picture(f, {}, style, "p.png"), Error);
  style.size = 100000;
  CHECK_THROWS_AS(draw_picture(f, {}, style, "p.png"), Error);
}

TEST_CASE("a disc is at its place with its colour, and there is white beside it") {
  const Image image = image_of(discs({{3, 8}}), window_of_ten());
  CHECK(image.width == 100);
  CHECK(image.height == 100);
  CHECK(difference(pixel(image, 30, 20), parse_colour("#c2a060", black)) < 0.15);
  CHECK(pixel(image, 30, 32) == white);
  CHECK(pixel(image, 42, 20) == white);
  CHECK(difference(pixel(image, 37, 20), white) > 0.1);
}

TEST_CASE("the time stands below the picture and hides nothing of it") {
  const Snapshot f = discs({{1, 9}, {5, 1}});
  PictureStyle style = window_of_ten();
  const Image without = image_of(f, style);
  style.time_stamp = true;
  const Image with = image_of(f, style);
  CHECK(with.width == without.width);
  REQUIRE(with.height > without.height + 10);
  CHECK((with.rgb.substr(0, without.rgb.size()) == without.rgb));
  CHECK(with.rgb.find_first_not_of('\xff', without.rgb.size()) != std::string::npos);
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

TEST_CASE("a sheet has its frames side by side on the same scales") {
  const TemporaryDirectory dir;
  std::vector<Snapshot> frames{discs({{3, 3}}), discs({{7, 7}}), discs({{3, 7}})};
  PictureStyle style = window_of_ten();
  const auto width = [&](const std::string& name) {
    const std::string png = contents(dir / name);
    return 256 * static_cast<unsigned char>(png[18]) + static_cast<unsigned char>(png[19]);
  };
  draw_picture(frames[0], {}, style, dir / "one.png");
  CHECK(width("one.png") == 100);
  style.time_stamp = true;
  draw_sheet(frames, {}, style, dir / "three.png");
  CHECK(width("three.png") > 300);
  CHECK(width("three.png") < 340);
  frames.insert(frames.end(), {discs({{1, 1}}), discs({{1, 2}}), discs({{1, 3}})});
  draw_sheet(frames, {}, style, dir / "six.png");
  CHECK(width("six.png") == width("three.png"));
  const std::string first = contents(dir / "six.png");
  draw_sheet(frames, {}, style, dir / "six.png");
  CHECK((contents(dir / "six.png") == first));
  CHECK_THROWS_AS(draw_sheet({}, {}, style, dir / "none.png"), Error);
}

TEST_CASE("frames of a movie have even sides, the same for the same scales") {
  PictureStyle style = window_of_ten();
  style.size = 101;
  style.window->high[1] = 7;
  style.colour = Quantity::speed;
  style.key = true;
  const Snapshot a = discs({{3, 3}}), b = discs({{5, 3}, {8, 3}});
  PictureSurvey survey({}, style);
  survey.add(a);
  survey.add(b);
  const Image one = draw_image(a, {}, style, survey.scales()), two = draw_image(b, {}, style, survey.scales());
  CHECK(one.width % 2 == 0);
  CHECK(one.height % 2 == 0);
  CHECK(one.width == two.width);
  CHECK(one.rgb.size() == static_cast<std::size_t>(3 * one.width * one.height));
  CHECK(one.rgb.size() == two.rgb.size());
}

TEST_CASE("every style is drawn in every dimension, the same to the byte on any number of threads") {
  const TemporaryDirectory dir;
  const std::vector<Obstacle> obstacles{floor_obstacle()};
  for (const int dimension : {1, 2, 3}) {
    Snapshot f = some_frame(dimension, 20);
    f.domain.period[0] = 2.5;
    for (const QuantityInfo& q : quantities()) {
      PictureStyle style;
      style.size = 64;
      style.colour = q.quantity;
      style.network = q.category ? Network::gamma : Network::force;
      style.arrows = style.key = true;
      style.perspective = q.category;
      draw_picture(f, obstacles, style, dir / "one.png");
      style.threads = 3;
      draw_picture(f, obstacles, style, dir / "three.png");
      CHECK((contents(dir / "one.png") == contents(dir / "three.png")));
    }
  }
}

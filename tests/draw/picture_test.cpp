#include "draw/picture.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "draw/picture_support.hpp"

using namespace floc;
using namespace floc::test;

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

TEST_CASE("a scale bar stands below the picture when it is asked for, and is as long as it says") {
  const Snapshot f = discs({{5, 9}});
  PictureStyle style = window_of_ten();
  style.size = 400;
  const Image without = image_of(f, style);
  style.scale_bar = true;
  const Image with = image_of(f, style);
  CHECK(with.width == without.width);
  CHECK((with.rgb.substr(0, without.rgb.size()) == without.rgb));
  // Of 10 m on 400 pixels a bar of 2 m is a fifth: 80 pixels.
  int longest = 0;
  for (int y = without.height; y < with.height; ++y) {
    int run = 0;
    for (int x = 0; x < 200; ++x) {
      run = difference(pixel(with, x, y), white) > 0.5 ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  }
  CHECK(longest >= 80);
  CHECK(longest <= 84);
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

TEST_CASE("a flow is drawn beneath the bodies, with its bar, the same to the byte on any number of threads") {
  const TemporaryDirectory dir;
  for (const int dimension : {2, 3}) {
    Snapshot f = some_frame(dimension, 3);
    f.flow = std::make_shared<FlowField>(some_flow(dimension, 1));
    PictureStyle style;
    style.size = 200;
    style.key = style.streamlines = true;
    style.field = FlowQuantity::speed;
    draw_picture(f, {}, style, dir / "one.png");
    style.threads = 3;
    draw_picture(f, {}, style, dir / "three.png");
    CHECK((contents(dir / "one.png") == contents(dir / "three.png")));
    style.field = FlowQuantity::none;
    style.streamlines = false;
    draw_picture(f, {}, style, dir / "without.png");
    CHECK((contents(dir / "one.png") != contents(dir / "without.png")));
  }
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

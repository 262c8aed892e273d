#include "output/picture.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "output/support.hpp"

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

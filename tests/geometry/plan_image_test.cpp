#include "geometry/plan_image.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/error.hpp"

using namespace floc;

namespace {

// ' ' floor, '#' wall, 'r' red, 'g' green; the first row is the top. A letter is `scale` × `scale` pixels.
PixelImage picture(const std::vector<std::string>& rows, std::size_t scale = 1) {
  PixelImage image{static_cast<int>(scale * rows[0].size()), static_cast<int>(scale * rows.size()), {}};
  for (std::size_t y = 0; y < scale * rows.size(); ++y)
    for (std::size_t x = 0; x < scale * rows[0].size(); ++x) {
      const char c = rows[y / scale][x / scale];
      image.colour.push_back(c == ' '   ? std::array<std::uint8_t, 3>{250, 255, 240}
                             : c == 'r' ? std::array<std::uint8_t, 3>{255, 10, 0}
                             : c == 'g' ? std::array<std::uint8_t, 3>{0, 200, 0}
                                        : std::array<std::uint8_t, 3>{20, 20, 20});
    }
  return image;
}

const std::vector<ExitColour> red_and_green{{"red", {255, 0, 0}}, {"green", {0, 200, 0}}};

}  // namespace

TEST_CASE("rooms, pillars and exits are read from the pixels of an image") {
  const FloorPlan plan = plan_from_image(picture({"##########",
                                                  "#        #",
                                                  "#        r",
                                                  "#   ##   r",
                                                  "#   ##   #",
                                                  "#        #",
                                                  "##gg######"}, 4), 0.125, {{10, 20}}, red_and_green);
  REQUIRE(plan.exits().size() == 2);
  REQUIRE(plan.exits()[0].lines.size() == 1);
  CHECK(plan.exits()[0].width() == doctest::Approx(1));
  CHECK(plan.exits()[0].crossed({{14.4, 22}}, {{14.6, 22}}));
  CHECK(plan.exits()[1].width() == doctest::Approx(1));
  CHECK(plan.exits()[1].crossed({{11.5, 20.6}}, {{11.5, 20.4}}));
  CHECK(plan.walls().size() == 10);  // the right and lower sides in two, and the pillar
  CHECK(plan.low() == Vec2{{10.5, 20.5}});
  CHECK(plan.high() == Vec2{{14.5, 23}});
  CHECK(plan.inside(Vec2{{11, 21}}));
  CHECK_FALSE(plan.inside(Vec2{{12.5, 21.5}}));
  CHECK_FALSE(plan.inside(Vec2{{14.7, 22}}));
}

TEST_CASE("a slanted wall of pixels becomes a line, and a long one stays near its pixels") {
  std::vector<std::string> rows(60, std::string(60, ' '));
  for (std::size_t y = 0; y < 60; ++y)
    for (std::size_t x = 0; x < 60; ++x)
      if (3 * x < y || (x > 40 && 2 * (x - 40) > 60 - y)) rows[y][x] = '#';
  const FloorPlan plan = plan_from_image(picture(rows), 1, {}, {});
  CHECK(plan.walls().size() < 16);
  for (const Line& l : plan.walls())
    for (const Vec2& p : {l.a, l.b}) CHECK((p[0] == std::floor(p[0]) && p[1] == std::floor(p[1])));
  std::size_t wrong = 0;
  for (int y = 1; y < 60; ++y)
    for (int x = 1; x < 60; ++x) {
      const Vec2 middle{{x + 0.5, y + 0.5}};
      double away = 1e9;
      for (const Line& l : plan.walls()) away = std::min(away, distance(l, middle));
      const bool floor = rows[static_cast<std::size_t>(59 - y)][static_cast<std::size_t>(x)] == ' ';
      wrong += away > 1.3 && floor != plan.inside(middle);
    }
  CHECK(wrong == 0);
}

TEST_CASE("floor that touches at a corner only is not connected") {
  const FloorPlan plan = plan_from_image(picture({"######",
                                                  "#  ###",
                                                  "#  ###",
                                                  "###  r",
                                                  "###  #",
                                                  "######"}, 4), 0.25, {}, {{"red", {255, 0, 0}}});
  const Route route(plan, {0}, 0.1);
  CHECK(std::isfinite(route.distance({{4, 2}})));
  CHECK(std::isinf(route.distance({{2, 4}})));
}

TEST_CASE("exits given as lines join those of the image, and a colour nobody used has no lines") {
  const FloorPlan plan = plan_from_image(picture({"####", "#  #", "#  #", "####"}), 1, {}, {{"red", {255, 0, 0}}},
                                         {{"line", {{{{3, 1}}, {{3, 3}}}}}});
  REQUIRE(plan.exits().size() == 2);
  CHECK(plan.exits()[0].lines.empty());
  CHECK(plan.walls().size() == 3);
}

TEST_CASE("images without floor or pixels are refused") {
  CHECK_THROWS_AS(plan_from_image(picture({"##", "##"}), 1, {}, {}), Error);
  CHECK_THROWS_AS(plan_from_image({}, 1, {}, {}), Error);
  CHECK_THROWS_AS(plan_from_image(picture({"  "}), 0, {}, {}), Error);
}

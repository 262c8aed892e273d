#include "draw/picture_scales.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Bodies in a row with speeds 0, 1, 2 …
Snapshot row(std::size_t n) {
  Snapshot f;
  f.h = 0.5;
  f.groups = two_groups();
  f.bodies.dimension = 2;
  for (std::size_t i = 0; i < n; ++i) {
    const double x[2] = {2.0 * static_cast<double>(i), 0}, v[2] = {0, static_cast<double>(i)};
    f.bodies.add(x, v, 1, 1, static_cast<std::int32_t>(i % 2));
  }
  return f;
}

PictureScales scales_of(const std::vector<Snapshot>& frames, const PictureStyle& style) {
  PictureSurvey survey({}, style);
  for (const Snapshot& f : frames) survey.add(f);
  return survey.scales();
}

}  // namespace

TEST_CASE("colours run from nothing to the 98th percentile of the frames, and what lies beyond is told") {
  PictureStyle style;
  style.colour = Quantity::speed;
  PictureScales s = scales_of({row(101)}, style);
  CHECK(s.range == std::array<double, 2>{0, 98});
  CHECK(s.above);
  CHECK_FALSE(s.below);
  s = scales_of({row(3), row(51)}, style);
  CHECK(s.range == std::array<double, 2>{0, 49});
  style.range = {10, 20};
  s = scales_of({row(101)}, style);
  CHECK(s.range == std::array<double, 2>{10, 20});
  CHECK(s.above);
  CHECK(s.below);
  CHECK(scales_of({row(1)}, {.colour = Quantity::speed}).range == std::array<double, 2>{0, 1});
}

TEST_CASE("colours of spins are the same to both sides of nothing; of sizes they begin with it") {
  Snapshot f = row(101);
  f.bodies.let_turn();
  for (std::size_t i = 0; i < 101; ++i) f.bodies.spin[i] = static_cast<double>(i) - 30;
  CHECK(scales_of({f}, {.colour = Quantity::spin}).range == std::array<double, 2>{-68, 68});
  for (double& w : f.bodies.spin) w = std::abs(w) + 1;
  CHECK(scales_of({f}, {.colour = Quantity::spin}).range[0] == 0);
}

TEST_CASE("the window and the sheet hold all frames") {
  Snapshot far = row(1);
  far.bodies.x(0)[1] = 50;
  const PictureScales s = scales_of({row(3), far}, {});
  CHECK(s.window.low[1] <= -1);
  CHECK(s.window.high[1] >= 51);
  CHECK(s.window.high[0] >= 5);
  PictureStyle style;
  const PictureScales space = scales_of({some_frame(3, 5)}, style);
  CHECK(space.low[0] < space.high[0]);
  style.perspective = true;
  const PictureScales seen = scales_of({some_frame(3, 5)}, style);
  CHECK(seen.high[0] - seen.low[0] > space.high[0] - space.low[0]);
}

TEST_CASE("shadows fall on the same ground in all frames: the lowest there is in any") {
  Snapshot high = some_frame(3, 5), low = high;
  low.bodies.x(2)[2] = -7;
  const double ground = scales_of({high, low}, {}).ground;
  CHECK(ground == doctest::Approx(-7 - low.bodies.radius[2]));
  CHECK(scales_of({low, high}, {}).ground == ground);
  CHECK(scales_of({high}, {}).ground > ground);
}

TEST_CASE("bodies have the colour of their group, of their value or of their cluster") {
  Snapshot f = row(5);
  PictureStyle style;
  const auto colours = [&] {
    const PictureScales scales = scales_of({f}, style);
    return body_colours({f, {}, style, scales});
  };
  CHECK(colours()[1] == parse_colour("#808080", black));
  style.colour = Quantity::speed;
  style.range = {1, 3};
  const std::vector<Colour> speed = colours();
  CHECK(speed[0] == map_colour(ColourMap::sea, 0));
  CHECK(speed[2] == map_colour(ColourMap::sea, 0.5));
  CHECK(speed[4] == map_colour(ColourMap::sea, 1));
  style = {.colour = Quantity::aggregate};
  f.contacts = {{1}, {0}, {0}, {1, 0}, {1}, {0}};
  const std::vector<Colour> cluster = colours();
  CHECK(cluster[0] == cluster[1]);
  CHECK(cluster[2] == cluster[3]);  // both alone
  CHECK(!(cluster[0] == cluster[2]));
  // The first body of the cluster gives the colour, not its place in the list.
  const Colour before = cluster[0];
  f.bodies.keep(std::vector<char>{1, 1, 0, 0, 1});
  CHECK(colours()[1] == before);
}

TEST_CASE("tubes are wider and darker for more, weakest first; a pull has another colour than a push") {
  Snapshot f = row(4);
  f.contacts = {{1, 2, 3, 0}, {0, 1, 2, -1}, {0, 0, 0, 0.25}, {1, 0, 1, 0, 1, 0, 0, 1}, {4, 2, -1, 1}, {0, -3, 0, 0}};
  PictureStyle style{.network = Network::force};
  PictureScales scales = scales_of({f}, style);
  CHECK(scales.network == 4);  // the last but one of the four forces 8, 4, 2, 2
  std::vector<Tube> tubes = network_tubes({f, {}, style, scales});
  REQUIRE(tubes.size() == 4);
  for (std::size_t k = 0; k + 1 < 4; ++k) CHECK(tubes[k].width <= tubes[k + 1].width);
  CHECK(tubes[3].first == 1);
  CHECK(tubes[3].along == Vec3{{-2, 0, 0}});
  CHECK(tubes[1].second == -1);
  CHECK(tubes[1].along == Vec3{{0, -1.25, 0}});
  CHECK(tubes[0].colour.b > tubes[0].colour.r);
  CHECK(tubes[3].colour.r > tubes[3].colour.b);
  CHECK(tubes[3].colour.g < tubes[1].colour.g);
  style.network = Network::gamma;
  scales = scales_of({f}, style);
  tubes = network_tubes({f, {}, style, scales});
  REQUIRE(tubes.size() == 1);
  CHECK(tubes[0].first == 2);
  CHECK(tube_width(1.5, scales) == doctest::Approx(0.5 * tube_width(3, scales)));
}

TEST_CASE("networks have names, and a wrong one is answered with the one that was meant") {
  CHECK(network_named("gamma") == Network::gamma);
  CHECK(error_of([] { network_named("forces"); }) ==
        "there is no network \"forces\"; did you mean \"force\"? (there are force, gamma)");
}

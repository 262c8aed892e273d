#include "draw/colour.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace floc;

TEST_CASE("colours are read from #rrggbb, anything else is the other colour") {
  CHECK(parse_colour("#ff0080", ink) == Colour{1, 0, 128 / 255.0});
  for (const char* text : {"", "#", "#ff00", "ff0080x", "#gg0000", "#ff00801"}) CHECK(parse_colour(text, ink) == ink);
}

TEST_CASE("a colour as text reads back") {
  for (const char* text : {"#000000", "#ff0080", "#0a0b0c", "#ffffff"}) CHECK(colour_text(parse_colour(text, ink)) == text);
  CHECK(colour_text({2, -1, 0.5}) == "#ff0080");
}

TEST_CASE("curves that follow each other have other colours, and the colours of a family grow brighter") {
  for (std::size_t k = 0; k < 6; ++k) CHECK(!(curve_colour(k) == curve_colour(k + 1)));
  const auto luminance = [](Colour c) { return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b; };
  for (double t = 0; t < 1; t += 0.05) CHECK(luminance(ramp(t)) < luminance(ramp(t + 0.05)));
  for (double t = 0; t < 1; t += 0.05) {
    CHECK(luminance(map_colour(ColourMap::dusk, t)) < luminance(map_colour(ColourMap::dusk, t + 0.05)));
    CHECK(luminance(map_colour(ColourMap::embers, t)) > luminance(map_colour(ColourMap::embers, t + 0.05)));
    CHECK(luminance(map_colour(ColourMap::shallows, t)) > luminance(map_colour(ColourMap::shallows, t + 0.05)));
  }
  CHECK(ramp(-1) == ramp(0));
  CHECK(ramp(std::nan("")) == ramp(0));
}

TEST_CASE("a mark is told from its ground, dark or light") {
  for (const Colour ground : {white, black, palette(0), palette(1), ramp(0), ramp(1), map_colour(ColourMap::dusk, 0)}) {
    const Colour mark = mark_colour(ground);
    CHECK(std::abs(mark.r - ground.r) + std::abs(mark.g - ground.g) + std::abs(mark.b - ground.b) > 0.3);
  }
}

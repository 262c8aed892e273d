// Colours, and the sets of them that pictures and plots draw from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace floc {

struct Colour {
  double r = 0, g = 0, b = 0;
  bool operator==(const Colour&) const = default;
};

inline constexpr Colour white{1, 1, 1}, black{0, 0, 0}, ink{0.16, 0.18, 0.21}, grey{0.55, 0.57, 0.60};

// "#rrggbb"; `otherwise` where the text is something else.
Colour parse_colour(std::string_view text, Colour otherwise);
std::string colour_text(Colour colour);  // "#rrggbb"
// The part `t` of `b` in `a`.
Colour mix(Colour a, Colour b, double t);

// Of a mark on something of this colour: darker, on dark things lighter.
Colour mark_colour(Colour ground);

// Colours for things that have none of their own.
Colour palette(std::size_t index);
// Colours of curves that stay apart for the colour-blind as well (Okabe and Ito).
Colour curve_colour(std::size_t index);
// Colours of an ordered family, t from 0 (dark) to 1 (bright); in grey they are ordered too.
Colour ramp(double t);

// Maps of a value: t from 0 to 1 in steps of even lightness, so that they read in grey too.
enum class ColourMap {
  sea,     // dark violet over green to yellow: `ramp`
  embers,  // pale for nothing, to dark red
  dusk,    // dark blue over grey to pale yellow, the same to red-blind and green-blind eyes
  shallows,  // pale for nothing, over green to dark blue
  tides,     // blue over white to red: the middle is nothing
};
Colour map_colour(ColourMap map, double t);

}  // namespace floc

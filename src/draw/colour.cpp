#include "draw/colour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace floc {
namespace {

constexpr Colour rgb(unsigned value) {
  return {(value >> 16) / 255.0, (value >> 8 & 255u) / 255.0, (value & 255u) / 255.0};
}

}  // namespace

Colour parse_colour(std::string_view text, Colour otherwise) {
  unsigned value = 0;
  if (text.size() != 7 || text[0] != '#') return otherwise;
  const auto [end, reason] = std::from_chars(text.data() + 1, text.data() + 7, value, 16);
  if (reason != std::errc{} || end != text.data() + 7) return otherwise;
  return rgb(value);
}

std::string colour_text(Colour colour) {
  const auto byte = [](double part) { return std::lround(255 * std::clamp(part, 0.0, 1.0)); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.r), byte(colour.g), byte(colour.b));
}

Colour mix(Colour a, Colour b, double t) {
  return {a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b)};
}

Colour mark_colour(Colour ground) {
  const double light = 0.30 * ground.r + 0.59 * ground.g + 0.11 * ground.b;
  return light > 0.3 ? mix(ground, black, 0.28) : mix(ground, white, 0.28);
}

Colour palette(std::size_t index) {
  static constexpr std::array colours{rgb(0x4c78a8), rgb(0xf2a541), rgb(0x5fa55a),
                                      rgb(0xd9594c), rgb(0x6fb7b2), rgb(0x8d6a9f)};
  return colours[index % colours.size()];
}

Colour curve_colour(std::size_t index) {
  static constexpr std::array colours{rgb(0x0072b2), rgb(0xd55e00), rgb(0x009e73),
                                      rgb(0xcc79a7), rgb(0xe69f00), rgb(0x56b4e9)};
  return colours[index % colours.size()];
}

Colour ramp(double t) { return map_colour(ColourMap::sea, t); }

Colour map_colour(ColourMap map, double t) {
  using Stops = std::array<Colour, 6>;
  static constexpr std::array<Stops, 5> maps{
      Stops{rgb(0x30123b), rgb(0x3b3f8c), rgb(0x1f77a4), rgb(0x1fa187), rgb(0x8bc34a), rgb(0xf2c12e)},
      Stops{rgb(0xf7f0de), rgb(0xf3cf9f), rgb(0xea9e63), rgb(0xd4643f), rgb(0xab2a2f), rgb(0x6b0f24)},
      Stops{rgb(0x06214d), rgb(0x32466e), rgb(0x666b76), rgb(0x968f75), rgb(0xc9b765), rgb(0xf8e36b)},
      Stops{rgb(0xf6f7ea), rgb(0xc3e3cd), rgb(0x7cc3c4), rgb(0x4392b4), rgb(0x2f5d98), rgb(0x2a2a68)},
      Stops{rgb(0x1e3f86), rgb(0x6398cc), rgb(0xe3edf4), rgb(0xf7e9e2), rgb(0xdb7b62), rgb(0x8c1c2c)}};
  const Stops& stops = maps[static_cast<std::size_t>(map)];
  const double at = std::isfinite(t) ? std::clamp(t, 0.0, 1.0) * static_cast<double>(stops.size() - 1) : 0;
  const auto k = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  return mix(stops[k], stops[k + 1], at - static_cast<double>(k));
}

}  // namespace floc

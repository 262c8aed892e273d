// What colours, widths and arrows mean, and what of a frame is drawn with them.
#pragma once

#include "draw/colour.hpp"
#include "draw/picture.hpp"

namespace floc {

inline constexpr Colour push_colour{0.70, 0.09, 0.17}, pull_colour{0.13, 0.40, 0.67};  // of forces
inline constexpr Colour alone_colour{0.80, 0.80, 0.78};  // of a body that is in no cluster

// One picture.
struct PictureJob {
  const Snapshot& frame;
  std::span<const Obstacle> obstacles;
  const PictureStyle& style;
  const PictureScales& scales;
};

// A colour a body.
std::vector<Colour> body_colours(const PictureJob& job);
// What a value of the quantity is drawn with.
Colour quantity_colour(Quantity quantity, const PictureScales& scales, double value);

// The tubes of the network, weakest first.
struct Tube {
  std::size_t first = 0;
  std::int32_t second = 0;
  Vec3 along{};      // from the centre of the first to that of the second, or to an obstacle
  double width = 0;  // as bodies are measured
  Colour colour{};
};
std::vector<Tube> network_tubes(const PictureJob& job);
double tube_width(double value, const PictureScales& scales);
Colour tube_colour(Network network, double value, const PictureScales& scales);  // a pull is below 0

// The arrow's length in units of space for a speed of 1; 0 where nothing moves.
double arrow_length(const PictureScales& scales);

}  // namespace floc

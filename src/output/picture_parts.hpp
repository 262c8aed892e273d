// The three kinds of picture (by dimension) and what they share.
#pragma once

#include "output/bridges.hpp"
#include "output/canvas.hpp"
#include "output/picture.hpp"

namespace floc {

void draw_line(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
               const std::string& path);
void draw_plane(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
                const std::string& path);
void draw_space(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
                const std::string& path);

inline constexpr Colour exit_colour{0.13, 0.60, 0.33}, pale_colour{0.96, 0.93, 0.84};
inline constexpr Colour push_colour{0.70, 0.09, 0.17}, pull_colour{0.13, 0.40, 0.67};  // of forces
inline constexpr Colour liquid_colour{0.25, 0.56, 0.85};

// A link between two bodies that are both there.
struct PlacedLink {
  std::size_t first, second;
  Vec3 along;    // from the first to the nearest image of the second
  double width;  // of the line, as the bodies are measured
};
std::vector<PlacedLink> place_links(const Snapshot& frame, const PictureStyle& style);

Colour group_colour(const Snapshot& frame, std::size_t body);
Colour obstacle_colour(const Obstacle& obstacle);

}  // namespace floc

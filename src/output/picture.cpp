#include "output/picture.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "output/picture_parts.hpp"

namespace floc {

void draw_picture(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
                  const std::string& path) {
  if (style.size < 16) throw Error(path + ": a picture needs at least 16 pixels");
  switch (frame.bodies.dimension) {
    case 1: return draw_line(frame, obstacles, style, path);
    case 2: return draw_plane(frame, obstacles, style, path);
    default: return draw_space(frame, obstacles, style, path);
  }
}

std::vector<PlacedLink> place_links(const Snapshot& frame, const PictureStyle& style) {
  std::vector<PlacedLink> placed;
  for (const auto& [a, b] : style.links) {
    const auto i = frame.bodies.find(a), j = frame.bodies.find(b);
    if (!i || !j) continue;
    const int d = frame.bodies.dimension;
    const Vec3 along = frame.domain.nearest_image(embed(frame.bodies.x(*j), d) - embed(frame.bodies.x(*i), d));
    if (std::isfinite(dot(along, along)))
      placed.push_back({*i, *j, along, 0.7 * std::min(frame.bodies.radius[*i], frame.bodies.radius[*j])});
  }
  return placed;
}

Colour group_colour(const Snapshot& frame, std::size_t body) {
  const auto g = static_cast<std::size_t>(frame.bodies.group[body]);
  return parse_colour(g < frame.groups.size() ? frame.groups[g].colour : "", palette(g));
}

Colour obstacle_colour(const Obstacle& obstacle) { return parse_colour(obstacle.colour, ink); }

}  // namespace floc

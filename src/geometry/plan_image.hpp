// A floor plan drawn as an image: light pixels are floor, dark ones wall, and pixels of a stated colour exit.
//
// The boundary of the floor is followed along the edges of the pixels, cut where wall becomes exit, and each
// piece simplified (Douglas and Peucker: no point of it is further than a pixel from the lines that
// replace it), so that a slanted wall is a line again and not a stair. Floor pixels that touch at a corner
// only are not connected.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/floor_plan.hpp"

namespace floc {

struct PixelImage {
  int width = 0, height = 0;
  std::vector<std::array<std::uint8_t, 3>> colour;  // row by row, the top one first
};

struct ExitColour {
  std::string name;
  std::array<std::uint8_t, 3> colour{};  // pixels within 32 of it in every channel
};

// The lower left corner of the image is at `low`, its pixels are `pixel` wide. `exits` are those drawn with a
// colour, `more` those given as lines. An exit without pixels beside the floor has no lines. Throws Error for
// an image without floor.
FloorPlan plan_from_image(const PixelImage& image, double pixel, const Vec2& low, const std::vector<ExitColour>& exits,
                          std::vector<Exit> more = {});

}  // namespace floc

// Pictures of a few bodies, and their pixels.
#pragma once

#include "draw/picture.hpp"
#include "draw/picture_scales.hpp"
#include "output/support.hpp"

namespace floc::test {

// Discs of radius 1 in a window of 10 × 10.
inline Snapshot discs(const std::vector<std::array<double, 2>>& places) {
  Snapshot f;
  f.bodies.dimension = 2;
  f.groups = two_groups();
  for (const auto& x : places) f.bodies.add(x.data(), std::array{x[0], 0.0}.data(), 1, 1, 0);
  return f;
}
inline PictureStyle window_of_ten() {
  PictureStyle style;
  style.size = 100;
  style.time_stamp = false;
  style.window = Bounds{{{0, 0, 0}}, {{10, 10, 0}}};
  return style;
}
inline Image image_of(const Snapshot& f, const PictureStyle& style, std::span<const Obstacle> obstacles = {}) {
  PictureSurvey survey(obstacles, style);
  survey.add(f);
  return draw_image(f, obstacles, style, survey.scales());
}
inline Colour pixel(const Image& image, int x, int y) {
  const auto* p = reinterpret_cast<const unsigned char*>(image.rgb.data()) + 3 * (y * image.width + x);
  return {p[0] / 255.0, p[1] / 255.0, p[2] / 255.0};
}
inline double difference(Colour a, Colour b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

}  // namespace floc::test

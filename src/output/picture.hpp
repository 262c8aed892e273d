// Pictures of a frame, PNG or SVG by the ending of the path. The same frame gives the same bytes:
// nothing depends on fonts, threads or time.
//
//   1D  blocks on a line with a scale.
//   2D  discs in the colours of their groups, obstacles as dark lines with their solid side shaded,
//       periodic edges dashed; contact forces as lines whose width is the impulse; links of chains and
//       bonds as lines between the centres (in 3D too).
//   3D  shaded spheres seen from above and in front (orthographic, z up), obstacles as translucent
//       faces with edges; solid ones opaque.
//
// Liquid bridges are blue, between the grains that they join.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "geometry/floor_plan.hpp"
#include "geometry/obstacle.hpp"
#include "output/snapshot.hpp"

namespace floc {

struct PictureStyle {
  int size = 1200;      // longer side in pixels (points in an SVG)
  bool forces = false;  // the contact forces as lines (1D and 2D)
  bool pressure = false;  // bodies coloured by what presses on them, pale for nothing (2D)
  std::vector<Exit> exits{};  // drawn as green lines (2D)
  bool time_stamp = true;
  double azimuth = -65;          // degrees, of the camera about z (3D)
  double elevation = 22;         // degrees above the horizon (3D)
  std::optional<Bounds> window;  // what is shown; otherwise all there is
  std::vector<std::array<std::int64_t, 2>> links;  // names of bodies that are joined
};

// Obstacles stand where they are at the frame's time. Throws Error.
void draw_picture(const Snapshot& frame, std::span<const Obstacle> obstacles, const PictureStyle& style,
                  const std::string& path);

}  // namespace floc

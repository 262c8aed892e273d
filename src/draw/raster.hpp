// Spheres, tubes and flat faces to pixels, without a display: a depth buffer with exact surfaces.
//
// All is given in the camera's frame: x to the right, y upwards, z towards the eye. The sheet is the plane
// z = 0; the eye is at (0, 0, E), or infinitely far (orthographic). Every pixel sends a ray to each thing
// whose rectangle holds it, and keeps the nearest hit, of equal ones the first: a sphere is round at any size.
//
// Light: diffuse from the upper left, and an ambient part that is dimmed where neighbours in the depth buffer
// stand above the surface (ambient occlusion), so that gaps between grains and the feet of heaps are dark.
// Dark colours shine a little more, so that one sees that they are round. Where nothing is seen the ground may lie in
// shadow. What is far is paler. Translucent faces and edges are blended over that, hidden by what is before them.
//
// Each pixel is the mean of 2 × 2 samples. Tiles are drawn one by one in any order on any thread, each from the
// same lists: the same bits for any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/vec.hpp"
#include "draw/colour.hpp"
#include "parallel/executor.hpp"

namespace floc {

struct RasterCamera {
  double left = -1, top = 1;                             // the corner of the sheet, as a point of z = 0
  double scale = 100;                                    // pixels to a unit of length in z = 0
  double eye = std::numeric_limits<double>::infinity();  // E
  bool perspective() const { return eye < std::numeric_limits<double>::infinity(); }
};

struct RasterSphere {
  Vec3 centre{};
  double radius = 0;
  Colour colour{};
  std::int32_t body = -1;  // what the image calls it
};

// A sphere with segments of another shade, as a ball for the beach: where u·n and v·n have the same sign, n being the
// direction from its centre. None where they are zero.
struct RasterSegments {
  Vec3 u{}, v{};
};

struct RasterTube {
  Vec3 from{}, to{};
  double radius = 0;
  Colour colour{};
  bool round = true;  // half-spheres at the ends; otherwise open
};

struct RasterFace {
  std::vector<Vec3> points{};  // flat and convex
  Colour colour{};
  double opacity = 1;  // below 1: light goes through, and it hides nothing
  // The normal at a point, in the camera's frame, for faces of something round; otherwise the face's own.
  std::function<Vec3(const Vec3&)> normal{};
  // Normals at the points, between which the face is lit as something round; none: it is flat.
  std::vector<Vec3> normals{};
  // The colour at a point of a solid face, which then has no light or shade: it can be read off a bar.
  std::function<Colour(const Vec3&)> paint{};
};

struct RasterEdge {
  Vec3 from{}, to{};
  Colour colour{};
  double opacity = 1;
  bool dashed = false;
};

// A flat ground on which things cast a soft shadow. Nothing of it is seen but that.
struct RasterGround {
  Vec3 corner{}, x{}, y{};  // of the shaded rectangle, and its directions, of length 1
  double cell = 0;          // side of a cell
  int columns = 0, rows = 0;
  std::vector<float> dark{};  // 0 to 1 at the middle of every cell, row by row
};

struct RasterScene {
  std::vector<RasterSphere> spheres{};
  std::vector<RasterSegments> segments{};  // of each of them; empty: nobody has any
  std::vector<RasterTube> tubes{};
  std::vector<RasterFace> solid{}, translucent{};  // the translucent ones in the order of blending
  std::vector<RasterEdge> edges{};
  RasterGround ground{};                   // without cells: none
  double near_shadow = 0, far_shadow = 0;  // how far the occlusion of neighbours reaches
  double haze = 0.25;                      // how pale the farthest point is
};

struct RasterImage {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels;  // 0xrrggbb
  std::vector<std::int32_t> bodies;   // whose sphere is seen; −1: none
};

RasterImage render(const RasterScene& scene, const RasterCamera& camera, int width, int height, Executor& executor);

}  // namespace floc

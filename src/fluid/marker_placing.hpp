// Where markers go on a surface that is known by its distances (internal to immersed_shape.cpp).
#pragma once

#include <functional>
#include <vector>

#include "geometry/surface.hpp"

namespace floc {

// Points evenly over a circle or a sphere.
std::vector<Vec3> round_markers(int dimension, double radius, double spacing);

// Of a surface that meshes are on or inside of: where `nearest` is −depth, `spacing` apart. Pieces that lie deeper
// inside (where solids overlap) get none. Distances are those of a solid, negative inside; depth 0 with any `nearest`
// that is 0 leaves markers on the meshes.
std::vector<Vec3> markers_at_depth(int dimension, const std::vector<Mesh>& meshes,
                                   const std::function<SurfacePoint(const Vec3&)>& nearest, double depth,
                                   double spacing);

}  // namespace floc

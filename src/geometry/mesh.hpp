// Pieces that the pictures of surfaces are made of.
#pragma once

#include "geometry/frame.hpp"
#include "geometry/surface.hpp"

namespace floc {

inline constexpr int facets = 64;  // of a full circle

// Adds the points of a circle about frame.w and returns the indices, anticlockwise.
std::vector<int> add_circle(Mesh& mesh, const Vec3& centre, const Frame& frame, double radius);
// Quads between two circles added one after the other, seen from outside when `upper` is further
// along the axis.
void add_tube(Mesh& mesh, const std::vector<int>& lower, const std::vector<int>& upper);
// A closed polyline through the points.
void add_loop(Mesh& mesh, std::vector<int> loop);
// A point of its own, as 1D pictures have them.
void add_point(Mesh& mesh, const Vec3& point);
// Turns every face over: the same picture seen from the other side.
void flip(Mesh& mesh);

// The part of {n·(x − point) = 0} inside the window: a polygon (3D), a segment (2D) or a point (1D);
// nothing where it does not meet the window.
Mesh plane_in_window(const Vec3& point, const Vec3& normal, int dimension, const Bounds& window);

}  // namespace floc

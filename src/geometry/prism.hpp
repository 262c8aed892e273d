// Walls, discs and cylinders as convex bodies see them: prisms over a convex polygon.
#pragma once

#include <vector>

#include "geometry/shape.hpp"

namespace floc {

// Corners anticlockwise seen from +z, all with z = 0; the prism reaches from −height/2 to height/2. Its centre is that
// of mass; its axes are as given.
PlacedShape make_prism(const std::vector<Vec3>& base, double height);

// A wall has next to no thickness: this part of its extent.
inline constexpr double wall_thickness = 1e-9;
inline bool is_thin(const Shape& shape) { return shape.inner_radius() < 1e-6 * shape.bounding_radius(); }

// The corners of a polygon about the disc of this radius, so that the disc is inside: at most 5e-4 of it more.
std::vector<Vec3> polygon_about_disc(double radius);

}  // namespace floc

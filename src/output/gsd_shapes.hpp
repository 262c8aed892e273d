// Shapes of bodies as GSD files name them: a JSON text a type.
#pragma once

#include <string>

#include "geometry/surface.hpp"

namespace floc {

// {"type": "Sphere", "diameter": …}
std::string gsd_sphere(double radius);
// The outline of a body, `radius` times as large: an Ellipsoid (of ellipses too), a Polygon in the plane, a
// ConvexPolyhedron where it is one of few corners, and a Mesh for anything else.
std::string gsd_shape(const Mesh& outline, double radius, int dimension);

}  // namespace floc

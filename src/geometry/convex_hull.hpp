// The convex hull of points in space: the corners that are needed, and faces with as many corners as they have.
#pragma once

#include <vector>

#include "core/vec.hpp"

namespace floc {

struct ConvexHull {
  std::vector<Vec3> points;             // corners only
  std::vector<std::vector<int>> faces;  // anticlockwise seen from outside; coplanar triangles are one face
};

// Throws Error for fewer than four points, and for points in one plane. What sticks out by less than 1e-9 of the
// extent does not count.
ConvexHull convex_hull(const std::vector<Vec3>& points);

}  // namespace floc

// Normals by which the flat faces of a mesh are lit as the round surface that they stand for.
#pragma once

#include <vector>

#include "geometry/surface.hpp"

namespace floc {

// Newell's normal of a flat polygon, of length 1; 0 where it has no area.
Vec3 normal_of(const std::vector<Vec3>& points);

// One normal for every corner of every face, face by face: the mean of the faces about the point, by their areas, of
// those that are turned against this one by less than 40 degrees. A box keeps its edges, a ball has none. A face that
// is flat in this sense with all that are beside it has no normals here.
std::vector<std::vector<Vec3>> smooth_normals(const Mesh& mesh);

// Edges whose faces meet at more than that are seen as edges.
inline constexpr double least_smooth = 0.77;  // cosine

}  // namespace floc

// Whether a triangle mesh goes through itself.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "geometry/closed_mesh.hpp"

namespace floc {

// Two triangles of which one has an edge that goes through the other: the first such pair, in the order of their
// numbers. Triangles that only touch, or lie on each other in one plane, are none. The cost is n log n, where few
// triangles are near each other.
std::optional<std::pair<std::size_t, std::size_t>> find_crossing(const ClosedMesh& mesh);

}  // namespace floc

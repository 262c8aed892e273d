// Closed meshes from the text of a file: STL (as text or binary) and OBJ in space, a list of corners in the plane.
#pragma once

#include <string_view>

#include "geometry/closed_mesh.hpp"

namespace floc {

// Which of the three formats it is shows in the text itself. Corners of STL triangles that are the same point, to the
// bit, are one. Of OBJ files `v` and `f` lines count; faces with more corners are cut into triangles from their first
// one. An Error names the line (of text) or the triangle (of binary STL). The mesh is not checked yet (check_closed).
ClosedMesh parse_mesh(std::string_view text);

// Lines "x y" or "x, y", the corners of a polygon in order; empty lines and what follows # are left out. A last corner
// equal to the first closes it. Checked.
ClosedMesh parse_outline(std::string_view text);

}  // namespace floc

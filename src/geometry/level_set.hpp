// Bodies as level sets: where a function that is known on a grid is negative.
//
// Every cell is cut into simplices along its main diagonal (six tetrahedra, two triangles), on each of which the
// function is taken as linear: the boundary passes through edges where the sign changes. Neighbours cut the face that
// they share the same way, so that the boundary closes.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "geometry/closed_mesh.hpp"

namespace floc {

// Nodes at low + (i, j, k)·spacing, numbered along x first.
struct LevelGrid {
  int dimension = 3;
  std::array<int, 3> count{1, 1, 1};
  Vec3 low{}, spacing{{1, 1, 1}};
  std::vector<double> value;
};

// The boundary of {value < 0}, seen from outside. An Error says where the grid has no body, or cuts it.
ClosedMesh zero_level(const LevelGrid& grid);

// A legacy VTK file: ASCII, DATASET STRUCTURED_POINTS with DIMENSIONS, ORIGIN and SPACING, one scalar a point. In the
// plane the third dimension is 1. An Error names the line.
LevelGrid parse_level_grid(std::string_view text, int dimension);

}  // namespace floc

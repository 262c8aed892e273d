// Geodesic distance in the plane by fast marching.
//
// T solves the eikonal equation |∇T| = 1/speed with T = 0 on the exits, on the part of a square grid that
// is floor; walls cannot be crossed. With speed 1 it is the length of the shortest way out.
//
// Nodes are accepted in the order of T (a heap). A node takes upwind differences from its accepted
// neighbours: of second order where the neighbour behind is accepted too and not further from the exit
// ((3T − 4T₁ + T₂)/2h), of first order otherwise. An edge of the grid that a wall cuts is not there.
//
// Two places would spoil the order, because shortest ways fan out of a point there: the ends of an exit,
// and every corner of a wall that ways bend round. Within `radius` of them (a length that does not shrink
// with the grid) nodes take what is known exactly: the distance to a visible exit, and in the shadow of a
// corner c that the front has reached T(c) + |x − c|. Both need speed 1; with a speed that varies the
// radius is two spacings, exits only, and the order is one.
//
// With a clearance T is the length of the shortest way for the centre of a disc that wide: walls have a strip
// about them, and ways bend round corners on a circle, which is as well known (T at its beginning, and the arc,
// and the tangent).
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "geometry/lines.hpp"

namespace floc {

// Nodes at low + spacing·(i, j), i < nx, j < ny, numbered along x first.
struct PlaneGrid {
  Vec2 low{};
  double spacing = 1;
  int nx = 0, ny = 0;

  std::size_t nodes() const { return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny); }
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
  }
  Vec2 at(std::size_t n) const {
    const auto row = static_cast<std::size_t>(nx);
    return low + spacing * Vec2{{static_cast<double>(n % row), static_cast<double>(n / row)}};
  }
};

struct MarchingProblem {
  PlaneGrid grid;
  std::vector<char> floor;    // a node: people may be there
  LineSet walls;
  std::vector<Line> exits;    // T = 0
  double radius = 0;          // of what is exact about exits and corners
  double clearance = 0;       // ways come no nearer to a wall (nodes that do are no floor, whatever `floor` says)
  std::vector<double> speed;  // a node; empty: 1
};

struct DistanceField {
  PlaneGrid grid;
  std::vector<double> value;   // T a node; ∞ where no exit can be reached
  std::vector<Vec2> gradient;  // ∇T a node, by the differences (or the straight way) it was found with
  std::size_t unreached = 0;   // nodes of the floor with T = ∞

  bool reached(std::size_t n) const { return value[n] < std::numeric_limits<double>::infinity(); }
};

// Throws Error for a grid without nodes or spacing, arrays of the wrong size and speeds that are not positive.
DistanceField march(const MarchingProblem& problem);

}  // namespace floc

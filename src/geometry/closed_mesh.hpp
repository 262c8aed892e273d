// The boundary of a solid body: triangles in space, segments in the plane, that close without a gap.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "geometry/moments.hpp"

namespace floc {

// In the plane the third index of a piece is not used, and pieces run anticlockwise round the body. In space they are
// seen anticlockwise from outside.
struct ClosedMesh {
  int dimension = 3;
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> pieces;
};

// Checks that every edge (in the plane: point) has one piece on each side, that all are turned the same way, and that
// none is degenerate; an Error says which is not, by the numbers of points and pieces, counted from 1. A mesh that is
// inside out as a whole is turned round. In the plane it must not cross itself.
ClosedMesh check_closed(ClosedMesh mesh);

// The part of that which an open mesh has to pass: pieces have their points, and an area (length).
void check_pieces(const ClosedMesh& mesh);

// The polygon through the corners in order, convex or not.
ClosedMesh closed_polygon(const std::vector<Vec3>& corners);

Moments moments(const ClosedMesh& mesh);  // exact

// The nearest point of the boundary, and which side of it x is on: by the mean normal of the pieces that meet there,
// weighted with their angles (Bærentzen and Aanæs).
class NearestOnMesh {
 public:
  explicit NearestOnMesh(ClosedMesh mesh);
  const ClosedMesh& mesh() const { return mesh_; }

  struct Found {
    double square = 0;  // of the distance
    Vec3 point{};
    Vec3 normal{};  // of what is nearest; not unit
  };
  Found nearest(std::size_t piece, const Vec3& x) const;
  // Signed, negative inside.
  static double distance(const Found& found, const Vec3& x) {
    const double d = std::sqrt(found.square);
    return dot(found.normal, x - found.point) < 0 ? -d : d;
  }
  // Pieces that share a point with this one, itself left out.
  const std::vector<int>& around(std::size_t piece) const { return around_[piece]; }

 private:
  Found on_segment(std::size_t piece, const Vec3& x) const;
  Found on_triangle(std::size_t piece, const Vec3& x) const;

  ClosedMesh mesh_;
  std::vector<Vec3> piece_normal_, point_normal_;
  std::vector<std::array<Vec3, 3>> edge_normal_;  // of the edge from corner k to the next
  std::vector<std::vector<int>> around_;
};

}  // namespace floc

// The boundary of a solid body: triangles in space, segments in the plane, that close without a gap.
#pragma once

#include <array>
#include <cmath>
#include <span>
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

Moments moments(const ClosedMesh& mesh);         // exact
double bounding_radius(const ClosedMesh& mesh);  // of the ball about 0

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
  // The square of the distance alone; where that is not below `most`, any number that is not.
  double square(std::size_t piece, const Vec3& x, double most) const;
  // Signed, negative inside.
  static double distance(const Found& found, const Vec3& x) {
    const double d = std::sqrt(found.square);
    return dot(found.normal, x - found.point) < 0 ? -d : d;
  }
  // Pieces that share a point with this one, itself left out.
  std::span<const int> around(std::size_t piece) const {
    return {around_.data() + first_around_[piece], around_.data() + first_around_[piece + 1]};
  }
  // Whether all pieces around this one lie beyond the plane through the point that was found on it, across the way to
  // x: then none of them is nearer.
  bool hides(std::size_t piece, const Found& found, const Vec3& x) const;

 private:
  Found on_segment(std::size_t piece, const Vec3& x) const;
  Found on_triangle(std::size_t piece, const Vec3& x) const;

  // A piece in its own frame: corners at 0, (length, 0) and, of a triangle, third.
  struct Frame {
    Vec3 origin{}, along{}, across{}, normal{};
    double length = 0, third[2]{0, 0};
    double inverse[3]{0, 0, 0};  // of the squares of the lengths of the sides
  };
  static Frame frame_of(const ClosedMesh& mesh, std::size_t piece, const Vec3& normal);
  void find_surroundings(const std::vector<std::vector<int>>& at_point);

  ClosedMesh mesh_;
  std::vector<Frame> frame_;
  std::vector<Vec3> point_normal_;
  std::vector<std::array<Vec3, 3>> edge_normal_;  // of the edge from corner k to the next
  // Pieces around each piece, and the corners of theirs that are not its own.
  std::vector<std::size_t> first_around_, first_corner_;
  std::vector<int> around_, corner_;
};

}  // namespace floc

// What contacts ask of a closed mesh: exact distances, and the edges and points at which it can touch something sharp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/ball_tree.hpp"
#include "geometry/closed_mesh.hpp"

namespace floc {

// Where two pieces meet at an angle; in the plane a piece itself. Edges of a flat face that was cut into triangles are
// none.
struct BoundaryEdge {
  std::array<int, 2> point{};
  Vec3 at{}, along{};  // the first point, and the unit vector to the second
  double length = 0;
  // Of the two pieces the outer normals, and the ways into them across the edge.
  std::array<Vec3, 2> normal{}, into{};
  bool convex = false;
};

class BoundaryFeatures {
 public:
  explicit BoundaryFeatures(ClosedMesh mesh);

  const NearestOnMesh& nearest() const { return nearest_; }
  const ClosedMesh& mesh() const { return nearest_.mesh(); }
  const std::vector<BoundaryEdge>& edges() const { return edges_; }  // convex ones first
  const BallTree& edge_tree() const { return edge_tree_; }
  const BallTree& convex_edge_tree() const { return convex_edge_tree_; }
  const BallTree& piece_tree() const { return piece_tree_; }
  // Points at which an edge begins or ends, and their tree: the others lie inside flat faces.
  const std::vector<int>& corners() const { return corners_; }
  const BallTree& corner_tree() const { return corner_tree_; }

  // The nearest point of the boundary, if it is nearer than `most`.
  struct Place {
    bool found = false;
    double distance = 0;  // signed
    Vec3 normal{};        // its gradient
    Vec3 point{};
    std::size_t piece = 0;
  };
  Place place(const Vec3& x, double most) const;
  // x as it is seen from piece k.
  Place place_on(std::size_t k, const Vec3& x) const;
  // Whether piece k has a point that is nearer to x than all its surroundings.
  bool is_minimum(std::size_t k, const Vec3& x) const;

  // The sine of the slope at which a side still counts as one that another lies on.
  static constexpr double slack = 0.2;
  // Whether the point is the body's furthest nearby along the unit vector `out`, but for a small slope: then something
  // that comes from there touches it first.
  bool sticks_out(int point, const Vec3& out) const;
  static bool sticks_out(const BoundaryEdge& edge, const Vec3& out);

  double size() const { return size_; }  // of the ball about 0 that holds it

 private:
  NearestOnMesh nearest_;
  double size_ = 0;
  std::vector<BoundaryEdge> edges_;
  std::vector<int> corners_;
  // Ways from each point to those that share a piece with it.
  std::vector<std::size_t> first_way_;
  std::vector<Vec3> way_;
  BallTree edge_tree_, convex_edge_tree_, piece_tree_, corner_tree_;
};

}  // namespace floc

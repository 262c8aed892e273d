// Convex polygons and polyhedra, with what contacts ask for: corners, faces with unit normals, edges with their two
// faces, and which faces meet at a corner.
//
// In the plane a face is a side, with its two corners, and there are no edges. (A side of the plane and a face of
// space are both where the body is flat.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/shape.hpp"

namespace floc {

class Polytope final : public Shape {
 public:
  struct Edge {
    int corner[2];
    int face[2];  // left and right of the way from the first corner to the second
    // What they are, side by side in memory: the normals of the faces, the first corner, and the way to the second.
    Vec3 left, right, at, along;
  };

  // A polygon (corners anticlockwise) or a polyhedron (faces anticlockwise seen from outside), about its centre of
  // mass.
  Polytope(std::vector<Vec3> corners, std::vector<std::vector<int>> faces, int dimension, double rounding);

  const std::vector<Vec3>& corners() const { return corners_; }
  const std::vector<Edge>& edges() const { return edges_; }
  std::size_t faces() const { return normals_.size(); }
  const Vec3& normal(std::size_t face) const { return normals_[face]; }
  double level(std::size_t face) const { return levels_[face]; }  // normal · corner
  std::span<const int> face(std::size_t f) const { return slice(face_corner_, face_begin_, f); }
  std::span<const int> faces_at(std::size_t corner) const { return slice(corner_face_, corner_begin_, corner); }

  // Faces that share an edge (in the plane: a corner) with face f.
  std::span<const int> neighbours(std::size_t f) const { return slice(neighbour_, neighbour_begin_, f); }

  int furthest(const Vec3& n) const;  // corner
  Vec3 core_support(const Vec3& n) const override { return corners_[static_cast<std::size_t>(furthest(n))]; }
  Moments moments() const override;
  Mesh mesh(int resolution) const override;
  ShapePtr rounded(double more) const override;
  // The same body after x → pose.to_local(x), with `more` rounding.
  std::shared_ptr<const Polytope> seen_from(const Pose& pose, double more) const;

 private:
  static std::span<const int> slice(const std::vector<int>& all, const std::vector<int>& begin, std::size_t k) {
    return {all.data() + begin[k], static_cast<std::size_t>(begin[k + 1] - begin[k])};
  }
  void find_edges(std::vector<std::vector<int>>& faces_at_corner);
  std::vector<std::vector<int>> face_lists() const;
  Mesh rounded_outline(int resolution) const;
  Mesh rounded_surface(int resolution) const;

  std::vector<Vec3> corners_, normals_;
  std::vector<double> levels_;
  std::vector<int> face_begin_, face_corner_;     // corners of each face
  std::vector<int> corner_begin_, corner_face_;   // faces at each corner, anticlockwise seen from outside in space
  std::vector<int> neighbour_begin_, neighbour_;  // faces beside each face
  std::vector<Edge> edges_;
};

}  // namespace floc

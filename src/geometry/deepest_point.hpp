// The deepest point of edges in a body from a mesh.
#pragma once

#include <algorithm>

#include "geometry/field_body.hpp"

namespace floc {

// A part of a straight line: an edge of one body in the other's frame.
struct Line {
  Vec3 from, along;
  double begin, end;  // along it

  Vec3 at(double s) const { return from + s * along; }
  // Whether the ball comes nearer than `reach`.
  bool near(const Vec3& centre, double radius, double reach) const {
    const Vec3 apart = centre - at(std::clamp(dot(centre - from, along), begin, end));
    return radius + reach >= 0 && dot(apart, apart) <= (radius + reach) * (radius + reach);
  }
};

// Asked for edges one after the other, in the frame of the body before it was scaled.
class DeepestPoint {
 public:
  // A point counts only if it is deeper by more than a hundredth than what is `known` (signed; infinity: nothing).
  DeepestPoint(const FieldBody& body, double known);

  // Whether this edge has a deeper point than any before.
  bool look_along(const Line& edge);

  bool found() const { return place_.found; }
  const Vec3& at() const { return at_; }
  const BoundaryFeatures::Place& place() const { return place_; }

 private:
  void look_between(const Line& edge, double begin, double end);
  bool is_deeper(double distance) const { return distance < 1.01 * deepest_ - smallest_; }

  const FieldBody& body_;
  const BoundaryFeatures& boundary_;
  double deepest_, smallest_;
  Vec3 at_{};
  BoundaryFeatures::Place place_;
};

}  // namespace floc

// Gap, normal and nearest points of two bodies of any shape.
//
// For convex bodies A and B the signed gap is
//
//   D = max over unit n of  n·(c_A − c_B) − h_A(−n) − h_B(n),
//
// h the support functions about the centres c: the distance where they are apart, minus the least way out where they
// overlap. It is continuous in the poses, and the same for A, B and for B, A with the normal turned round. The
// derivative of D in the poses is the normal at the nearest points (envelope theorem): what a contact row needs.
//
// Bodies with flat sides touch at several points. They share the normal; the smallest of their gaps is D. Which pair of
// kinds is done by which function is the table in nearest.cpp; docs/theory/shapes.md has the mathematics.
#pragma once

#include <array>
#include <cstdint>

#include "geometry/shape.hpp"

namespace floc {

struct ContactPoint {
  double gap = 0;             // signed: negative where they overlap
  Vec3 normal{};              // unit, from the second body to the first
  Vec3 first{}, second{};     // points of the two bodies, in the world; first − second = gap·normal
  std::uint32_t feature = 0;  // which point of the pair it is (corner, edge, face of each): stays from step to step
};

// A list of fixed size, since a step allocates nothing.
struct ContactPoints {
  static constexpr int most = 8;
  std::array<ContactPoint, most> point;
  int size = 0;

  void add(const ContactPoint& p) {
    if (size < most) point[static_cast<std::size_t>(size++)] = p;
  }
  const ContactPoint* begin() const { return point.data(); }
  const ContactPoint* end() const { return point.data() + size; }
};

// The points of the pair with gaps below `cutoff`; none when the bodies are farther apart. In space at most four of a
// pair of convex bodies, in the plane two. `start` is the normal that the pair had last, or 0: a place to begin from,
// which changes the answer by no more than rounding.
void nearest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double cutoff, const Vec3& start,
             ContactPoints& out);

// Against the half-space {normal·(x − point) ≤ 0}, as the second body; exact for every shape. Polytopes touch it at
// their corners.
void nearest_half_space(const Shape& a, const Pose& pose_a, const Vec3& point, const Vec3& normal, double cutoff,
                        ContactPoints& out);

// Against the surface of an obstacle at its pose, as the second body, by its signed distances. Exact for spheres, for
// half-spaces, and for polytopes and capsules inside containers (whose distance is concave); a local minimum for other
// convex bodies, with the corners of flat ones. A thin wall has two sides, both positive: which side a body is on is
// not seen.
void nearest_surface(const Shape& a, const Pose& pose_a, const Surface& surface, const Pose& pose_s, double cutoff,
                     ContactPoints& out);
// The same as exactly as the surface allows: as a half-space or as a solid where it is one.
void nearest_obstacle(const Shape& a, const Pose& pose_a, const Surface& surface, const Pose& pose_s, double cutoff,
                      ContactPoints& out);

}  // namespace floc

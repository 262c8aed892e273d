// The surfaces there are, by name. In dimension d < 3 the missing coordinates are zero and ignored.
//
// Throws Error for shapes without an extent (a segment with a = b, a radius of 0) and numbers that
// are not finite. Where d has no gradient (the centre of a ball, a point on a thin wall, an edge) one
// of its subgradients is taken, always the same.
#pragma once

#include "geometry/shape.hpp"
#include "geometry/surface.hpp"

namespace floc {

// Grains live on the side that `normal` points to.
SurfacePtr half_space(const Vec3& point, const Vec3& normal);
// Thin two-sided walls: a segment (2D), a rectangle, a disc and a triangle (3D).
SurfacePtr segment(const Vec3& a, const Vec3& b);
SurfacePtr rectangle(const Vec3& corner, const Vec3& edge1, const Vec3& edge2);
SurfacePtr disc(const Vec3& centre, const Vec3& normal, double radius);
SurfacePtr triangle(const Vec3& a, const Vec3& b, const Vec3& c);
// A solid box seen from outside; in dimension d only the first d coordinates count.
SurfacePtr solid_box(const Vec3& low, const Vec3& high, int dimension);
// A ball (a disc in 2D) seen from outside, and a spherical container seen from inside (concave).
SurfacePtr ball(const Vec3& centre, double radius, int dimension);
SurfacePtr ball_inside(const Vec3& centre, double radius, int dimension);
// A solid cylinder from a to b with flat ends (3D), and the round wall of a drum seen from inside,
// without its ends (concave). The wall of the drum acts beyond a and b too, which say how much of it
// is drawn; half-spaces or discs close it.
SurfacePtr cylinder(const Vec3& a, const Vec3& b, double radius);
SurfacePtr cylinder_inside(const Vec3& a, const Vec3& b, double radius);
// A flat end of such a drum, seen from inside: a half-space, drawn as a disc.
SurfacePtr drum_end(const Vec3& centre, const Vec3& normal, double radius);
// A convex body in its place, seen from outside.
SurfacePtr solid_shape(PlacedShape placed);

}  // namespace floc

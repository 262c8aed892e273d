// The convex shapes there are. Factories throw Error for sizes that are not positive and points that make no body.
#pragma once

#include <vector>

#include "geometry/shape.hpp"

namespace floc {

ShapePtr make_sphere(double radius, int dimension);  // a disc in the plane
// From −length/2 to length/2 on the x axis, swept with a ball (in the plane: a stadium).
ShapePtr make_capsule(double length, double radius, int dimension);
ShapePtr make_ellipsoid(const Vec3& semi_axes);  // 3D
ShapePtr make_ellipse(double a, double b);
// (|x/a|^m + |y/b|^m)^(n/m) + |z/c|^n ≤ 1 with n = `polar`, m = `equatorial`; and |x/a|^m + |y/b|^m ≤ 1 in the plane.
// Exponents above 1 up to 20: 2 is the ellipsoid, large ones are boxes with round edges.
ShapePtr make_superellipsoid(const Vec3& semi_axes, double polar, double equatorial);
ShapePtr make_superellipse(double a, double b, double exponent);
ShapePtr make_box(const Vec3& sides);  // 3D
ShapePtr make_rectangle(double width, double height);
// The convex polygon with these corners in order, clockwise or not; corners on a straight side are left out. An Error
// says which corner is wrong where it crosses itself, is not convex, or has no area.
PlacedShape make_polygon(std::vector<Vec3> corners);
// The convex hull of points; faces are found, coplanar triangles are one face.
PlacedShape make_polyhedron(const std::vector<Vec3>& points);
// Any convex shape swept with a ball of radius `more`, which makes it larger. A shape without symmetry gets a new
// centre of mass and new axes.
PlacedShape make_rounded(const ShapePtr& shape, double more);

}  // namespace floc

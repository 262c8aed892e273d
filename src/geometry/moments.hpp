// Mass properties of rigid bodies of density one, by integrals that add up over disjoint parts.
//
//   volume ∫ 1,   first moment ∫ x,   second moment S = ∫ x xᵀ,   inertia tr(S) I − S about the centre of mass.
//
// In the plane a part lies in z = 0, ∫ runs over an area, and the polar moment is the last entry of the inertia.
// Everything here is in closed form.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/vec.hpp"
#include "geometry/pose.hpp"

namespace floc {

using Matrix3 = std::array<Vec3, 3>;  // rows

struct MassProperties {
  double volume = 0;  // area in the plane
  Vec3 centre{};      // of mass
  Matrix3 inertia{};  // about the centre
};

struct Moments {
  double volume = 0;
  Vec3 first{};
  Matrix3 second{};

  Moments& operator+=(const Moments& o);
  Moments& operator-=(const Moments& o);
  friend Moments operator*(double s, Moments m);
};

Moments moved(const Moments& moments, const Pose& pose);  // of the part after x → pose.to_world(x)
MassProperties mass_properties(const Moments& moments);

// The turn that makes the inertia diagonal, as a pose about 0 that takes principal to given coordinates. The identity
// where it is diagonal to rounding; otherwise the axes are those nearest to the given ones.
Pose principal_axes(const MassProperties& properties);

// a bᵀ + b aᵀ, and s·a aᵀ added to m.
Matrix3 symmetric_product(const Vec3& a, const Vec3& b);
void add_square(Matrix3& m, double s, const Vec3& a);

// The cone over a triangle (in the plane: over a segment) with its tip at 0, signed: summed over a closed surface
// that is seen anticlockwise from outside they give the moments of what it encloses (divergence theorem).
Moments cone_moments(const Vec3& a, const Vec3& b, const Vec3& c);
Moments cone_moments(const Vec3& a, const Vec3& b);

// What a ball of radius r adds that rolls round a convex body: over a face the prism, at an edge the sector of a
// cylinder between two normals, at a corner the sector of the ball between the normals of its faces.
Moments prism_moments(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal, double r);
Moments edge_strip_moments(const Vec3& a, const Vec3& b, const Vec3& normal, double r);  // in the plane
Moments cylinder_sector_moments(const Vec3& a, const Vec3& b, const Vec3& normal1, const Vec3& normal2, double r);
Moments disc_sector_moments(const Vec3& at, const Vec3& normal1, const Vec3& normal2, double r);
// Normals anticlockwise seen from outside, at least three.
Moments ball_sector_moments(const Vec3& at, std::span<const Vec3> normals, double r);

}  // namespace floc

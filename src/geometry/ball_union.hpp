// Moments of the union of balls (of discs in the plane), however many of them overlap at a place.
//
// In the plane by Green's theorem along the arcs of the circles that no other disc covers. In space the union is cut
// into slices across z, each of them discs; between the heights where their arcs come and go (ends of balls, of the
// circles where two meet, and points where three meet) the slices are smooth but for square roots at the ends, which z
// = a + (b − a) sin²(πt/2) takes away: Gauss's rule in t is then exact to rounding.
#pragma once

#include <vector>

#include "geometry/moments.hpp"

namespace floc {

struct BallAt {
  Vec3 centre;
  double radius;
};

Moments union_moments(const std::vector<BallAt>& balls, int dimension);

}  // namespace floc

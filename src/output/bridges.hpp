// Where the bridges of a frame are: what pictures and exports draw of them.
#pragma once

#include <span>
#include <vector>

#include "geometry/obstacle.hpp"
#include "output/snapshot.hpp"

namespace floc {

// From the centre of the first body to that of the nearest image of the second, or to the nearest point of
// the obstacle; the radii are those of the ends (0 on an obstacle).
struct BridgeLine {
  Vec3 from{}, to{};
  double from_radius = 0, to_radius = 0;

  double gap() const { return norm(to - from) - from_radius - to_radius; }
  double width() const;  // of the liquid as drawn: 1.3 radii of the smaller grain
};

// One a bridge, in their order; those of bodies without a place, or with obstacles that
// are not shown, are left out.
std::vector<BridgeLine> bridge_lines(const Snapshot& frame, std::span<const Obstacle> obstacles);

}  // namespace floc

// Where the contacts and the bridges of a frame are: what pictures and exports draw of them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "geometry/obstacle.hpp"
#include "output/snapshot.hpp"

namespace floc {

// From the centre of the first body to that of the nearest image of the second, or to the nearest point of
// the obstacle; the radii are those of the ends (0 on an obstacle).
struct PairLine {
  Vec3 from{}, to{};
  double from_radius = 0, to_radius = 0;
  std::size_t first = 0;                // rows of the frame
  std::optional<std::size_t> second{};  // none: an obstacle
  std::size_t pair = 0;                 // its index among the contacts or bridges of the frame

  double gap() const { return norm(to - from) - from_radius - to_radius; }

  // The liquid of a bridge as drawn: a band across the gap that reaches a little into both grains, wide enough to be
  // seen. Its volume is not that of the bridge, which the frame does not know.
  struct Neck {
    Vec3 from{}, to{};
    double width = 0;
  };
  Neck neck() const;
};

// One a contact or bridge, in their order; those of bodies without a place, or with obstacles that
// are not shown, are left out.
std::vector<PairLine> contact_lines(const Snapshot& frame, std::span<const Obstacle> obstacles);
std::vector<PairLine> bridge_lines(const Snapshot& frame, std::span<const Obstacle> obstacles);

}  // namespace floc

// A pour: bodies that enter a region over time, each when there is room for it.
//
// Body k is due at start + k/rate. A due body tries places drawn from (seed, body, step, try) in the
// region until one is free of overlap, otherwise it waits for the next step. A feed that keeps a number of bodies
// lets in as many as are missing.
#pragma once

#include <cstdint>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "geometry/obstacle.hpp"

namespace floc {

struct Feed {
  double start = 0;
  double rate = 0;        // bodies a unit of time; may be infinite
  std::int64_t keep = 0;  // nobody enters while there are so many bodies; 0: however many there are
  Vec3 low{}, high{};     // region of the whole spheres
  Bodies pending;         // who is to come, in order

  // Gives back what is not needed of those to come: positions, ids, and all
  // velocities and groups but one where they agree.
  void compact();
  // Adds the bodies that are due at time t and find room, after the `entered` first ones. Returns how many entered.
  std::size_t feed(Bodies& bodies, std::size_t entered, const Domain& domain, const Obstacles& obstacles,
                   std::uint64_t seed, double t, std::int64_t step) const;
};

}  // namespace floc

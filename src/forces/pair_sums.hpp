// What a force between pairs came to at given positions: the force on each body, and the energy.
//
// The energy at the end of a step and the force at the beginning of the next are sums over the same pairs.
// They are made in one visit (forces/pair_sum_kernels.hpp), and kept with the positions they belong to: whoever asks
// again at the same ones is told at once. This is no part of the state, since it is made anew with the same bits.
#pragma once

#include <cstddef>
#include <vector>

namespace floc {

struct Scenery;

struct PairSums {
  static constexpr std::size_t stride = 4;  // of a body in `place`

  std::vector<double> place;  // of each body its position, 0 where space has fewer dimensions, and its radius
  std::vector<double> force;  // N × d
  double energy = 0;

  // Brings the places up to the bodies, with one more that is within no range. False when nothing changed.
  bool take_places(const Scenery& scenery);
};

}  // namespace floc

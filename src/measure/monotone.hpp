// The nearest non-decreasing sequence, and with it the exact motion of sticky blocks on a line.
#pragma once

#include <span>
#include <vector>

#include "core/bodies.hpp"

namespace floc {

// argmin Σ w_i (y_i − z_i)² over z_1 ≤ z_2 ≤ …, by pooling adjacent violators: O(n), exact. w_i > 0.
std::vector<double> nearest_monotone(std::span<const double> y, std::span<const double> w);

// Blocks on a line that stick when they meet, without a force (GRAN 20–21): the positions at time t,
//
//   x(t) = P_K(x⁰ + t v⁰),   K = {x_{i+1} − x_i ≥ r_i + r_{i+1}},
//
// projected in the norm of the masses, whatever collisions happen on the way. Less the offsets of the
// packed row, K is the cone of non-decreasing sequences. Bodies in dimension 1, in order of position.
std::vector<double> sticky_blocks(const Bodies& initial, double t);

}  // namespace floc

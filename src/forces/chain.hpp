// Chains of beads (GRAN 30), open, or closed to a loop (a red cell): with ℓ the rest length of a link,
//
//   V = k/2 Σ (|x_{i+1} − x_i| − ℓ)² + k_a/2 Σ cos θ_i,   cos θ_i = a·b,
//
// a and b the unit vectors from bead i to its two neighbours in the chain. Straight is the minimum of
// the bending energy, cos θ = −1; its rigidity is EI = k_a ℓ/2. In a loop of equal links the minimum is
// the regular polygon. The derivatives are
//
//   ∂/∂x_{i+1} of k/2 (L − ℓ)²   =  k (L − ℓ) b,       L = |x_{i+1} − x_i|,
//   ∂/∂x_{i+1} of k_a/2 cos θ_i  =  k_a/2 (a − cos θ_i b)/L,
//
// so that every term gives no net force and no net torque.
//
// Explicit. The stiffest modes of a chain have Ω² ≤ 4k/m and Ω² ≤ 8k_a/(mℓ²), and without damping the
// step is stable for hΩ < 2:  h < 1/√(k/m + 2k_a/(mℓ²)).  Links that need to be stiffer than that are
// better rigid: bonds (contact/bonds.hpp) in place of springs, k = 0.
#pragma once

#include <cstdint>
#include <vector>

#include "forces/force.hpp"

namespace floc {

struct Chain {
  std::vector<std::int64_t> beads;  // by id (Bodies::id), along the chain
  bool closed = false;              // the last bead is linked to the first
  double length = 0;                // ℓ
  double stretching = 0;            // k
  double bending = 0;               // k_a
};

// Any number of chains; a bead may be in several. A chain is cut where a bead is gone. Throws Error.
ForcePtr chains(std::vector<Chain> chains);

}  // namespace floc

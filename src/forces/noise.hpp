// White noise (AGG 4.3): M dV = … + σ dw, a Wiener process a component of each body.
//
//   M V* ← M V* + σ √h W,   without inertia   M V* ← M V* + σ W/√h,   W standard normal.
//
// W is a function of (seed, id of the body, tick of the step): of nothing that threads, the order of the
// bodies or a restart could change. The path w is the same however a step is cut: W of a whole step is drawn, and
// those of its halves are (W + Z)/√2 and (W − Z)/√2, Z standard normal, so that σ√(h/2) times both adds up to σ√h W
// (a Brownian bridge). A step that is undone and made again in parts therefore draws nothing anew, and its
// being refused, which may depend on W, makes no difference to the law. With drag this is Langevin's equation: per component and for mass 1,
// ⟨v²⟩ → σ²τ/2 and ⟨|Δx|²⟩/2t → σ²τ²/2; without inertia the step is Euler–Maruyama's, dx = (σ/m) dw.
#pragma once

#include <cstdint>

#include "core/groups.hpp"
#include "forces/force.hpp"

namespace floc {

struct NoiseParameters {
  static constexpr std::string_view kind = "noise", help = "white noise; with drag, Langevin's equation";
  double sigma = 0;          // σ, force · √time
  GroupSet groups = {};      // what it acts on
  std::uint32_t stream = 0;  // noises of one run with different numbers are independent

  void declare(Table& t);
  ForcePtr make(const ForceContext& context) const;
};

ForcePtr noise(NoiseParameters parameters);

}  // namespace floc

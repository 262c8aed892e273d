// Attraction of short range (AGG 2.8–2.9): F = −Σ ∇W(D_ij),  W(D) = κ tanh(D/ε).
//
// A pair pulls with (κ/ε) sech²(D/ε): κ/ε at contact, and next to nothing beyond a few ε. It ends at the
// cut-off D_c, beyond which the force is exactly 0; the potential is shifted there, so that it is
// continuous and 0 for pairs that do not feel each other:
//
//   W(D) = κ (tanh(D/ε) − tanh(D_c/ε))  for D < D_c,   0 beyond.
//
// At the default D_c = 6ε what is cut off is 2.5e-5 of the force at contact; at 19ε it is below rounding.
#pragma once

#include <optional>

#include "core/groups.hpp"
#include "forces/force.hpp"

namespace floc {

enum class Between { all, same_group, different_groups };

struct AttractionParameters {
  static constexpr std::string_view kind = "attraction", help = "attraction of short range, κ tanh(D/ε)";
  double kappa = 0;                   // κ, an energy
  double epsilon = 1;                 // ε, a length
  std::optional<double> cutoff = {};  // D_c, a length; 6ε when not given
  GroupSet groups = {};               // both bodies of a pair are of these groups, …
  Between between = Between::all;     // … and of the same one, or of different ones
  double root_of = 0;                 // a time by whose root κ is divided, as AGG does with h beside noise; 0: none

  void declare(Table& t);
  ForcePtr make(const ForceContext&) const;
};

ForcePtr attraction(AttractionParameters parameters);

}  // namespace floc

// Algorithm 3.3 of GLUEY to the letter, for comparison with `gluey`: a glued contact is an equality,
//
//   D + hGV = 0 where γ < 0,   D + hGV ≥ 0 elsewhere;   γ⁺ = min(0, γ − Rhλ).
//
// Where a contact lets go within a step, the impulse beyond the stored one is lost: it stays for the
// whole step. In a cluster with more contacts than degrees of freedom the equalities may contradict
// each other, by as little as the tolerance; the compliance of the projection settles it.
#pragma once

#include "contact/gluey.hpp"

namespace floc {

struct GlueyReferenceParameters : GlueyParameters {
  static constexpr std::string_view kind = "gluey-reference",
                                    help = "gluey with equality rows, to the letter of the paper; for comparison";
  LawPtr make(const LawContext&) const;
};

LawPtr gluey_reference(const GlueyParameters& parameters);

}  // namespace floc

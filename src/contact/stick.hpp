// Sticking for good: bodies that touch keep their distance ever after (aggregates that never break).
//
// A contact is stuck from the step on that leaves its gap within half the tolerance; it is then an
// equality, λ_min = −∞. Only the distance is held: a stuck pair still rolls, round each other and
// along a wall.
//
// A cluster with more contacts than degrees of freedom has equalities that contradict each other as
// soon as its gaps are not exactly those of a real arrangement, be it by the solver's tolerance;
// multipliers would grow as (contradiction)/δ. So that the rows never contradict each other,
//
//   the row of a stuck contact is  −Gw + hGV = 0,   w = argmin |s + Gw|²,
//
// where s is the gap beyond half the tolerance, and the motion of an obstacle in the step. A gap within
// half the tolerance is left as it is: in a cluster at rest s = 0 and the rows are GV = 0. Whatever w
// is, V = w/h satisfies all rows: multipliers are bounded by what acts on the cluster, for any h.
// The solver has a quarter of the tolerance; the last quarter is for gaps that cannot all be had.
//
// w is sought by conjugate gradients on the least squares in the metric of the masses (CGLS). Stopped
// early, it corrects less; the rows agree all the same.
#pragma once

#include "contact/law.hpp"

namespace floc {

struct StickParameters {
  static constexpr std::string_view kind = "stick", help = "bodies that touch stay together for good";
  void declare(Table& t);
  LawPtr make(const LawContext&) const;
};

LawPtr stick();

}  // namespace floc

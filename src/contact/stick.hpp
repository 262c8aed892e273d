// Sticking for good: bodies that touch keep their distance ever after (aggregates that never break).
//
// A contact is stuck from the step on that leaves its gap within half the tolerance; it is then an
// equality, λ_min = −∞. Only the distance is held: a stuck pair still rolls, round each other and
// along a wall.
//
// A cluster with more contacts than degrees of freedom has equalities that contradict each other as
// soon as its gaps are not exactly those of a real arrangement, be it by the solver's tolerance;
// multipliers would grow as (contradiction)/δ. And bodies that go far in a step turn round each other by so much that their
// gaps open, and to close them they would run into others. So the row of a stuck contact is  −Gw + hGV = 0, with a w
// that closes what can be closed and satisfies all other rows (stuck_gaps.hpp): V = w/h is a solution, multipliers are
// bounded by what acts on the cluster, for any h. A gap within half the tolerance is left as it is: in a cluster at
// rest w = 0 and the rows are GV = 0. (An obstacle that presses a cluster against another leaves no solution, here as with
// every law.) The solver has a quarter of the tolerance; the last quarter is for gaps that cannot all be had.
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

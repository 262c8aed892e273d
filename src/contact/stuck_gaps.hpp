// The gaps that rows of stuck contacts work with, so that no rows contradict each other (internal to stick.hpp).
//
// The row of a stuck contact is  −Gw + hGV = 0.  Whatever w is, the stuck rows agree: V = w/h satisfies them all. For the
// other rows to agree as well, V = w/h has to satisfy those, too: D + Gw ≥ 0. With w = 0 it does. So
//
//   w = m + θu,   m = argmin |s_m + Gm|²,   u = argmin |s + Gm + Gu|²,
//
// where s_m is what obstacles move in the step and the overlap beyond half the tolerance, s that and the gap beyond it, and
// θ ≤ 1, one for each cluster of bodies that are stuck together, the largest with which u takes no more room from any row than
// there is. A gap that finds no room in one step is closed in a later one.
//
// m and u are sought by conjugate gradients on GᵀG, preconditioned by the masses. Stopped early, they correct less;
// the rows agree all the same.
#pragma once

#include <span>

#include "contact/law.hpp"

namespace floc {

// gap[c] = −(Gw)_c for the contacts that remember something; the others stay as they are. Gaps within `left` of the
// tolerance have s = 0; overlaps are brought to no more than `most` of it.
void reconcile_stuck_gaps(const Contacts& contacts, const ContactStep& step, const LeftAlone& left, double most,
                          std::span<double> gap);

}  // namespace floc

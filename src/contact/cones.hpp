// What a contact law says of its rows: in which cone the multiplier lies, and which gap the row works with.
//
//   λ ≥ λ_min,   D̂ + hGV ≥ 0,   (λ − λ_min)(D̂ + hGV) = 0
//
// D̂ is the target gap. It is the gap D unless the law, or the rule for overlaps below, says otherwise.
//
// **Overlaps are no source of speed.** A solve leaves overlaps within the tolerance. Taken back in the next step, an
// overlap o is the speed o/h, which has no bound as h → 0: two discs that meet with relative speed 1 would part with 12 at
// h = 1e-5. So the tolerance is a speed as well as a length. With w the largest speed that the rows have to take from V*,
//
//   ℓ = min(r̄, 100 h w)   is the length that the tolerance of a step is measured in
//
// (10 h w at a tolerance of 1e-2: never more than a tenth of w):
//
// a row is left violated by at most tolerance·ℓ, and takes back at most as much of an overlap that is within the tolerance,
// tolerance·r̄. Overlaps therefore stay within it, and errors of velocities are a small part of w however short the step is
// (a hundredth at the default tolerance). From h w = r̄/100 on, as in a bed under gravity with usual steps, ℓ = r̄.
#pragma once

#include <span>
#include <vector>

#include "contact/contact_step.hpp"
#include "contact/contacts.hpp"
#include "parallel/executor.hpp"

namespace floc {

struct Cones {
  std::vector<double> lower;   // λ_min; empty: all 0
  std::vector<double> target;  // D̂; empty: the gaps
  std::vector<double> film;    // κ; empty: no films. A row with κ > 0 lies on the graph of its film (core/film.hpp)
  double film_range = 1;       // ℓ
  std::vector<double> friction;  // μ; empty: none
  std::vector<double> rolling, twisting;  // ρ and ρ' of resistance to rolling; empty: none

  void clear();
  // Films are their own barrier: nothing overlaps, and λ is the change of the gap that a film remembers.
  bool soft() const { return !film.empty(); }

  std::span<const double> targets(const Contacts& contacts) const {
    return target.empty() ? std::span<const double>(contacts.gap) : std::span<const double>(target);
  }
  double lower_of(std::size_t c) const { return lower.empty() ? 0 : lower[c]; }
  // All targets are the gaps, to be changed one by one.
  void take_gaps(const Contacts& contacts);
};

// D̂ + hGV of a row.
double gap_after(const Contacts& contacts, const Cones& cones, std::size_t c, const ContactStep& step,
                 std::span<const double> velocity);

// The points of rows without their forces: V*, and where bodies turn their spins, the vectors from the centres to the
// points, and how far obstacles go along themselves there in the step.
struct FreePoints {
  std::span<const double> velocity;
  std::span<const double> spin = {}, lever_first = {}, lever_second = {}, slip = {};
};

// ℓ for these rows and V*. No less than lets the rounding of positions pass: more digits are not there.
double working_length(const Contacts& contacts, const Cones& cones, const ContactStep& step, const FreePoints& free,
                      double mean_radius, Executor& executor);

// Of an overlap up to `allowed` a contact takes back `most` in this step, and what is beyond `allowed` besides. Equalities
// (λ_min = −∞) stay as they are.
void bound_correction(const Contacts& contacts, double allowed, double most, Cones& cones);

}  // namespace floc

// A contact law, chosen at run time by name: one file a law, and its line in registry.cpp. A law speaks through three
// things only: the cone and the target gap of each row, the velocity kept after the step, and the memory of each contact.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "contact/cones.hpp"
#include "contact/contact_step.hpp"
#include "contact/contacts.hpp"
#include "core/bodies.hpp"
#include "core/kinds.hpp"
#include "parallel/executor.hpp"

namespace floc {

// A projection onto given rows, as offered to a law by the step (restitution needs a second one).
class VelocityProjection {
 public:
  virtual ~VelocityProjection() = default;
  // argmin ½|V − free_velocity|²_M over e_c·(relative V) ≥ bound[c] for the rows with active[c]; V into `out`.
  // False when it did not reach its tolerance.
  virtual bool operator()(std::span<const double> free_velocity, std::span<double> out) = 0;
  // The same with a bounce: what the projection P takes from `free_velocity` is given back e times. V = P + e(P −
  // free_velocity); with friction each row parts with e times the speed it closed with, and what friction takes follows
  // from that.
  virtual bool bounce(std::span<const double> free_velocity, double e, std::span<double> out) {
    const bool converged = (*this)(free_velocity, out);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += e * (out[k] - free_velocity[k]);
    return converged;
  }

  // Filled by the law, one entry a row; kept between steps, so that nothing is allocated.
  std::vector<double> bound;
  std::vector<char> active;
};

// Gaps of held contacts within these parts of the tolerance are left as they are. Closing each by what the last
// solve left of it would be noise, and in a bed at rest most of the work. Of an overlap the solver has what is not
// left alone.
struct LeftAlone {
  double open, overlap;
};

// The gap that a held contact still has to close: what is beyond the part left alone, and the motion of
// an obstacle in the step.
double gap_to_close(const Contacts& contacts, std::size_t c, const ContactStep& step, const LeftAlone& left);

// Whether a row ended on the side of its gap: of the two that complement each other,
//
//   D̂ + hGV + δλ ≥ 0   and   h²a(λ − λ_min) ≥ 0,   a = m_first⁻¹ + m_second⁻¹ + δ/h²,
//
// the solver leaves the smaller one at zero up to its residual. What an open row still pushes is
// that residual, and must not be remembered. An equality (λ_min = −∞) is never open.
bool is_open(const Contacts& contacts, const Cones& cones, std::size_t c, const ContactStep& step,
             std::span<const double> moved);

class ContactLaw {
 public:
  virtual ~ContactLaw() = default;
  // The cones of all rows; empty as they come.
  virtual void cones(const Contacts&, const ContactStep&, Cones&) const {}
  // After the projection: contacts carry λ; `free_velocity` is V*, `moved` the projected V⁺ that moves the
  // bodies. Updates the memory of the contacts. `kept`, the velocity to keep, is V⁺, and only a law that
  // bounces writes to it; else it may be `moved` itself. False when a projection of its own did not reach its
  // tolerance.
  virtual bool finish(Contacts&, const Cones&, const ContactStep&, std::span<const double> /*free_velocity*/,
                      std::span<const double> /*moved*/, std::span<double> /*kept*/, VelocityProjection&) const {
    return true;
  }
  virtual bool bounces() const { return false; }
  // False: no projection, V⁺ = V*, and overlaps are measured but not refused.
  virtual bool keeps_apart() const { return true; }
  // The share of the tolerance that the solver has; the rest is the law's.
  virtual double solver_share() const { return 1; }
  // Contacts have a memory for the law to write to.
  virtual bool remembers() const { return false; }
  // The law reads λ, so that the solve has to resolve the multipliers and not only the velocities.
  virtual bool remembers_multipliers() const { return false; }
  // Its rows have films (cones.hpp), which need masses and their own solver.
  virtual bool has_films() const { return false; }
  // Pairs closer than this are rows, in r̄.
  virtual double range() const { return 0; }
  // Some of its rows are equalities.
  virtual bool has_equalities() const { return false; }
};

using LawPtr = std::shared_ptr<const ContactLaw>;

// A law needs nothing of the scene beside its own parameters.
struct LawContext {};
using LawKind = Kind<LawPtr, LawContext>;

// Those that a scene can have, in the order in which they are explained; the first is the default (registry.cpp).
std::vector<LawKind> law_kinds();

}  // namespace floc

// Bonds, and other pairs of bodies that are not just held apart.
//
// A bond keeps |x_i − x_j| = ℓ. It is an equality row, λ_min = −∞ and D = |x_i − x_j| − ℓ, under the
// key of the pair and in the place of its contact: ℓ may be less than r_i + r_j. The row is linear:
// a bond that turns by the angle α in a step is longer by ℓα²/2 at its end, and the row of the next
// step takes that back, so that nothing adds up; it is never shorter than the tolerance allows.
//
// Bonds may be more than the degrees of freedom (a framework with more bars than it needs). Lengths
// that some placement of the bodies has are then consistent up to the square of what is to be taken
// back; where no placement has them, the compliance makes least squares of the rows.
//
// Between bodies that turn it is the same row: its line goes through both centres, and turns neither of them. Bodies of
// any shape may be bonded; the two then have no contact.
//
// A joint of kind "distance" (step/joints.hpp) says the same with three equations solved as one block; a bond is a row
// among rows, which every solver takes and bodies that do not turn can have. On heaps of chains a step takes 2.2 times
// as long with joints (docs/theory/joints.md), so both stay.
//
// A pair may also have no row at all, ℓ = −∞: neighbours in a chain of overlapping beads, and bodies
// that a joint keeps from touching.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "contact/cones.hpp"
#include "contact/contacts.hpp"
#include "core/bodies.hpp"

namespace floc {

struct Bond {
  static constexpr double no_row = -std::numeric_limits<double>::infinity();

  std::int64_t first = 0, second = 0;  // ids of two bodies
  double length = no_row;              // ℓ
};

class Bonds {
 public:
  Bonds() = default;
  // Of several bonds of one pair the last counts. Throws Error for a body bonded to itself, and for a
  // length that is not a number ≥ 0.
  explicit Bonds(std::vector<Bond> bonds);

  const std::vector<Bond>& list() const { return bonds_; }  // first > second, sorted
  // Says which body is where; to be called again when bodies have come or gone. A bond with a body that is gone holds
  // nothing.
  void place(const Bodies& bodies);

  // Some pair has another distance than the sum of its radii, or no row.
  bool any() const { return !placed_.empty(); }
  // The distance that the centres of i and j have to keep: r_i + r_j, ℓ, or no_row.
  [[gnu::always_inline]] double distance(const Bodies& bodies, std::size_t i, std::size_t j) const {
    if (!placed_.empty())
      if (const Placed* bond = find(i < j ? j : i, i < j ? i : j)) return bond->length;
    return bodies.radius[i] + bodies.radius[j];
  }

  std::span<const ContactKey> rows() const { return rows_; }  // bonds that are rows, sorted
  // Whether this pair is one of them.
  bool is_row(const ContactKey& pair) const { return std::ranges::binary_search(rows_, pair); }
  // The rows of bonds are equalities, λ_min = −∞, and have no film.
  void bind(const Contacts& contacts, Cones& cones) const;
  // A bond is no contact: whatever the law has stored there is forgotten.
  void forget(Contacts& contacts) const;
  // Where somebody else holds them, in the order of rows(): λ is their forces and what the projection adds, which begins
  // from nothing.
  void guess_nothing(Contacts& contacts) const;
  void add_forces(std::span<const double> force, Contacts& contacts) const;

 private:
  struct Placed {
    std::int32_t second;
    double length;
  };
  const Placed* find(std::size_t first, std::size_t second) const;
  template <class F>
  void for_rows(const Contacts& contacts, F&& f) const;

  std::vector<Bond> bonds_;
  std::vector<Placed> placed_;       // bonds of body i: [start_[i], start_[i + 1])
  std::vector<std::size_t> start_;
  std::vector<ContactKey> rows_;
};

}  // namespace floc

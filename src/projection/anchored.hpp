// What single-precision passes have in common (internal): contacts in slices, an anchor, what they aim at, and when
// they look at the certificate's tests.
#pragma once

#include <memory>
#include <utility>

#include "projection/anchor.hpp"
#include "projection/iteration.hpp"
#include "projection/sliced.hpp"

namespace floc {

class AnchoredPass : public IterativeSolver {
 public:
  bool moves_rigid_units() const override { return false; }

 protected:
  static constexpr std::size_t lanes = Sliced::lanes, stride = Sliced::stride;
  static constexpr double least = 1e-30;  // in the place of a zero that divides

  AnchoredPass(std::shared_ptr<Workspace> shared, int most_between_anchors)
      : IterativeSolver(std::move(shared)), most_between_anchors_(most_between_anchors) {}

  int patience() const override { return 2000; }
  // Complementarity is a mean, which may be off by as much; the worst row then has almost twice the tolerance on
  // the way to an overlap. A gap above the aim does no harm.
  double aim() const override { return 0.8; }
  double residual_share() const override { return 4; }
  std::span<const double> iterate() const override { return anchor.at(); }
  // When the last pass looks converged, and now and then against rounding: an anchor costs several iterations.
  bool watches(int) const override { return overdue() || (shortfall <= (1 + aim()) * allowed && since_anchor >= look_after); }
  bool overdue() const { return since_anchor >= most_between_anchors_; }

  void begin(std::span<const double> start, Executor& executor) override;
  // To p̄ + x; the caller's x is 0 then.
  Anchor::Move move_to(std::span<const float> x, Executor& executor);
  // Of a slot, in units of the mean diagonal; 0 for padding.
  float inverse_mass(std::size_t slot) const;
  // What a pass moves: normals, names, and so many numbers an entry and a slot.
  double bytes(double numbers_an_entry, double numbers_a_slot) const;

  Sliced contacts;
  Anchor anchor;
  double shortfall = 0;                  // of the worst gap in the last pass
  int since_anchor = 0, look_after = 0;  // passes; before the next look at what seems converged

 private:
  int most_between_anchors_;
};

}  // namespace floc

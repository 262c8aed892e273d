// What single-precision passes have in common (internal): contacts in slices, a refinement point, their target gap, and
// when they look at the certificate's tests.
#pragma once

#include <memory>
#include <utility>

#include "projection/iteration.hpp"
#include "projection/refinement_point.hpp"
#include "projection/sliced_ellpack.hpp"

namespace floc {

class RefinedPass : public IterativeSolver {
 public:

 protected:
  static constexpr std::size_t slice_width = SlicedEllpack::slice_width, stride = SlicedEllpack::stride;
  static constexpr double least = 1e-30;  // in the place of a zero that divides

  RefinedPass(std::shared_ptr<Workspace> shared, int most_between_refinements)
      : IterativeSolver(std::move(shared)), most_between_refinements_(most_between_refinements) {}

  int patience() const override { return 2000; }
  bool relaxes() const override { return true; }
  // Complementarity is a mean, which may be off by as much; a row then has further to an overlap that is too large,
  // and room for its neighbours when they are relaxed.
  double target_gap() const override { return 0.65; }
  double residual_share() const override { return 4; }
  // It looks when that share of the rows lacks, and can be relaxed.
  virtual double few() const = 0;
  std::span<const double> iterate() const override { return point.at(); }
  // When relaxation may do the rest, and now and then against rounding: a refinement costs several iterations.
  bool watches(int) const override { return ready || overdue(); }
  bool overdue() const { return since_refinement >= most_between_refinements_; }
  // After a pass with so many entries that lack: whether they are few. The next time they have to be half of that.
  bool few_lack(std::int64_t entries);
  // The slope of an entry, as passes have it, below which it lacks: what overlaps too much.
  double lacking_slope() const { return -(1 + target_gap()) * allowed / point.length(); }

  // With `whole` passes have p itself there (refinement_point.hpp).
  void begin_at(std::span<const double> start, DefaultInitVector<float>* whole, Executor& executor);
  // To p̄ + x, where rows are relaxed when it looks; the caller's x is 0 then. If none fails it is certified next,
  // without tests of its own: before another pass, `refresh`.
  RefinementPoint::Measure move_to(std::span<const float> x, Executor& executor);
  void refresh(Executor& executor);
  bool seems_solved(const Tests& tests) const;
  // Of a slot, in units of the mean diagonal; 0 for padding.
  float inverse_mass(std::size_t slot) const;
  bool is_far() const { return contacts.entries() > 400'000; }  // beyond the caches
  // What a pass moves: normals, indices, and so many numbers an entry and a slot.
  double bytes(double numbers_an_entry, double numbers_a_slot) const;

  SlicedEllpack contacts;
  RefinementPoint point;
  bool ready = false;        // for a look
  int since_refinement = 0;  // passes

 private:
  int most_between_refinements_, look_after_ = 0;
  double hope_ = 0;
  bool slopes_are_old_ = false;
};

}  // namespace floc

// Conjugate gradients on the rows that push, a set that changes on the way, an iteration in one streaming pass.
//
//   s = z + βs,   p₊ = max(p_min, p − αs),   z = slope / a on the free rows, 0 on the others.
//
// Free are the rows above their bound. A row that would be carried beyond it is left at the bound, and out of
// the direction; the others go on in theirs, without a restart: one row of thousands hardly disturbs the
// conjugacy of the rest. β makes s conjugate to what is left of its predecessor and α is exact along s, so
// that both stay right whatever the rows do. Rows at their bound that overlap are let go together when their
// slopes weigh `proportion`² of those of the free rows (the proportioning of Dostál's methods).
//
// z is the gradient at y = p − αs, of the rows that are free afterwards: that of p₊ where none was clipped, and
// near it otherwise. Products with the true one need w(p₊) − w(y) only, which bodies have. One pass over the
// entries therefore ends with all that α and β need; one over the bodies makes w at the next y of it.
//
// What conjugate gradients leave is rough, and the tests ask for the worst row. When few rows lack, some passes smooth:
// steps of steepest descent, a little short, that leave s as it is. What is left then is relaxed row by row
// (relaxation.hpp).
//
// Iterations are about those of conjugate gradients that are given the set, half of those of stream.hpp
// (docs/theory/streaming.md). Layout, single precision and anchor are as there. s and z are short, 16 bits each: any
// direction near the right one will do, α and β are taken along the one that there is. At loose tolerances w(z) and w(s)
// are halves as well: w then strays from p a little, until the next anchor.
#pragma once

#include <type_traits>

#include "core/grow.hpp"
#include "core/lanes.hpp"
#include "projection/anchored.hpp"
#include "projection/stream.hpp"

namespace floc {

class ConjugatePass : public AnchoredPass {
 public:
  explicit ConjugatePass(std::shared_ptr<Workspace> shared = std::make_shared<Workspace>())
      : AnchoredPass(std::move(shared), 200) {}
  double bytes_an_iteration() const override;

 protected:
  // At loose tolerances few passes do, which hardly change the mean: it is the mean that fails then, and a lower aim
  // helps, which leaves less room to relax in.
  double aim() const override { return is_loose() ? 0.2 : AnchoredPass::aim(); }
  double few() const override { return is_loose() ? 0.05 : 0.1; }
  void begin(std::span<const double> start, Executor& executor) override;
  Tests advance(bool watch, Executor& executor) override;

 private:
  struct Products;
  // Of slopes, and of displacements that the turn reads.
  template <bool bounded>
  using Number = std::conditional_t<bounded, float, Half>;

  // By nothing that changes from step to step: a guess has the aim of the step before, and is far from any other.
  bool is_loose() const { return allowed >= 4e-4 * rows.length(); }
  // With p itself in the passes (anchor.hpp), or with x and bounds.
  void set_out(std::span<const double> start, bool whole, Executor& executor);
  // From where it is with x and bounds, if p has become so large that its digits no longer do.
  void keep_digits(Executor& executor);
  // Through what no cache holds (far); a step of steepest descent (smooth); with bounds to read (bounded).
  template <int D, bool far, bool smooth, bool bounded>
  Products pass(Executor& executor);
  // α, β and whether rows are let go, for the next pass.
  void choose(const Products& products);
  // Whether the next pass is to smooth.
  bool smooths(const Products& products);
  template <int D, bool bounded>
  void turn(Executor& executor);
  Tests move_anchor(Executor& executor);
  void take_masses(Executor& executor);

  Untouched<float> x_;                // an entry each
  Untouched<std::uint32_t> sz_;       // s and z, both in one (lanes.hpp)
  FloatsOrHalves wz_ws_;              // M⁻¹Gᵀz, then M⁻¹Gᵀs: slice by slice, direction by direction
  Untouched<float> w_;                // four numbers a slot: w at y, and 1/m
  Untouched<std::uint64_t> clipped_;  // slices with rows that were clipped, a bit each, block by block
  Untouched<float> back_;             // w(p₊) − w(y) of those, one after the other from where a block begins
  bool whole_ = false;
  double alpha_ = 0, beta_ = 0;
  bool release_ = true, smooth_ = false;
  int smoothing_ = 0;  // passes that are left of it
  double cost_ = 0;    // at the anchor
};

// What it does not reach, passes of stream.hpp do, or apgd.
using Conjugate = InTurn<ConjugatePass, SinglePass, Apgd>;

}  // namespace floc

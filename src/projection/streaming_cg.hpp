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
// (local_gauss_seidel.hpp).
//
// Layout, single precision and refinement are those of streaming_apgd.hpp; docs/theory/streaming.md has the figures. s and z are bfloat16: any direction
// near the right one will do, α and β are taken along the one that there is. At loose tolerances w(z) and w(s)
// are halves as well: w then strays from p a little, until the next refinement.
#pragma once

#include <cstdint>

#include "core/buffers.hpp"
#include "core/half.hpp"
#include "projection/refined_pass.hpp"

namespace floc {

// What a pass and a turn read and write (streaming_cg_kernels.hpp), in the units of streaming_apgd.hpp. A Number is a
// slope, or a displacement that the turn reads: a float where there are bounds to read, else a half.
template <class Number>
struct CgArrays {
  const std::size_t* columns;  // of sliced contacts, as are others, normals and the index of obstacles
  const std::int32_t* others;
  const std::int16_t* normals;
  const float* lower;
  const Number* slopes;
  float *x, *w, *back;
  Number* wz_ws;
  std::uint32_t* sz;
  std::uint64_t* clipped;
  std::int32_t obstacle;
  float alpha, beta, compliance;
  float least;          // in the place of a zero that divides
  float lacking_slope;  // of entries that overlap too much, at most
  bool release;         // rows at their bound that overlap
};

// Rows that two bodies share are met twice, and count half each time.
struct CgProducts {
  double down = 0, along = 0;            // z·slope and s·slope, at p₊
  double fresh = 0, mixed = 0, old = 0;  // zᵀAz, zᵀAs and sᵀAs
  double held = 0;                       // slope²/a of the rows at their bound that overlap
  std::int64_t lacking = 0;              // entries that overlap too much

  CgProducts& operator+=(const CgProducts& o) {
    down += o.down;
    along += o.along;
    fresh += o.fresh;
    mixed += o.mixed;
    old += o.old;
    held += o.held;
    lacking += o.lacking;
    return *this;
  }
};

class StreamingCg : public RefinedPass {
 public:
  explicit StreamingCg(std::shared_ptr<Workspace> shared = std::make_shared<Workspace>())
      : RefinedPass(std::move(shared), 200) {}
  double bytes_an_iteration() const override;

 protected:
  // At loose tolerances few passes do, which hardly change the mean: it is the mean that fails then, and a lower target
  // helps, which leaves less room to relax in.
  double target_gap() const override { return is_loose() ? 0.2 : RefinedPass::target_gap(); }
  double few() const override { return is_loose() ? 0.05 : 0.1; }
  void begin(std::span<const double> start, Executor& executor) override;
  Tests advance(bool watch, Executor& executor) override;

 private:
  // By nothing that changes from step to step: a guess has the target of the step before, and is far from any other.
  bool is_loose() const { return allowed >= 4e-4 * rows.length(); }
  // With p itself in the passes (refinement_point.hpp), or with x and bounds.
  void set_out(std::span<const double> start, bool whole, Executor& executor);
  // From where it is with x and bounds, if p has become so large that its digits no longer do.
  void keep_digits(Executor& executor);
  template <class Number>
  CgArrays<Number> arrays();
  // Through what no cache holds (far); a step of steepest descent (smooth).
  template <int D, bool far, bool smooth, class Number>
  CgProducts pass(Executor& executor);
  // α, β and whether rows are let go, for the next pass.
  void choose(const CgProducts& products);
  // Whether the next pass is to smooth.
  bool smooths(const CgProducts& products);
  template <int D, bool smooth, class Number>
  void turn(Executor& executor);
  Tests refine(Executor& executor);
  void take_masses(Executor& executor);

  DefaultInitVector<float> x_;                // an entry each
  DefaultInitVector<std::uint32_t> sz_;       // s and z, both in one (core/simd_memory.hpp)
  FloatsOrHalves wz_ws_;              // M⁻¹Gᵀz, then M⁻¹Gᵀs: slice by slice, direction by direction
  DefaultInitVector<float> w_;                // four numbers a slot: w at y, and 1/m
  DefaultInitVector<std::uint64_t> clipped_;  // slices with rows that were clipped, a bit each, block by block
  DefaultInitVector<float> back_;             // w(p₊) − w(y) of those, one after the other from where a block begins
  bool whole_ = false;
  double alpha_ = 0, beta_ = 0;
  bool release_ = true, smooth_ = false;
  int smoothing_ = 0;  // passes that are left of it
  double cost_ = 0;    // at the refinement point
};

}  // namespace floc

// Accelerated projected gradient descent, an iteration in one streaming pass (the method is that of
// apgd.hpp; this is about bytes).
//
// Every contact is stored at both its bodies, and its multiplier is updated at both: the same
// numbers in the same order up to a sign, hence the same bits. A body then has all it needs to sum the
// force on itself, and one pass over the bodies is a whole iteration: extrapolation, gradient,
// projection, Gᵀp and the products for restart and step. Nothing is scattered or coloured.
//
// Bodies are taken a slice of eight at a time (sliced_ellpack.hpp).
//
// Numbers are single precision, relative to a refinement point in double (refined_pass.hpp). When it moves, x and its
// predecessor are shifted by the same vector, so the momentum lives on.
//
// Contacts aim at a gap within the tolerance: complementarity, a mean, allows that, and a row has further to an
// overlap that is too large (docs/theory/streaming.md). When few overlap too much, they are relaxed one by one
// (local_gauss_seidel.hpp). Products are taken every fourth pass.
//
// Where a cache does not hold all, four passes follow each other slab by slab (core/slab_order.hpp): the second
// takes what the first has just left, as far as contacts reach no farther than that is.
//
// Normals are integers of 16 bits: the pass then solves with a matrix that is off by 1e-5, as symmetric as the true
// one, and the refinement puts it right.
// The diagonal a of the metric comes with the displacements of the two bodies, as inverse masses.
// Lengths are in units of r̄, inverse masses in units of the mean of a.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/buffers.hpp"
#include "projection/refined_pass.hpp"

namespace floc {

// What a pass reads and writes (streaming_apgd_kernels.hpp); lengths in units of r̄, inverse masses in units of the mean
// of a.
struct ApgdArrays {
  const std::size_t* columns;  // of sliced contacts, as are others, normals and the index of obstacles
  const std::int32_t* others;
  const std::int16_t* normals;
  const float *slopes, *lower, *now, *wy;
  float *before, *w, *next_wy;
  std::int32_t obstacle;
  float beta, next_beta, rate, compliance;
  float least;          // in the place of a zero that divides
  float lacking_slope;  // of entries that overlap too much, at most
};

struct ApgdProducts {
  double step = 0;           // |x₊ − y|² in the metric of a
  double momentum = 0;       // (gradient at y)·(x₊ − x)
  double energy = 0;         // |w(x₊) − w(y)|²_M + ε|x₊ − y|²
  std::int64_t lacking = 0;  // entries that overlap too much

  ApgdProducts& operator+=(const ApgdProducts& o) {
    step += o.step;
    momentum += o.momentum;
    energy += o.energy;
    lacking += o.lacking;
    return *this;
  }
};

class StreamingApgd : public RefinedPass {
 public:
  explicit StreamingApgd(std::shared_ptr<Workspace> shared = std::make_shared<Workspace>())
      : RefinedPass(std::move(shared), 100) {}
  double bytes_an_iteration() const override;

 protected:
  double few() const override { return 0.003; }
  void begin(std::span<const double> start, Executor& executor) override;
  Tests advance(bool watch, Executor& executor) override;

 private:
  static constexpr int between_measures = 4;  // passes
  template <int D>
  Tests refine(Executor& executor);
  template <int D>
  void start_from_here(Executor& executor);
  ApgdArrays arrays(std::size_t pass);
  template <int D>
  ApgdProducts run_queue(bool measured, Executor& executor);

  std::array<DefaultInitVector<float>, 2> x_;   // an entry each: x, and its predecessor, which the successor overwrites
  DefaultInitVector<float> w_;                  // a slot each: M⁻¹Gᵀx, slice by slice, direction by direction
  std::array<DefaultInitVector<float>, 2> wy_;  // four numbers: at the extrapolated point, and 1/m; room for the next

  // Passes that wait to be run, one behind the other.
  struct Queued {
    float beta, next_beta;
  };
  std::array<Queued, between_measures> queue_{};
  std::size_t queued_ = 0;
  std::vector<ApgdProducts> parts_;         // of a block

  double largest_curvature_ = 1;             // of this pattern, for any normals and masses
  double theta_ = 1, beta_ = 0, curvature_ = 1;
};

}  // namespace floc

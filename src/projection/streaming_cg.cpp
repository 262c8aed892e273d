#include "projection/streaming_cg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/flags.hpp"

#define FLOC_SIMD_KERNELS "projection/streaming_cg_kernels.hpp"
#include "core/for_simd_targets.hpp"

namespace floc {
namespace {

constexpr double proportion = 0.1;
constexpr double shorter = 0.8;          // than the step of steepest descent
constexpr int smoothings = 3;
constexpr double rise = 1e-9;            // of the cost, beyond rounding
constexpr double rounding = 1e-6;        // of p, at most, in single precision between two refinements

}  // namespace

// Normals, indices, slopes, bounds if there are any, and two numbers that are read and written; for a slot its own and
// those of the turn.
double StreamingCg::bytes_an_iteration() const {
  return bytes(whole_ ? 4.5 : 6, static_cast<double>(3 * stride) + (whole_ ? 2 : 4) * rows.dimension());
}

void StreamingCg::begin(std::span<const double> start, Executor& executor) {
  constexpr double loose = 1e-5;
  set_out(start, !rows.pulls() && allowed >= loose * rows.length(), executor);
  keep_digits(executor);
}

void StreamingCg::keep_digits(Executor& executor) {
  if (whole_ && rounding * point.largest() * point.mean_diagonal() > allowed) set_out(point.at(), false, executor);
}

void StreamingCg::set_out(std::span<const double> start, bool whole, Executor& executor) {
  whole_ = whole;
  begin_at(start, whole ? &x_ : nullptr, executor);
  if (!whole) zero(x_, contacts.entries(), executor);
  zero(sz_, contacts.entries(), executor);
  const std::size_t displacements = contacts.slots() * static_cast<std::size_t>(rows.dimension());
  renew_buffer(back_, displacements);
  auto& [floats, halves] = wz_ws_;
  if (whole) zero(halves, 2 * displacements, executor);
  else zero(floats, 2 * displacements, executor);
  zero(clipped_, (contacts.slices() + SlicedEllpack::block - 1) / SlicedEllpack::block, executor);
  zero(w_, (contacts.slots() + 1) * stride, executor);
  take_masses(executor);
  alpha_ = beta_ = 0;
  release_ = true;
  smooth_ = false;
  smoothing_ = 0;
  cost_ = std::numeric_limits<double>::infinity();
}

void StreamingCg::take_masses(Executor& executor) {
  executor.for_each(contacts.slots(), [&](std::size_t q) { w_[q * stride + 3] = inverse_mass(q); });
}

Tests StreamingCg::refine(Executor& executor) {
  const RefinementPoint::Measure moved = move_to(x_, executor);
  if (!whole_) zero(x_, x_.size(), executor);
  zero(clipped_, clipped_.size(), executor);
  zero(w_, w_.size(), executor);
  take_masses(executor);
  // Clipping may cost more than the step gains; it has not been seen to.
  if (moved.cost > cost_ + rise * std::abs(cost_)) trouble = "clipped conjugate gradients went uphill";
  if (std::isfinite(moved.cost)) cost_ = moved.cost;
  // The gradient is another where rows were relaxed: a pass that takes it, and no step.
  smooth_ = true;
  smoothing_ = 0;
  alpha_ = 0;
  keep_digits(executor);
  return moved.tests;
}

template <class Number>
CgArrays<Number> StreamingCg::arrays() {
  return {.columns = contacts.columns(),
          .others = contacts.others(),
          .normals = contacts.normals(),
          .lower = point.lower(),
          .slopes = point.slope<Number>(),
          .x = x_.data(),
          .w = w_.data(),
          .back = back_.data(),
          .wz_ws = std::get<DefaultInitVector<Number>>(wz_ws_).data(),
          .sz = sz_.data(),
          .clipped = clipped_.data(),
          .obstacle = contacts.obstacle(),
          .alpha = static_cast<float>(alpha_),
          .beta = static_cast<float>(beta_),
          .compliance = static_cast<float>(rows.compliance() / point.mean_diagonal()),
          .least = static_cast<float>(least),
          .lacking_slope = static_cast<float>(lacking_slope()),
          .release = release_};
}

template <int D, bool far, bool smooth, class Number>
CgProducts StreamingCg::pass(Executor& executor) {
  const CgArrays<Number> a = arrays<Number>();
  const auto run = [&](std::size_t first_slice, std::size_t last_slice) {
    return FLOC_SIMD_CALL(cg_pass<D, far, smooth>(a, first_slice, last_slice));
  };
  return executor.reduce(contacts.slices(), CgProducts{}, run,
                         [](CgProducts total, const CgProducts& part) { return total += part; },
                         SlicedEllpack::block);
}

// Some passes when few rows lack; then the refinement point moves, and what is left is relaxed.
bool StreamingCg::smooths(const CgProducts& products) {
  if (smoothing_ > 0) ready = --smoothing_ == 0;
  else if (few_lack(products.lacking)) smoothing_ = smoothings;
  return smoothing_ > 0;
}

void StreamingCg::choose(const CgProducts& products) {
  beta_ = products.old > 0 ? -products.mixed / products.old : 0;
  double down = products.down + beta_ * products.along, curve = products.fresh + beta_ * products.mixed;
  if (!(down > 0 && curve > 0)) {
    beta_ = 0;
    down = products.down;
    curve = products.fresh;
  }
  smooth_ = smooths(products);
  if (smooth_ && products.fresh > 0) {
    alpha_ = shorter * products.down / products.fresh;
    release_ = true;
    return;
  }
  const bool stuck = !(down > 0 && curve > 0);
  alpha_ = stuck ? 0 : down / curve;
  release_ = stuck || products.held > proportion * proportion * products.down;
}

template <int D, bool smooth, class Number>
void StreamingCg::turn(Executor& executor) {
  const CgArrays<Number> a = arrays<Number>();
  executor.for_blocks(contacts.slices(), [&](std::size_t first_slice, std::size_t last_slice) {
    FLOC_SIMD_CALL(cg_turn<D, smooth>(a, first_slice, last_slice));
  }, SlicedEllpack::block);
}

// A look comes before the pass: at the point that seemed converged, since the next may not.
Tests StreamingCg::advance(bool watch, Executor& executor) {
  Tests tests;
  refresh(executor);
  if (watch) {
    tests = refine(executor);
    if (seems_solved(tests)) return tests;
  }
  with_dimension(rows.dimension(), [&]<int D>() {
    choose(with_flags([&]<bool far, bool smooth, bool bounded>() {
      using Number = std::conditional_t<bounded, float, Half>;
      turn<D, smooth, Number>(executor);
      return pass<D, far, smooth, Number>(executor);
    }, is_far(), smooth_, !whole_));
  });
  ++since_refinement;
  return tests;
}

}  // namespace floc

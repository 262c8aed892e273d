#include "projection/conjugate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/flags.hpp"

#define FLOC_SIMD_KERNELS "projection/conjugate_kernels.hpp"
#include "core/for_simd_targets.hpp"

namespace floc {
namespace {

constexpr double proportion = 0.1;
constexpr double shorter = 0.8;          // than the step of steepest descent
constexpr int smoothings = 3;
constexpr double rise = 1e-9;            // of the cost, beyond rounding
constexpr double rounding = 1e-6;        // of p, at most, in single precision between two anchors

}  // namespace

// Normals, names, slopes, bounds if there are any, and two numbers that are read and written; for a slot its own and
// those of the turn.
double ConjugatePass::bytes_an_iteration() const {
  return bytes(whole_ ? 4.5 : 6, static_cast<double>(3 * stride) + (whole_ ? 2 : 4) * rows.dimension());
}

void ConjugatePass::begin(std::span<const double> start, Executor& executor) {
  constexpr double loose = 1e-5;
  set_out(start, !rows.pulls() && allowed >= loose * rows.length(), executor);
  keep_digits(executor);
}

void ConjugatePass::keep_digits(Executor& executor) {
  if (whole_ && rounding * anchor.largest() * anchor.mean_diagonal() > allowed) set_out(anchor.at(), false, executor);
}

void ConjugatePass::set_out(std::span<const double> start, bool whole, Executor& executor) {
  whole_ = whole;
  begin_at(start, whole ? &x_ : nullptr, executor);
  if (!whole) zero(x_, contacts.entries(), executor);
  zero(sz_, contacts.entries(), executor);
  const std::size_t displacements = contacts.slots() * static_cast<std::size_t>(rows.dimension());
  renew(back_, displacements);
  auto& [floats, halves] = wz_ws_;
  if (whole) zero(halves, 2 * displacements, executor);
  else zero(floats, 2 * displacements, executor);
  zero(clipped_, (contacts.slices() + Sliced::block - 1) / Sliced::block, executor);
  zero(w_, (contacts.slots() + 1) * stride, executor);
  take_masses(executor);
  alpha_ = beta_ = 0;
  release_ = true;
  smooth_ = false;
  smoothing_ = 0;
  cost_ = std::numeric_limits<double>::infinity();
}

void ConjugatePass::take_masses(Executor& executor) {
  executor.for_each(contacts.slots(), [&](std::size_t q) { w_[q * stride + 3] = inverse_mass(q); });
}

Tests ConjugatePass::move_anchor(Executor& executor) {
  const Anchor::Measure moved = move_to(x_, executor);
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
ConjugateArrays<Number> ConjugatePass::arrays() {
  return {.columns = contacts.columns(),
          .others = contacts.others(),
          .normals = contacts.normals(),
          .lower = anchor.lower(),
          .slopes = anchor.slope<Number>(),
          .x = x_.data(),
          .w = w_.data(),
          .back = back_.data(),
          .wz_ws = std::get<Untouched<Number>>(wz_ws_).data(),
          .sz = sz_.data(),
          .clipped = clipped_.data(),
          .obstacle = contacts.obstacle(),
          .alpha = static_cast<float>(alpha_),
          .beta = static_cast<float>(beta_),
          .compliance = static_cast<float>(rows.compliance() / anchor.mean_diagonal()),
          .least = static_cast<float>(least),
          .lacking_slope = static_cast<float>(lacking_slope()),
          .release = release_};
}

template <int D, bool far, bool smooth, class Number>
ConjugateProducts ConjugatePass::pass(Executor& executor) {
  const ConjugateArrays<Number> a = arrays<Number>();
  const auto run = [&](std::size_t first_slice, std::size_t last_slice) {
    return FLOC_SIMD_CALL(conjugate_pass<D, far, smooth>(a, first_slice, last_slice));
  };
  return executor.reduce(contacts.slices(), ConjugateProducts{}, run,
                         [](ConjugateProducts total, const ConjugateProducts& part) { return total += part; },
                         Sliced::block);
}

// Some passes when few rows lack; then the anchor moves, and what is left is relaxed.
bool ConjugatePass::smooths(const ConjugateProducts& products) {
  if (smoothing_ > 0) ready = --smoothing_ == 0;
  else if (few_lack(products.lacking)) smoothing_ = smoothings;
  return smoothing_ > 0;
}

void ConjugatePass::choose(const ConjugateProducts& products) {
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
void ConjugatePass::turn(Executor& executor) {
  const ConjugateArrays<Number> a = arrays<Number>();
  executor.for_blocks(contacts.slices(), [&](std::size_t first_slice, std::size_t last_slice) {
    FLOC_SIMD_CALL(conjugate_turn<D, smooth>(a, first_slice, last_slice));
  }, Sliced::block);
}

// A look comes before the pass: at the point that seemed converged, since the next may not.
Tests ConjugatePass::advance(bool watch, Executor& executor) {
  Tests tests;
  refresh(executor);
  if (watch) {
    tests = move_anchor(executor);
    if (seems_solved(tests)) return tests;
  }
  with_dimension(rows.dimension(), [&]<int D>() {
    choose(with_flags([&]<bool far, bool smooth, bool bounded>() {
      using Number = std::conditional_t<bounded, float, Half>;
      turn<D, smooth, Number>(executor);
      return pass<D, far, smooth, Number>(executor);
    }, is_far(), smooth_, !whole_));
  });
  ++since_anchor;
  return tests;
}

}  // namespace floc

#include "projection/streaming_apgd.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/flags.hpp"

#define FLOC_SIMD_KERNELS "projection/streaming_apgd_kernels.hpp"
#include "core/for_simd_targets.hpp"

namespace floc {
// Normals, indices, slopes, bounds and two generations of x; a third of x and of w is written in their place.
double StreamingApgd::bytes_an_iteration() const {
  return bytes(5, static_cast<double>(2 * stride) + 2 * rows.dimension());
}

void StreamingApgd::begin(std::span<const double> start, Executor& executor) {
  begin_at(start, nullptr, executor);
  // Gershgorin: no entry of the matrix with a unit diagonal is larger than one.
  largest_curvature_ = 2 * static_cast<double>(contacts.most_contacts());
  for (auto& x : x_) zero(x, contacts.entries(), executor);
  zero(w_, contacts.slots() * static_cast<std::size_t>(rows.dimension()), executor);
  for (auto& wy : wy_) zero(wy, (contacts.slots() + 1) * stride, executor);
  executor.for_each(contacts.slots(), [&](std::size_t q) { wy_[0][q * stride + 3] = inverse_mass(q); });
  theta_ = 1;
  beta_ = 0;
  curvature_ = 3;
  queued_ = 0;
}

// x and its predecessor are shifted by −x.
template <int D>
Tests StreamingApgd::refine(Executor& executor) {
  const Tests tests = move_to(x_[0], executor).tests;
  executor.for_each(x_[0].size(), [&](std::size_t t) {
    x_[1][t] -= x_[0][t];
    x_[0][t] = 0;
  }, 8192);
  // w is linear: with the shifted w₋, w(y) = w + β(w − w₋) = −βw₋, which is w(y) − w before the shift.
  executor.for_each(contacts.slots(), [&](std::size_t q) {
    for (std::size_t k = 0; k < D; ++k) {
      float& w = w_[(q / slice_width * D + k) * slice_width + q % slice_width];
      wy_[0][q * stride + k] -= w;
      w = 0;
    }
  });
  return tests;
}

// Without momentum: y = x.
template <int D>
void StreamingApgd::start_from_here(Executor& executor) {
  theta_ = 1;
  beta_ = 0;
  executor.for_each(contacts.slots(), [&](std::size_t q) {
    for (std::size_t k = 0; k < D; ++k)
      wy_[0][q * stride + k] = w_[(q / slice_width * D + k) * slice_width + q % slice_width];
  });
}

ApgdArrays StreamingApgd::arrays(std::size_t pass) {
  const std::size_t one = pass % 2, two = 1 - one;
  return {.columns = contacts.columns(),
          .others = contacts.others(),
          .normals = contacts.normals(),
          .slopes = point.slope<float>(),
          .lower = point.lower(),
          .now = x_[one].data(),
          .wy = wy_[one].data(),
          .before = x_[two].data(),
          .w = w_.data(),
          .next_wy = wy_[two].data(),
          .obstacle = contacts.obstacle(),
          .beta = queue_[pass].beta,
          .next_beta = queue_[pass].next_beta,
          .rate = static_cast<float>(1 / curvature_),
          .compliance = static_cast<float>(rows.compliance() / point.mean_diagonal()),
          .least = static_cast<float>(least),
          .lacking_slope = static_cast<float>(lacking_slope())};
}

// The passes of the queue, a block at a time; returns the products of the last.
template <int D>
ApgdProducts StreamingApgd::run_queue(bool measured, Executor& executor) {
  const std::size_t last = queued_ - 1, slices = contacts.slices();
  const auto run_slices = [&](std::size_t pass, std::size_t begin, std::size_t end) {
    return with_flags([&]<bool products, bool far>() {
      return FLOC_SIMD_CALL(apgd_pass<D, products, far>(arrays(pass), begin, end));
    }, measured && pass == last, is_far() && pass == 0);
  };
  const auto combine = [](ApgdProducts total, const ApgdProducts& part) { return total += part; };
  ApgdProducts products;
  constexpr std::size_t size = SlicedEllpack::block;
  const std::size_t blocks = (slices + size - 1) / size, chunk = contacts.reach() / 4 + 1,
                    lag = (contacts.reach() + chunk - 1) / chunk + 1, chunks = (blocks + chunk - 1) / chunk;
  // Worth it where the bed is many times as long as contacts reach, and all threads have enough to do at a time.
  if (queued_ == 1 || chunks < 2 * queued_ * lag || queued_ * chunk < 4 * static_cast<std::size_t>(executor.threads())) {
    for (std::size_t pass = 0; pass < queued_; ++pass)
      products = executor.reduce(slices, ApgdProducts{}, [&](std::size_t begin, std::size_t end) {
        return run_slices(pass, begin, end);
      }, combine, size);
  } else {
    // A pass may work on a chunk when the one before is through with all that its contacts reach.
    resize_buffer(parts_, blocks);
    for (std::size_t tick = 0; tick < chunks + last * lag; ++tick)
      executor.for_each(queued_ * chunk, [&](std::size_t k) {
        const std::size_t pass = k % queued_, block = (tick - pass * lag) * chunk + k / queued_;
        if (tick < pass * lag || block >= blocks) return;
        parts_[block] = run_slices(pass, block * size, std::min(slices, (block + 1) * size));
      }, 1);
    for (const ApgdProducts& part : parts_) products += part;
  }
  if (last % 2 == 1) {
    std::swap(x_[0], x_[1]);
    std::swap(wy_[0], wy_[1]);
  }
  queued_ = 0;
  return products;
}

Tests StreamingApgd::advance(bool watch, Executor& executor) {
  refresh(executor);
  return with_dimension(rows.dimension(), [&]<int D>() {
    const double next_theta = 0.5 * theta_ * (std::sqrt(theta_ * theta_ + 4) - theta_);
    const double next_beta = theta_ * (1 - theta_) / (theta_ * theta_ + next_theta);
    const bool measured = theta_ == 1 || since_refinement % between_measures == 0;
    queue_[queued_++] = {static_cast<float>(beta_), static_cast<float>(next_beta)};
    ++since_refinement;
    if (is_far() && !measured && !watch) {
      theta_ = next_theta;
      beta_ = next_beta;
      return Tests{};
    }
    const ApgdProducts products = run_queue<D>(measured, executor);
    const double curvature = measured ? products.energy / products.step : curvature_;
    if (measured && !watch) ready = few_lack(products.lacking);
    if (curvature > 2 * curvature_ && curvature_ < largest_curvature_) {
      // Too far: back to p, whose predecessor is gone.
      curvature_ = std::min(largest_curvature_, curvature);
      std::ranges::copy(x_[0], x_[1].begin());
      const Tests tests = refine<D>(executor);
      start_from_here<D>(executor);
      return tests;
    }
    std::swap(x_[0], x_[1]);
    std::swap(wy_[0], wy_[1]);
    const bool restart = products.momentum > 0;
    theta_ = next_theta;
    beta_ = next_beta;
    if (restart) start_from_here<D>(executor);
    // Up to twice the curvature that was reckoned with the step still goes down from y.
    if (measured) curvature_ = curvature > curvature_ ? std::min(largest_curvature_, curvature) : 0.95 * curvature_;
    return watch ? refine<D>(executor) : Tests{};
  });
}

}  // namespace floc

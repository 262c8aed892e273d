#include "projection/stream.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/flags.hpp"
#include "core/lanes.hpp"

namespace floc {
// Normals, names, slopes, bounds and two generations of x; a third of x and of w is written in their place.
double SinglePass::bytes_an_iteration() const { return bytes(5, static_cast<double>(2 * stride) + 2 * rows.dimension()); }

void SinglePass::begin(std::span<const double> start, Executor& executor) {
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
Tests SinglePass::move_anchor(Executor& executor) {
  const Tests tests = move_to(x_[0], executor).tests;
  executor.for_each(x_[0].size(), [&](std::size_t t) {
    x_[1][t] -= x_[0][t];
    x_[0][t] = 0;
  }, 8192);
  // w is linear: with the shifted w₋, w(y) = w + β(w − w₋) = −βw₋, which is w(y) − w before the shift.
  executor.for_each(contacts.slots(), [&](std::size_t q) {
    for (std::size_t k = 0; k < D; ++k) {
      float& w = w_[(q / lanes * D + k) * lanes + q % lanes];
      wy_[0][q * stride + k] -= w;
      w = 0;
    }
  });
  return tests;
}

// Without momentum: y = x.
template <int D>
void SinglePass::start_from_here(Executor& executor) {
  theta_ = 1;
  beta_ = 0;
  executor.for_each(contacts.slots(), [&](std::size_t q) {
    for (std::size_t k = 0; k < D; ++k) wy_[0][q * stride + k] = w_[(q / lanes * D + k) * lanes + q % lanes];
  });
}

template <int D, bool measured, bool far>
SinglePass::Products SinglePass::run(std::size_t pass, std::size_t first_slice, std::size_t last_slice) {
  const auto all = [](double value) { return Lanes{} + static_cast<float>(value); };
  const Lanes beta = all(queue_[pass].beta), rate = all(1 / curvature_), epsilon = all(rows.compliance() / anchor.mean_diagonal()),
              unit = all(1 / Sliced::unit_normal), whole = all(1), half = all(0.5), zero = all(least),
              most_slope = all(lacking_slope());
  const auto obstacle = contacts.obstacle();
  // Copies, which a store is not thought to change.
  const std::size_t* const columns = contacts.columns();
  const std::int32_t* const others = contacts.others();
  const std::int16_t* const normal = contacts.normals();
  const float *const slopes = anchor.slope<float>(), *const lower = anchor.lower();
  const std::size_t one = pass % 2, two = 1 - one;
  const float *const now = x_[one].data(), *const wy = wy_[one].data();
  float *const before = x_[two].data(), *const w = w_.data(), *const next_wy = wy_[two].data();
  const float next_beta = queue_[pass].next_beta;
  DoubleLanes step_sum{}, momentum_sum{}, energy_sum{};
  IntLanes lacking{};
  for (std::size_t s = first_slice; s < last_slice; ++s) {
    const std::array<Lanes, 4> here = gather(wy, [s](std::size_t l) { return stride * (s * lanes + l); });
    Lanes force[D]{}, step{}, bend{}, momentum{};
    for (std::size_t column = columns[s]; column < columns[s + 1]; ++column) {
      const std::size_t t = column * lanes;
      if constexpr (far) {
        const std::size_t next = t + Sliced::ahead * lanes, later = t + 2 * Sliced::ahead * lanes;
        prefetch_column(wy, others + next, others + later, normal + D * later, slopes + later, lower + later, now + later,
                        before + later);
      }
      const std::array<Lanes, 4> there =
          gather(wy, [&](std::size_t l) { return static_cast<std::size_t>(others[t + l]); });
      // Divided early, while the slope is not known yet.
      const Lanes diagonal = larger(here[3] + there[3] + epsilon, zero), pace = -rate / diagonal;
      Lanes e[D], approach{};
      for (std::size_t k = 0; k < D; ++k) {
        e[k] = widen(normal + (column * D + k) * lanes);
        approach = fused(e[k], here[k] - there[k], approach);
      }
      const Lanes x = load<Lanes>(now + t), y = fused(beta, x - load<Lanes>(before + t), x);
      const Lanes slope = fused(unit, approach, fused(epsilon, y, load<Lanes>(slopes + t)));
      const Lanes value = larger(load<Lanes>(lower + t), fused(slope, pace, y));
      store(before + t, value);
      for (std::size_t k = 0; k < D; ++k) force[k] = fused(e[k], value, force[k]);
      if constexpr (measured) {
        lacking -= slope < most_slope;
        // A contact of two bodies is met twice.
        const Lanes share = load<IntLanes>(others + t) == obstacle ? whole : half;
        const Lanes d = value - y, part = share * d * d;
        step = fused(diagonal, part, step);
        bend = fused(epsilon, part, bend);
        momentum = fused(share * slope, value - x, momentum);
      }
    }
    std::array<Lanes, 4> extrapolated{Lanes{}, Lanes{}, Lanes{}, here[3]};
    Lanes change{};
    for (std::size_t k = 0; k < D; ++k) {
      float* const own = w + (s * D + k) * lanes;
      const Lanes moved = unit * here[3] * force[k];
      extrapolated[k] = moved + next_beta * (moved - load<Lanes>(own));
      if constexpr (measured) change += (moved - here[k]) * (moved - here[k]);
      store(own, moved);
    }
    scatter(extrapolated, next_wy + s * lanes * stride);
    if constexpr (measured) {
      step_sum += __builtin_convertvector(step, DoubleLanes);
      momentum_sum += __builtin_convertvector(momentum, DoubleLanes);
      energy_sum += __builtin_convertvector(bend + change / larger(zero, here[3]), DoubleLanes);
    }
  }
  Products total;
  for (int l = 0; l < 8; ++l) {
    total.step += step_sum[l];
    total.momentum += momentum_sum[l];
    total.energy += energy_sum[l];
    total.lacking += lacking[l];
  }
  return total;
}

// The passes of the queue, a block at a time; returns the products of the last.
template <int D>
SinglePass::Products SinglePass::run_queue(bool measured, Executor& executor) {
  const std::size_t last = queued_ - 1, slices = contacts.slices();
  const auto run_slices = [&](std::size_t pass, std::size_t begin, std::size_t end) {
    return with_flags([&]<bool products, bool far>() { return run<D, products, far>(pass, begin, end); },
                      measured && pass == last, is_far() && pass == 0);
  };
  const auto combine = [](Products total, const Products& part) { return total += part; };
  Products products;
  const std::size_t blocks = (slices + Sliced::block - 1) / Sliced::block, chunk = contacts.reach() / 4 + 1,
                    lag = (contacts.reach() + chunk - 1) / chunk + 1, chunks = (blocks + chunk - 1) / chunk;
  // Worth it where the bed is many times as long as contacts reach, and all threads have enough to do at a time.
  if (queued_ == 1 || chunks < 2 * queued_ * lag || queued_ * chunk < 4 * static_cast<std::size_t>(executor.threads())) {
    for (std::size_t pass = 0; pass < queued_; ++pass)
      products = executor.reduce(slices, Products{}, [&](std::size_t begin, std::size_t end) {
        return run_slices(pass, begin, end);
      }, combine, Sliced::block);
  } else {
    // A pass may work on a chunk when the one before is through with all that its contacts reach.
    grow(parts_, blocks);
    for (std::size_t tick = 0; tick < chunks + last * lag; ++tick)
      executor.for_each(queued_ * chunk, [&](std::size_t k) {
        const std::size_t pass = k % queued_, block = (tick - pass * lag) * chunk + k / queued_;
        if (tick < pass * lag || block >= blocks) return;
        parts_[block] = run_slices(pass, block * Sliced::block, std::min(slices, (block + 1) * Sliced::block));
      }, 1);
    for (const Products& part : parts_) products += part;
  }
  if (last % 2 == 1) {
    std::swap(x_[0], x_[1]);
    std::swap(wy_[0], wy_[1]);
  }
  queued_ = 0;
  return products;
}

Tests SinglePass::advance(bool watch, Executor& executor) {
  refresh(executor);
  return with_dimension(rows.dimension(), [&]<int D>() {
    const double next_theta = 0.5 * theta_ * (std::sqrt(theta_ * theta_ + 4) - theta_);
    const double next_beta = theta_ * (1 - theta_) / (theta_ * theta_ + next_theta);
    const bool measured = theta_ == 1 || since_anchor % between_measures == 0;
    queue_[queued_++] = {static_cast<float>(beta_), static_cast<float>(next_beta)};
    ++since_anchor;
    if (is_far() && !measured && !watch) {
      theta_ = next_theta;
      beta_ = next_beta;
      return Tests{};
    }
    const Products products = run_queue<D>(measured, executor);
    const double curvature = measured ? products.energy / products.step : curvature_;
    if (measured && !watch) ready = few_lack(products.lacking);
    if (curvature > 2 * curvature_ && curvature_ < largest_curvature_) {
      // Too far: back to p, whose predecessor is gone.
      curvature_ = std::min(largest_curvature_, curvature);
      std::ranges::copy(x_[0], x_[1].begin());
      const Tests tests = move_anchor<D>(executor);
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
    return watch ? move_anchor<D>(executor) : Tests{};
  });
}

}  // namespace floc

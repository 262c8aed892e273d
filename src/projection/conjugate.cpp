#include "projection/conjugate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/flags.hpp"
#include "core/lanes.hpp"

namespace floc {
namespace {

constexpr double proportion = 0.1;
constexpr double shorter = 0.8;          // than the step of steepest descent
constexpr int smoothings = 3;
constexpr double rise = 1e-9;            // of the cost, beyond rounding
constexpr double rounding = 1e-6;        // of p, at most, in single precision between two anchors

}  // namespace

// Rows that two bodies share are met twice, and count half each time.
struct ConjugatePass::Products {
  double down = 0, along = 0;              // z·slope and s·slope, at p₊
  double fresh = 0, mixed = 0, old = 0;    // zᵀAz, zᵀAs and sᵀAs
  double held = 0;                         // slope²/a of the rows at their bound that overlap
  std::int64_t lacking = 0;                // entries that overlap too much

  Products& operator+=(const Products& o) {
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

template <int D, bool far, bool smooth, bool bounded>
ConjugatePass::Products ConjugatePass::pass(Executor& executor) {
  const auto run = [this](std::size_t first_slice, std::size_t last_slice) {
    const auto all = [](double value) { return Lanes{} + static_cast<float>(value); };
    const Lanes alpha = all(-alpha_), beta = all(beta_), epsilon = all(rows.compliance() / anchor.mean_diagonal()),
                unit = all(1 / Sliced::unit_normal), whole = all(1), half = all(0.5), zero = all(least), none{},
                huge = all(std::numeric_limits<float>::infinity()), release = all(release_ ? 1 : 0),
                most_slope = all(lacking_slope());
    const auto obstacle = contacts.obstacle();
    // Copies, which a store is not thought to change.
    const std::size_t* const columns = contacts.columns();
    const std::int32_t* const others = contacts.others();
    const std::int16_t* const normal = contacts.normals();
    const float *const lower = anchor.lower(), *const w = w_.data();
    const Number<bounded>* const slopes = anchor.slope<Number<bounded>>();
    float* const xs = x_.data();
    std::uint32_t* const szs = sz_.data();
    float* backs = back_.data() + first_slice * D * lanes;
    std::uint64_t clipped_slices = 0;
    Number<bounded>* const wz_ws = std::get<Untouched<Number<bounded>>>(wz_ws_).data();
    // A block is short enough to be added up in single precision.
    Lanes down{}, along{}, fresh{}, mixed{}, old{}, soft_fresh{}, soft_mixed{}, soft_old{}, held{};
    IntLanes lacking{};
    for (std::size_t k = first_slice; k < last_slice; ++k) {
      const std::array<Lanes, 4> here = gather(w, [k](std::size_t l) { return stride * (k * lanes + l); });
      Lanes push[D]{}, turned[D]{}, back[D]{};
      bool clipped = false;
      for (std::size_t column = columns[k]; column < columns[k + 1]; ++column) {
        const std::size_t t = column * lanes;
        if constexpr (far) {
          const std::size_t next = t + Sliced::ahead * lanes, later = t + 2 * Sliced::ahead * lanes;
          prefetch_column(w, others + next, others + later, normal + D * later, slopes + later, xs + later, szs + later);
          if constexpr (bounded) prefetch_streams(lower + later);
        }
        const std::array<Lanes, 4> there =
            gather(w, [&](std::size_t l) { return static_cast<std::size_t>(others[t + l]); });
        // Divided early, while the slope is not known yet.
        const Lanes inverse = whole / larger(here[3] + there[3] + epsilon, zero);
        Lanes e[D], approach{};
        for (std::size_t i = 0; i < D; ++i) {
          e[i] = widen(normal + (column * D + i) * lanes);
          approach = fused(e[i], here[i] - there[i], approach);
        }
        const BitLanes both = load<BitLanes>(szs + t);
        const Lanes bound = bounded ? load<Lanes>(lower + t) : none, last = second_of(both);
        const Lanes s = smooth ? first_of(both) : fused(beta, first_of(both), last);
        const Lanes y = fused(alpha, smooth ? last : s, load<Lanes>(xs + t)), x = larger(bound, y);
        const Lanes share = load<IntLanes>(others + t) == obstacle ? whole : half;
        const IntLanes open = y > bound;
        const Lanes kept = shortened(open ? s : none), most = open ? huge : none;
        const Lanes pace = open ? inverse : release * inverse, hold = open ? none : share * inverse;
        // All of the above can be had before the slope.
        const Lanes slope = fused(unit, approach, fused(epsilon, y, load_lanes(slopes + t)));
        const Lanes pull = smaller(slope, most), z = shortened(pull * pace);
        store(xs + t, x);
        store(szs + t, pair_of_short(kept, z));
        for (std::size_t i = 0; i < D; ++i) {
          push[i] = fused(e[i], z, push[i]);
          turned[i] = fused(e[i], kept, turned[i]);
        }
        lacking -= slope < most_slope;
        // Rarely.
        if (any(x != y)) {
          clipped = true;
          const Lanes by = x - y;
          for (std::size_t i = 0; i < D; ++i) back[i] = fused(e[i], by, back[i]);
        }
        const Lanes half_z = share * z, half_s = share * kept;
        down = fused(half_z, pull, down);
        along = fused(half_s, pull, along);
        soft_fresh = fused(half_z, z, soft_fresh);
        soft_mixed = fused(half_z, kept, soft_mixed);
        soft_old = fused(half_s, kept, soft_old);
        held = fused(hold * pull, pull, held);
      }
      if (clipped) clipped_slices |= std::uint64_t{1} << (k - first_slice);
      const Lanes mass = whole / larger(zero, here[3]), move = unit * here[3];
      for (std::size_t i = 0; i < D; ++i) {
        const Lanes dz = move * push[i], ds = move * turned[i];
        if (clipped) {
          const Lanes by = move * back[i];
          store(backs, by);
          backs += lanes;
          down += mass * dz * by;
          along += mass * ds * by;
        }
        Number<bounded>* const both = wz_ws + (2 * k * D + i) * lanes;
        store_lanes(both, dz);
        store_lanes(both + D * lanes, ds);
        fresh = fused(mass * dz, dz, fresh);
        mixed = fused(mass * dz, ds, mixed);
        old = fused(mass * ds, ds, old);
      }
    }
    static_assert(Sliced::block <= 64);
    clipped_[first_slice / Sliced::block] = clipped_slices;
    // ε of the products is that of the rows, the rest |·|²_M of the bodies.
    fresh = fused(epsilon, soft_fresh, fresh);
    mixed = fused(epsilon, soft_mixed, mixed);
    old = fused(epsilon, soft_old, old);
    Products total;
    for (int l = 0; l < 8; ++l) {
      total.down += static_cast<double>(down[l]);
      total.along += static_cast<double>(along[l]);
      total.fresh += static_cast<double>(fresh[l]);
      total.mixed += static_cast<double>(mixed[l]);
      total.old += static_cast<double>(old[l]);
      total.held += static_cast<double>(held[l]);
      total.lacking += lacking[l];
    }
    return total;
  };
  return executor.reduce(contacts.slices(), Products{}, run,
                         [](Products total, const Products& part) { return total += part; }, Sliced::block);
}

// Some passes when few rows lack; then the anchor moves, and what is left is relaxed.
bool ConjugatePass::smooths(const Products& products) {
  if (smoothing_ > 0) ready = --smoothing_ == 0;
  else if (few_lack(products.lacking)) smoothing_ = smoothings;
  return smoothing_ > 0;
}

void ConjugatePass::choose(const Products& products) {
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

// s = z + βs and x − αs, for the bodies.
template <int D, bool bounded>
void ConjugatePass::turn(Executor& executor) {
  const Number<bounded>* const wz_ws = std::get<Untouched<Number<bounded>>>(wz_ws_).data();
  const Lanes alpha = Lanes{} - static_cast<float>(alpha_), beta = Lanes{} + static_cast<float>(beta_);
  executor.for_blocks(contacts.slices(), [&](std::size_t first_slice, std::size_t last_slice) {
    const auto change = [this](std::size_t k, auto&& by) {
      std::array<Lanes, 4> to = gather(w_.data(), [k](std::size_t l) { return stride * (k * lanes + l); });
      for (std::size_t i = 0; i < D; ++i) to[i] = by(i, to[i]);
      scatter(to, w_.data() + k * lanes * stride);
    };
    for (std::size_t k = first_slice; k < last_slice; ++k)
      change(k, [&](std::size_t i, Lanes at) {
        const Number<bounded>* const both = wz_ws + (2 * k * D + i) * lanes;
        Lanes along = load_lanes(both);
        if (!smooth_) along = fused(beta, load_lanes(both + D * lanes), along);
        return fused(alpha, along, at);
      });
    // In a loop of its own: which slices those are is nothing that a processor could guess.
    const float* backs = back_.data() + first_slice * D * lanes;
    for_bits(std::exchange(clipped_[first_slice / Sliced::block], 0), [&](std::size_t k) {
      change(first_slice + k, [&](std::size_t i, Lanes at) { return at + load<Lanes>(backs + i * lanes); });
      backs += D * lanes;
    });
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
    with_flags([&]<bool bounded>() { turn<D, bounded>(executor); }, !whole_);
    choose(with_flags([&]<bool far, bool smooth, bool bounded>() { return pass<D, far, smooth, bounded>(executor); },
                      is_far(), smooth_, !whole_));
  });
  ++since_anchor;
  return tests;
}

}  // namespace floc

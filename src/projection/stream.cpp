#include "projection/stream.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#if defined(__FMA__) && defined(__AVX__)
#include <immintrin.h>
#endif

#include "core/grow.hpp"

namespace floc {
namespace {

constexpr std::size_t window = 256;       // bodies that are sorted by their number of contacts
constexpr std::uint64_t most_contacts = std::uint64_t{1} << 40;
constexpr std::size_t slice_block = 64;   // slices a block of the executor

using Lanes = float __attribute__((vector_size(32)));
using DoubleLanes = double __attribute__((vector_size(64)));
using IntLanes = std::int32_t __attribute__((vector_size(32)));
using Four = float __attribute__((vector_size(16)));

constexpr std::size_t stride = 4;         // of a slot in wy
constexpr int few_passes = 5, most_between_anchors = 100;
constexpr int between_measures = 4;       // passes
constexpr std::size_t ahead = 16;         // columns whose neighbours are asked for in advance …
constexpr std::size_t many = 1'500'000;   // … beyond so many entries, which no cache holds
constexpr double most = 32767;            // a normal of length one, as integers
constexpr double least = 1e-30;           // in the place of a zero that divides

// So many zeros, each written by the thread that will work on it, or near that.
template <class T>
void zero(Untouched<T>& values, std::size_t size, Executor& executor) {
  grow(values, size);
  executor.for_blocks(size, [&](std::size_t begin, std::size_t end) {
    std::fill(values.data() + begin, values.data() + end, T{});
  }, 32768);
}

template <class V, class T>
V load(const T* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

template <class V>
void store(float* to, V v) {
  __builtin_memcpy(to, &v, sizeof v);
}

// Written out, since the compilers at hand make one instruction of this and five of a vector's conversion.
Lanes widen(const std::int16_t* from) {
  IntLanes wide;
  for (int l = 0; l < 8; ++l) wide[l] = from[l];
  return __builtin_convertvector(wide, Lanes);
}

// One instruction each where there is one. a·b + c is asked for by name since this file is compiled without
// contraction (a loop that is compiled twice would be contracted in two ways).
#if defined(__FMA__) && defined(__AVX__)
inline Lanes fused(Lanes a, Lanes b, Lanes c) { return _mm256_fmadd_ps(a, b, c); }
inline Lanes larger(Lanes a, Lanes b) { return _mm256_max_ps(a, b); }
inline Lanes smaller(Lanes a, Lanes b) { return _mm256_min_ps(a, b); }
inline Lanes join(const float* low, const float* high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}
#else
inline Lanes fused(Lanes a, Lanes b, Lanes c) { return a * b + c; }
inline Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }
inline Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }
inline Lanes join(const float* low, const float* high) {
  return __builtin_shufflevector(load<Four>(low), load<Four>(high), 0, 1, 2, 3, 4, 5, 6, 7);
}
#endif

// The four numbers of eight slots, number by number.
template <class Place>
[[gnu::always_inline]] inline std::array<Lanes, 4> gather(const float* wy, Place place) {
  const auto pair = [&](std::size_t l) { return join(wy + place(l), wy + place(l + 4)); };
  const Lanes a = pair(0), b = pair(1), c = pair(2), d = pair(3);
  const Lanes low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes low2 = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes high = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
  const Lanes high2 = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
  return {__builtin_shufflevector(low, low2, 0, 1, 8, 9, 4, 5, 12, 13),
          __builtin_shufflevector(low, low2, 2, 3, 10, 11, 6, 7, 14, 15),
          __builtin_shufflevector(high, high2, 0, 1, 8, 9, 4, 5, 12, 13),
          __builtin_shufflevector(high, high2, 2, 3, 10, 11, 6, 7, 14, 15)};
}

// The same eight slots in a row, written.
[[gnu::always_inline]] inline void scatter(const std::array<Lanes, 4>& v, float* wy) {
  const Lanes low = __builtin_shufflevector(v[0], v[1], 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes high = __builtin_shufflevector(v[0], v[1], 2, 10, 3, 11, 6, 14, 7, 15);
  const Lanes low2 = __builtin_shufflevector(v[2], v[3], 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes high2 = __builtin_shufflevector(v[2], v[3], 2, 10, 3, 11, 6, 14, 7, 15);
  const auto write = [&](std::size_t l, Lanes pair) {
    store(wy + stride * l, __builtin_shufflevector(pair, pair, 0, 1, 2, 3));
    store(wy + stride * (l + 4), __builtin_shufflevector(pair, pair, 4, 5, 6, 7));
  };
  write(0, __builtin_shufflevector(low, low2, 0, 1, 8, 9, 4, 5, 12, 13));
  write(1, __builtin_shufflevector(low, low2, 2, 3, 10, 11, 6, 7, 14, 15));
  write(2, __builtin_shufflevector(high, high2, 0, 1, 8, 9, 4, 5, 12, 13));
  write(3, __builtin_shufflevector(high, high2, 2, 3, 10, 11, 6, 7, 14, 15));
}

}  // namespace

struct SinglePass::Products {
  double step = 0;      // |x₊ − y|² in the metric of a
  double momentum = 0;  // (gradient at y)·(x₊ − x)
  double energy = 0;    // |w(x₊) − w(y)|²_M + ε|x₊ − y|²
  double lowest = 0;    // slope at y: minus what a gap lacks

  Products& operator+=(const Products& o) {
    step += o.step;
    momentum += o.momentum;
    energy += o.energy;
    lowest = std::min(lowest, o.lowest);
    return *this;
  }
};

// Normals, names, slopes, bounds and two generations of x; a third of x and of w is written in their place.
double SinglePass::bytes_an_iteration() const {
  const auto entries = static_cast<double>(this->entries()), slots = static_cast<double>(body_.size());
  const auto d = static_cast<double>(rows.dimension());
  return entries * (sizeof(std::int16_t) * d + sizeof(std::int32_t) + 5 * sizeof(float)) +
         slots * (2 * stride + 2 * d) * sizeof(float);
}

// When the last pass looks converged, and now and then against rounding: an anchor costs about six iterations.
bool SinglePass::watches(int) const {
  return since_anchor_ >= most_between_anchors ||
         (shortfall_ <= (1 + aim()) * allowed && since_anchor_ >= look_after_);
}

// Whether the list is an order of all bodies; leaves its marks in slot_.
bool SinglePass::visits_all(std::span<const std::int32_t> order) {
  if (order.size() != slot_.size()) return false;
  std::ranges::fill(slot_, 0);
  for (const std::int32_t i : order)
    if (i < 0 || static_cast<std::size_t>(i) >= slot_.size() || std::exchange(slot_[i], 1) == 1) return false;
  return true;
}

// Slots, slices and entries, from the rows of each body in the order of the rows.
void SinglePass::lay_out(Executor& executor) {
  const Incidence& incidence = rows.incidence();
  if (version_ == incidence.version()) return;
  version_ = incidence.version();
  const std::size_t n = rows.bodies(), slices = (n + lanes - 1) / lanes;
  const auto obstacle = static_cast<std::int32_t>(slices * lanes * stride);
  const auto degree = [&](std::int32_t i) {
    return static_cast<std::size_t>(incidence.end(i) - incidence.begin(i)) + incidence.others(i).size();
  };
  grow(body_, slices * lanes);
  grow(slot_, n);
  if (visits_all(incidence.order())) std::ranges::copy(incidence.order(), body_.begin());
  else std::iota(body_.begin(), body_.begin() + static_cast<std::ptrdiff_t>(n), 0);
  std::fill(body_.begin() + static_cast<std::ptrdiff_t>(n), body_.end(), -1);
  executor.for_blocks(n, [&](std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    std::array<std::uint64_t, window> keys;  // most contacts first, then in the order they have
    std::array<std::int32_t, window> bodies;
    for (std::size_t k = 0; k < count; ++k) {
      bodies[k] = body_[begin + k];
      keys[k] = (most_contacts - degree(bodies[k])) << 8 | k;
    }
    std::sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t k = 0; k < count; ++k) {
      const std::int32_t body = bodies[keys[k] % window];
      body_[begin + k] = body;
      slot_[body] = static_cast<std::int32_t>(begin + k);
    }
  }, window);
  grow(column_, slices + 1);
  column_[0] = 0;
  std::size_t most_rows = 0;
  for (std::size_t s = 0; s < slices; ++s) {
    std::size_t longest = 0;
    for (std::size_t q = s * lanes; q < (s + 1) * lanes; ++q)
      if (body_[q] >= 0) longest = std::max(longest, degree(body_[q]));
    column_[s + 1] = column_[s] + longest;
    most_rows = std::max(most_rows, longest);
  }
  // Gershgorin: no entry of the matrix with a unit diagonal is larger than one.
  largest_curvature_ = 2 * static_cast<double>(most_rows);
  grow(there_, rows.rows());
  grow(other_, entries() + ahead * lanes);
  std::fill_n(other_.end() - ahead * lanes, ahead * lanes, obstacle);
  executor.for_each(slices, [&](std::size_t s) {
    std::fill(&other_[column_[s] * lanes], &other_[column_[s + 1] * lanes], obstacle);
    for (std::size_t q = s * lanes; q < (s + 1) * lanes && body_[q] >= 0; ++q) lay_out_body(q);
  }, slice_block);
}

// The entries of a slot.
void SinglePass::lay_out_body(std::size_t q) {
  const Incidence& incidence = rows.incidence();
  const auto place = [&](std::size_t i) { return static_cast<std::int32_t>(stride) * slot_[i]; };
  const auto body = static_cast<std::size_t>(body_[q]);
  auto t = static_cast<std::int32_t>(column_[q / lanes] * lanes + q % lanes);
  for (std::int32_t c = incidence.begin(body); c < incidence.end(body); ++c, t += lanes) {
    const auto second = static_cast<std::size_t>(incidence.second()[c]);
    if (second == rows.bodies()) there_[c] = -1;
    else other_[t] = place(second);
  }
  for (const std::int32_t c : incidence.others(body)) {
    there_[c] = t;
    other_[t] = place(incidence.first()[c]);
    t += lanes;
  }
}

// Normals and masses of this problem, in the units of the pass.
template <int D>
void SinglePass::fill(Executor& executor) {
  zero(normal_, entries() * D, executor);
  executor.for_each(rows.rows(), [&](std::size_t c) {
    for (std::size_t k = 0; k < D; ++k) {
      const auto e = static_cast<std::int16_t>(std::lrint(most * rows.normal()[c * D + k]));
      const auto place = [&](std::int32_t t) -> std::int16_t& {
        const auto entry = static_cast<std::size_t>(t);
        return normal_[(entry / lanes * D + k) * lanes + entry % lanes];
      };
      place(here(c)) = e;
      if (there_[c] >= 0) place(there_[c]) = static_cast<std::int16_t>(-e);
    }
  });
  for (auto& wy : wy_) zero(wy, (body_.size() + 1) * stride, executor);
  for (std::size_t q = 0; q < body_.size(); ++q)
    if (body_[q] >= 0) wy_[0][q * stride + 3] = static_cast<float>(rows.inverse_mass()[body_[q]] / mean_diagonal_);
}

void SinglePass::begin(std::span<const double> start, Executor& executor) {
  lay_out(executor);
  unit_ = rows.length();
  mean_diagonal_ = rows.over_rows<Sum>(executor, [&](std::size_t c, Sum& s) { s.value += rows.diagonal()[c]; }).value /
                   static_cast<double>(rows.rows());
  with_dimension(rows.dimension(), [&]<int D>() {
    fill<D>(executor);
    for (auto* values : {&slope_, &lower_, &x_[0], &x_[1]}) zero(*values, entries(), executor);
    zero(w_, body_.size() * D, executor);
    anchor_ = work->row_array();
    std::ranges::copy(start, anchor_.begin());
    theta_ = 1;
    beta_ = 0;
    curvature_ = 3;
    look_after_ = few_passes;
    shortfall_ = std::numeric_limits<double>::infinity();
    move_anchor<D>(executor);
  });
}

// p̄ ← p̄ + x, with its gradient and tests in double; x and its predecessor are shifted by −x.
template <int D>
Tests SinglePass::move_anchor(Executor& executor) {
  const double epsilon = rows.compliance(), force = unit_ / mean_diagonal_;  // the units of p
  since_anchor_ = 0;
  const Rows::Lower lower = rows.lower();
  executor.for_each(rows.rows(), [&](std::size_t c) {
    const std::int32_t t = here(c);
    const double x = static_cast<double>(x_[0][t]);
    // A row at its bound is at its bound, without the roundings of the sum.
    if (x != 0) anchor_[c] = x_[0][t] <= lower_[t] ? lower[c] : std::max(lower[c], anchor_[c] + x * force);
  });
  rows.displace(executor, anchor_, work->passing);
  const Tests tests = rows.sweep<D, Tests>(executor, work->passing, [&](std::size_t c, double g, Tests& total) {
    const double p = anchor_[c], slope = g + epsilon * p;
    total.add(g, slope, p, lower[c], rows.diagonal()[c]);
    for (const std::int32_t t : {here(c), there_[c]}) {
      if (t < 0) continue;
      slope_[t] = static_cast<float>((lower[c] == 0 ? slope - aim() * allowed : slope) / unit_);
      lower_[t] = static_cast<float>((lower[c] - p) / force);
    }
  });
  executor.for_each(x_[0].size(), [&](std::size_t t) {
    x_[1][t] -= x_[0][t];
    x_[0][t] = 0;
  }, 8192);
  // w is linear: with the shifted w₋, w(y) = w + β(w − w₋) = −βw₋, which is w(y) − w before the shift.
  executor.for_each(body_.size(), [&](std::size_t q) {
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
  executor.for_each(body_.size(), [&](std::size_t q) {
    for (std::size_t k = 0; k < D; ++k) wy_[0][q * stride + k] = w_[(q / lanes * D + k) * lanes + q % lanes];
  });
}

template <int D, bool measured, bool far>
SinglePass::Products SinglePass::pass(float next_beta, Executor& executor) {
  const auto run = [this, next_beta](std::size_t first_slice, std::size_t last_slice) {
    const auto all = [](double value) { return Lanes{} + static_cast<float>(value); };
    const Lanes beta = all(beta_), rate = all(1 / curvature_), epsilon = all(rows.compliance() / mean_diagonal_),
                unit = all(1 / most), whole = all(1), half = all(0.5), zero = all(least);
    const auto obstacle = static_cast<std::int32_t>(body_.size() * stride);
    // Copies, which a store is not thought to change.
    const std::size_t* const columns = column_.data();
    const std::int32_t* const others = other_.data();
    const std::int16_t* const normal = normal_.data();
    const float *const slopes = slope_.data(), *const lower = lower_.data();
    const float *const now = x_[0].data(), *const wy = wy_[0].data();
    float *const before = x_[1].data(), *const w = w_.data(), *const next_wy = wy_[1].data();
    DoubleLanes step_sum{}, momentum_sum{}, energy_sum{};
    Lanes lowest{};
    for (std::size_t s = first_slice; s < last_slice; ++s) {
      const std::array<Lanes, 4> here = gather(wy, [s](std::size_t l) { return stride * (s * lanes + l); });
      Lanes force[D]{}, step{}, bend{}, momentum{};
      for (std::size_t column = columns[s]; column < columns[s + 1]; ++column) {
        const std::size_t t = column * lanes;
        if constexpr (far)
          for (std::size_t l = 0; l < lanes; ++l) __builtin_prefetch(wy + others[t + ahead * lanes + l]);
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
        lowest = smaller(slope, lowest);
        if constexpr (measured) {
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
      total.lowest = std::min(total.lowest, static_cast<double>(lowest[l]));
    }
    return total;
  };
  return executor.reduce(column_.size() - 1, Products{}, run,
                         [](Products total, const Products& part) { return total += part; }, slice_block);
}

Tests SinglePass::advance(bool watch, Executor& executor) {
  return with_dimension(rows.dimension(), [&]<int D>() {
    const double next_theta = 0.5 * theta_ * (std::sqrt(theta_ * theta_ + 4) - theta_);
    const double next_beta = theta_ * (1 - theta_) / (theta_ * theta_ + next_theta);
    const bool measured = theta_ == 1 || since_anchor_ % between_measures == 0, far = entries() > many;
    const auto run = measured ? far ? &SinglePass::pass<D, true, true> : &SinglePass::pass<D, true, false>
                              : far ? &SinglePass::pass<D, false, true> : &SinglePass::pass<D, false, false>;
    const Products products = (this->*run)(static_cast<float>(next_beta), executor);
    const double curvature = measured ? products.energy / products.step : curvature_;
    shortfall_ = -products.lowest * unit_;
    ++since_anchor_;
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
    if (!watch) return Tests{};
    ++look_after_;  // the next time: gaps were not all, or it was too early
    return move_anchor<D>(executor);
  });
}

void Stream::solve(const ProjectionProblem& problem, const ProjectionSettings& settings, Executor& executor,
                   ProjectionResult& result) {
  pass_.solve(problem, settings, executor, result);
  go_on_with(apgd_, problem, settings, executor, result);
}

}  // namespace floc

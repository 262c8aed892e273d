// Forces of pairs from a potential of bounded strength, eight pairs at once.
//
// A body visits all bodies around it, so that no two threads write to one place; a pair is computed twice,
// from numbers that differ by the sign of x_i − x_j alone. What is summed is rounded to a multiple of a unit,
// and added as an integer. Such sums are exact: they depend neither on the order of the pairs, nor on pairs
// beyond the range that happen to be listed, and the forces of a pair are opposite to the last bit.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "core/grow.hpp"
#include "forces/force.hpp"
#include "forces/pair_sums.hpp"

namespace floc {

constexpr std::size_t pair_lanes = Around::lanes;
using PairLanes = double __attribute__((vector_size(64)));
using PairBits = std::uint64_t __attribute__((vector_size(64)));
using PairMask = std::int64_t __attribute__((vector_size(64)));

// a·b + c, rounded once where the processor can: asked for, since the compiler is told not to decide it.
inline PairLanes fused(PairLanes a, PairLanes b, PairLanes c) {
#ifdef __FP_FAST_FMA
  PairLanes r;
  for (std::size_t l = 0; l < pair_lanes; ++l) r[l] = std::fma(a[l], b[l], c[l]);
  return r;
#else
  return a * b + c;
#endif
}
inline PairLanes all_lanes(double v) { return v - PairLanes{}; }

// Eight pairs: push over distance, and potential, as shares of the largest push and of an energy.
struct PairShares {
  PairLanes push, potential;
};

namespace detail {

constexpr double least = 1e-300;  // |x_i − x_j|² of coincident centres, which do not know in which direction to go

// Numbers are added as integers, in units: the sum of a number v below 16 and the carrier has v/unit, rounded, in
// its last bits. 2¹⁷ numbers of size 1 and one sign fit.
constexpr double sum_unit = 0x1p-46, carrier = 0x1.8p52 * sum_unit;

class ExactSum {
 public:
  // a·b where the mask says so.
  void add(PairMask mask, PairLanes a, PairLanes b) {
    const PairLanes zero = all_lanes(carrier);
    bits_ += std::bit_cast<PairBits>(mask ? fused(a, b, zero) : zero);
  }
  double value(std::size_t visits) const {
    const auto half =
        __builtin_shufflevector(bits_, bits_, 0, 1, 2, 3) + __builtin_shufflevector(bits_, bits_, 4, 5, 6, 7);
    const auto two = __builtin_shufflevector(half, half, 0, 1) + __builtin_shufflevector(half, half, 2, 3);
    const std::uint64_t sum = two[0] + two[1] - visits * pair_lanes * std::bit_cast<std::uint64_t>(carrier);
    return static_cast<double>(static_cast<std::int64_t>(sum)) * sum_unit;
  }

 private:
  PairBits bits_{};
};

// Rounds numbers below 2⁵¹.
inline PairLanes nearest_integer(PairLanes v) {
  constexpr double no_fraction = 0x1.8p52;
  return (v + no_fraction) - no_fraction;
}

// Written as a loop, since vectors have no square root of their own; one instruction where there is one.
inline PairLanes square_root(PairLanes v) {
  PairLanes r;
  for (std::size_t l = 0; l < pair_lanes; ++l) r[l] = std::sqrt(v[l]);
  return r;
}

// The four numbers of eight bodies, number by number.
inline std::array<PairLanes, PairSums::stride> gather(const double* place, const std::int32_t* names) {
  using Four = double __attribute__((vector_size(32)));
  const auto two = [&](std::size_t a, std::size_t b) {
    Four low, high;
    __builtin_memcpy(&low, place + PairSums::stride * static_cast<std::size_t>(names[a]), sizeof low);
    __builtin_memcpy(&high, place + PairSums::stride * static_cast<std::size_t>(names[b]), sizeof high);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
  };
  const PairLanes a = two(0, 2), b = two(1, 3), c = two(4, 6), d = two(5, 7);
  const PairLanes even = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
  const PairLanes odd = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  const PairLanes even2 = __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
  const PairLanes odd2 = __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15);
  return {__builtin_shufflevector(even, even2, 0, 1, 4, 5, 8, 9, 12, 13),
          __builtin_shufflevector(odd, odd2, 0, 1, 4, 5, 8, 9, 12, 13),
          __builtin_shufflevector(even, even2, 2, 3, 6, 7, 10, 11, 14, 15),
          __builtin_shufflevector(odd, odd2, 2, 3, 6, 7, 10, 11, 14, 15)};
}

// Brings the places up to the bodies, with one more that is within no range. False when nothing changed.
template <int D>
bool take_places(const Scenery& s, PairSums& sums) {
  constexpr std::size_t stride = PairSums::stride;
  const Bodies& bodies = s.bodies;
  const std::size_t n = bodies.size(), size = stride * (n + 1);
  const bool anew = sums.place.size() != size;
  if (anew) {
    grow(sums.place, size);
    grow(sums.force, n * D);
    std::fill_n(&sums.place[n * stride], stride, std::numeric_limits<double>::quiet_NaN());
  }
  const bool moved = s.executor.reduce(
      n, false,
      [&](std::size_t begin, std::size_t end) {
        bool different = false;
        for (std::size_t i = begin; i < end; ++i) {
          std::array<double, stride> now{};
          std::copy_n(&bodies.position[i * D], D, now.begin());
          now.back() = bodies.radius[i];
          double* const before = &sums.place[i * stride];
          for (std::size_t k = 0; k < stride; ++k) {
            different |= !(before[k] == now[k]);
            before[k] = now[k];
          }
        }
        return different;
      },
      [](bool a, bool b) { return a || b; });
  return anew || moved;
}

// f(k) for the axes, with k a constant, so that what it is the index of may live in registers.
template <int D, class F>
void for_axes(F&& f) {
  [&]<std::size_t... k>(std::index_sequence<k...>) { (f(std::integral_constant<std::size_t, k>()), ...); }
  (std::make_index_sequence<D>());
}

// f_i of one body, and twice its part of the energy. Distances of a batch come before its forces: two short chains
// of operations, of which the processor has more at a time under way than of a long one.
template <int D, class Law>
double sum_around(const Scenery& s, std::size_t i, const Law& law, PairSums& sums) {
  constexpr std::size_t radius = PairSums::stride - 1, batch = 8;
  const std::span<const std::int32_t> list = s.neighbours.bodies_around(i);
  const std::size_t visits = (list.size() + pair_lanes - 1) / pair_lanes;
  const double* const own = &sums.place[i * PairSums::stride];
  std::array<PairLanes, batch> d[D], distance, gap;
  std::array<PairMask, batch> inside;
  ExactSum force[D], energy;
  for (std::size_t begin = 0; begin < visits; begin += batch) {
    const std::size_t count = std::min(batch, visits - begin);
    for (std::size_t q = 0; q < count; ++q) {
      const std::int32_t* const names = list.data() + (begin + q) * pair_lanes;
      const std::array<PairLanes, PairSums::stride> other = gather(sums.place.data(), names);
      PairLanes square = all_lanes(least);
      for_axes<D>([&](auto k) {
        PairLanes apart = own[k] - other[k];
        if (const double l = s.domain.period[k]; l > 0) apart -= l * nearest_integer(apart * (1 / l));
        square = fused(apart, apart, square);
        d[k][q] = apart;
      });
      const PairLanes sum = own[radius] + other[radius], limit = sum + law.range;
      distance[q] = square_root(square);
      gap[q] = distance[q] - sum;
      inside[q] = law.choose(i, names, square < limit * limit);
    }
    for (std::size_t q = 0; q < count; ++q) {
      const PairShares share = law.shares(gap[q], distance[q]);
      for_axes<D>([&](auto k) { force[k].add(inside[q], share.push, d[k][q]); });
      energy.add(inside[q], share.potential, all_lanes(1));
    }
  }
  for_axes<D>([&](auto k) { sums.force[i * D + k] = law.strength * force[k].value(visits); });
  return energy.value(visits);
}

}  // namespace detail

// f and W at the present positions. `law` has a range, the strength and the energy that its shares are of,
// shares(gap, distance), and choose(i, names, inside), which takes pairs out of those inside the range.
template <class Law>
void take_sums(const Scenery& s, const Law& law, PairSums& sums) {
  with_dimension(s.bodies.dimension, [&]<int D>() {
    if (!detail::take_places<D>(s, sums)) return;
    const double twice = s.executor.reduce(
        s.bodies.size(), 0.0,
        [&](std::size_t begin, std::size_t end) {
          double part = 0;
          for (std::size_t i = begin; i < end; ++i) part += detail::sum_around<D>(s, i, law, sums);
          return part;
        },
        [](double a, double b) { return a + b; }, 256);
    sums.energy = 0.5 * law.energy * twice;
  });
}

}  // namespace floc

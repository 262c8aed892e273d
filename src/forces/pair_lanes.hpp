// Forces of pairs from a potential of bounded strength, eight pairs at once.
//
// A body visits all bodies around it, so that no two threads write to one place; a pair is computed twice,
// from numbers that differ by the sign of x_i − x_j alone. What is summed is rounded to a multiple of a unit,
// and added as an integer. Such sums are exact: they depend neither on the order of the pairs, nor on pairs
// beyond the range that happen to be listed, and the forces of a pair are opposite to the last bit.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "forces/force.hpp"
#include "forces/pair_sums.hpp"

namespace floc {

constexpr std::size_t pair_lanes = 8;
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

// Numbers are added as integers, in units: the sum of a number v below 16 and the carrier has v/unit, rounded, in
// its last bits. 2¹⁷ numbers up to 1 that all point in one direction fit.
constexpr double least = 1e-300;  // |x_i − x_j|² of coincident centres, which do not know in which direction to go
constexpr double sum_unit = 0x1p-46, carrier = 0x1.8p52 * sum_unit;

class ExactSum {
 public:
  // a·b where the mask says so.
  void add(PairMask mask, PairLanes a, PairLanes b) {
    const PairLanes zero = all_lanes(carrier);
    bits_ += std::bit_cast<PairBits>(mask ? fused(a, b, zero) : zero);
  }
  double value(std::size_t visits) const {
    const auto half = __builtin_shufflevector(bits_, bits_, 0, 1, 2, 3) + __builtin_shufflevector(bits_, bits_, 4, 5, 6, 7);
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

// Brings the places up to the bodies, with one more that is far from all of them. False when nothing changed.
inline bool take_places(const Scenery& s, PairSums& sums) {
  constexpr std::size_t stride = PairSums::stride;
  const Bodies& bodies = s.bodies;
  const auto d = static_cast<std::size_t>(bodies.dimension);
  const std::size_t n = bodies.size(), size = stride * (n + 1);
  const bool anew = sums.place.size() != size;
  if (anew) {
    sums.place.resize(size);
    sums.force.resize(n * d);
    std::fill_n(&sums.place[n * stride], stride, 1e160);
  }
  const bool moved = s.executor.reduce(
      n, false,
      [&](std::size_t begin, std::size_t end) {
        bool different = false;
        for (std::size_t i = begin; i < end; ++i) {
          std::array<double, stride> now{};
          std::copy_n(bodies.x(i), d, now.begin());
          now[stride - 1] = bodies.radius[i];
          double* const before = &sums.place[i * stride];
          for (std::size_t k = 0; k < stride; ++k) different |= !(before[k] == now[k]);
          std::ranges::copy(now, before);
        }
        return different;
      },
      [](bool a, bool b) { return a || b; });
  return anew || moved;
}

// f_i of one body, and twice its part of the energy; the last eight pairs are filled up with nobody.
template <int D, class Law>
double sum_around(const Scenery& s, std::size_t i, const Law& law, PairSums& sums) {
  constexpr std::size_t radius = PairSums::stride - 1;
  const std::span<const std::int32_t> list = s.neighbours.bodies_around(i);
  const std::size_t rest = list.size() % pair_lanes, visits = (list.size() + pair_lanes - 1) / pair_lanes;
  std::array<std::int32_t, pair_lanes> last;
  last.fill(static_cast<std::int32_t>(s.bodies.size()));
  for (std::size_t l = 0; l < rest; ++l) last[l] = list[list.size() - rest + l];

  const double* const own = &sums.place[i * PairSums::stride];
  std::array<ExactSum, D> force;
  ExactSum energy;
  for (std::size_t visit = 0; visit < visits; ++visit) {
    const std::int32_t* const names = (visit + 1) * pair_lanes > list.size() ? last.data() : &list[visit * pair_lanes];
    std::array<PairLanes, PairSums::stride> d = gather(sums.place.data(), names);
    PairLanes square = all_lanes(least);
    for (std::size_t k = 0; k < D; ++k) {
      d[k] = own[k] - d[k];
      if (const double l = s.domain.period[k]; l > 0) d[k] -= l * nearest_integer(d[k] * (1 / l));
      square = fused(d[k], d[k], square);
    }
    const PairLanes sum = own[radius] + d[radius], limit = sum + law.range, distance = square_root(square);
    const PairMask inside = law.choose(i, names, square < limit * limit);
    const PairShares share = law.shares(distance - sum, distance);
    for (std::size_t k = 0; k < D; ++k) force[k].add(inside, share.push, d[k]);
    energy.add(inside, share.potential, all_lanes(1));
  }
  for (std::size_t k = 0; k < D; ++k) sums.force[i * D + k] = law.strength * force[k].value(visits);
  return energy.value(visits);
}

}  // namespace detail

// f and W at the present positions. `law` has a range, the strength and the energy that its shares are of,
// shares(gap, distance), and choose(i, names, inside), which takes pairs out of those inside the range.
template <class Law>
void take_sums(const Scenery& s, const Law& law, PairSums& sums) {
  if (!detail::take_places(s, sums)) return;
  const double twice = with_dimension(s.bodies.dimension, [&]<int D>() {
    return s.executor.reduce(
        s.bodies.size(), 0.0,
        [&](std::size_t begin, std::size_t end) {
          double part = 0;
          for (std::size_t i = begin; i < end; ++i) part += detail::sum_around<D>(s, i, law, sums);
          return part;
        },
        [](double a, double b) { return a + b; }, 256);
  });
  sums.energy = 0.5 * law.energy * twice;
}

}  // namespace floc

// Which of many pairs are near, at a glance: places in 32 bits a direction, eight pairs at a time.
//
// A place is x modulo P, in units of P/2³². The difference of two such numbers, which overflows as it likes, is that of the
// nearest images modulo P. P divides the period where there is one, and is any length elsewhere: what it gets wrong
// is to take bodies for near that are a multiple of P apart. So who is left out is not near, and who is taken almost
// surely is.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "core/grow.hpp"
#include "core/lanes.hpp"
#include "parallel/executor.hpp"

namespace floc {

class RoughPlaces {
 public:
  static constexpr std::size_t most = 8;  // pairs at a time

  // Two bodies will be near if |x_i − x_j| < extent(i) + extent(j). Pairs that are asked for are much closer than
  // `far` as a rule.
  template <class Extent>
  void take(const Bodies& bodies, const Domain& domain, double far, Extent&& extent, Executor& executor) {
    const auto d = static_cast<std::size_t>(bodies.dimension);
    std::array<double, 3> inverse{};
    double coarsest = 0;
    for (std::size_t k = 0; k < d; ++k) {
      const double period = domain.period[k], modulus = period > far ? period / std::floor(period / far)
                                                       : period > 0 ? period
                                                                    : far;
      unit_[k] = static_cast<float>(modulus / turn);
      inverse[k] = 1 / modulus;
      coarsest = std::max(coarsest, modulus / turn);
    }
    grow(words_, 4 * bodies.size());
    executor.for_each(bodies.size(), [&](std::size_t i) {
      std::uint32_t* const words = &words_[4 * i];
      for (std::size_t k = 0; k < 3; ++k) words[k] = k < d ? place(bodies.x(i)[k] * inverse[k]) : 0;
      // The roundings of a pair: less than a unit in each direction, and of single precision.
      const auto wide = static_cast<float>((1 + 1e-6) * extent(i) + coarsest);
      __builtin_memcpy(words + 3, &wide, sizeof wide);
    });
  }

  // Of body i and each of so many others, at most eight: a bit each, the first is the lowest.
  [[gnu::always_inline]] unsigned near(std::size_t i, std::span<const std::int32_t> others) const {
    const std::size_t last = others.size() - 1;
    const std::array<Lanes, 4> there = gather(reinterpret_cast<const float*>(words_.data()), [&](std::size_t l) {
      return 4 * static_cast<std::size_t>(others[std::min(l, last)]);
    });
    const std::uint32_t* const here = &words_[4 * i];
    Lanes square{};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto apart = reinterpret_cast<IntLanes>(reinterpret_cast<BitLanes>(there[k]) - here[k]);
      const Lanes length = unit_[k] * __builtin_convertvector(apart, Lanes);
      square = fused(length, length, square);
    }
    float extent;
    __builtin_memcpy(&extent, here + 3, sizeof extent);
    const Lanes limit = there[3] + extent;
    return bits(square < limit * limit) & (0xffu >> (most - others.size()));
  }

 private:
  static constexpr double turn = 4294967296.0;  // 2³²

  // Of x/P. (NaN is nowhere in particular.)
  static std::uint32_t place(double turns) {
    const double part = turns - std::floor(turns);
    return part < 1 ? static_cast<std::uint32_t>(part * turn) : 0;
  }

  std::array<float, 3> unit_{};
  Untouched<std::uint32_t> words_;  // the place, and the extent as a float
};

}  // namespace floc

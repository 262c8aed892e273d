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
#include "core/buffers.hpp"
#include "core/domain.hpp"
#include "core/rounding.hpp"
#include "neighbours/sift.hpp"
#include "parallel/executor.hpp"

namespace floc {

class QuantizedPositions {
 public:
  // Two bodies will be near if |x_i − x_j| < extent(i) + extent(j). Pairs that are asked for are much closer than
  // `far` as a rule.
  template <class Extent>
  void take(const Bodies& bodies, const Domain& domain, double far, Extent&& extent, Executor& executor) {
    inverse_far_ = 1 / far;
    coarsest_ = 0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(bodies.dimension); ++k) {
      const double period = domain.period[k], modulus = period > far ? period / std::floor(period / far)
                                                       : period > 0 ? period
                                                                    : far;
      unit_[k] = static_cast<float>(modulus / far / turn);
      inverse_[k] = 1 / modulus;
      coarsest_ = std::max(coarsest_, modulus / turn);
    }
    resize(bodies.size());
    executor.for_each(bodies.size(), [&](std::size_t i) { put(i, bodies, extent(i)); });
  }
  // Bodies that come later, each to be put in its place.
  void resize(std::size_t bodies) { resize_buffer(words_, 4 * bodies); }
  void put(std::size_t i, const Bodies& bodies, double extent) {
    const auto d = static_cast<std::size_t>(bodies.dimension);
    std::uint32_t* const words = &words_[4 * i];
    for (std::size_t k = 0; k < 3; ++k) words[k] = k < d ? place(bodies.x(i)[k] * inverse_[k]) : 0;
    // The roundings of a pair: less than a unit in each direction, and of single precision.
    const auto wide = static_cast<float>(inverse_far_ * ((1 + 1e-6) * extent + coarsest_));
    __builtin_memcpy(words + 3, &wide, sizeof wide);
  }

  // Those of the others that are near body i, in their order; `found` has room for sift::spare more than there are
  // others. Returns how many there are.
  std::size_t near(std::size_t i, std::span<const std::int32_t> others, std::int32_t* found) const {
    return sift::near(words_.data(), unit_, i, others, found);
  }

 private:
  static constexpr double turn = 4294967296.0;  // 2³²

  // Of x/P. (NaN is nowhere in particular.)
  static std::uint32_t place(double turns) {
    const double part = turns - rounded_down(turns);
    return part < 1 ? static_cast<std::uint32_t>(part * turn) : 0;
  }

  // Lengths are in units of `far`: their squares are no larger or smaller than a float can be.
  std::array<float, 3> unit_{};
  std::array<double, 3> inverse_{};        // 1/P
  double inverse_far_ = 0, coarsest_ = 0;  // the latter the largest unit, as a length
  DefaultInitVector<std::uint32_t> words_;  // the place, and the extent as a float
};

}  // namespace floc

// Vectors between many pairs of bodies at once, component by component: loops that compilers run on vectors (core/for_simd_targets.hpp).
// Each is to the bit what Domain::nearest_image, dot and norm make of it alone.
#pragma once

#include <array>
#include <cstddef>

#include "core/domain.hpp"
#include "core/vec.hpp"

namespace floc {

template <int D>
struct Separations {
  static constexpr std::size_t most = 64;
  using Numbers = std::array<double, most>;

  std::array<Numbers, D> d{};
  Numbers distance{}, inverse{};  // |d|, and one over that

  [[gnu::always_inline]] void set(std::size_t q, const Vec<D>& v) {
    for (int k = 0; k < D; ++k) d[static_cast<std::size_t>(k)][q] = v[k];
  }

  // The first `count` become the nearest images, with their lengths.
  void finish(const Domain& domain, std::size_t count);
};

}  // namespace floc

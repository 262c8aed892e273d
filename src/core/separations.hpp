// Vectors between many pairs of bodies at once, component by component: loops that compilers run on vectors.
// Each is to the bit what Domain::nearest_image, dot and norm make of it alone.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/domain.hpp"
#include "core/vec.hpp"

namespace floc {

template <int D>
struct Separations {
  static constexpr std::size_t most = 64;
  using Numbers = std::array<double, most>;

  std::array<Numbers, D> d{};
  Numbers square{};  // |d|²

  [[gnu::always_inline]] void set(std::size_t q, const Vec<D>& v) {
    for (int k = 0; k < D; ++k) d[static_cast<std::size_t>(k)][q] = v[k];
  }

  // The first `count` become the nearest images, and are squared.
  void finish(const Domain& domain, std::size_t count) {
    const std::size_t whole = (count + 7) / 8 * 8;
    for (std::size_t k = 0; k < D; ++k)
      if (const double l = domain.period[k]; l > 0) take_images(d[k], l, whole);
    for (std::size_t q = 0; q < whole; ++q) {
      double sum = 0;
      for (std::size_t k = 0; k < D; ++k) sum += d[k][q] * d[k][q];
      square[q] = sum;
    }
  }

 private:
  // Most are the nearest images as they are, and a division takes long.
  static void take_images(Numbers& x, double period, std::size_t count) {
    std::int64_t others = 0;
    for (std::size_t q = 0; q < count; ++q) others += std::abs(x[q]) > 0.5 * period;
    if (others == 0) return;
    for (std::size_t q = 0; q < count; ++q) {
      const double image = x[q] - period * std::nearbyint(x[q] / period);
      x[q] = std::abs(x[q]) > 0.5 * period ? image : x[q];
    }
  }
};

}  // namespace floc

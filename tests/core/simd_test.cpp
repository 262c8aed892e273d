#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "support/halves.hpp"
#include "support/simd_targets.hpp"

#define FLOC_SIMD_KERNELS "core/simd_kernels.hpp"
#include "core/for_simd_targets.hpp"

using namespace floc;
using namespace floc::test;

namespace {

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// Numbers of all kinds: any bits, small and large, near each other, zeros and what is none.
template <class T>
class Numbers {
 public:
  T operator()() {
    const auto any = static_cast<T>(std::bit_cast<T>(static_cast<Bits<T>>(draw_())));
    const auto unit = static_cast<T>(static_cast<double>(draw_() >> 11) * 0x1p-53);
    switch (draw_() % 8) {
      case 0: return any;
      case 1: return 0;
      case 2: return std::numeric_limits<T>::denorm_min() * static_cast<T>(draw_() % 9);
      case 3: return std::numeric_limits<T>::infinity();
      case 4: return static_cast<T>(static_cast<int>(draw_() % 4096)) * std::ldexp(T{1}, static_cast<int>(draw_() % 60) - 30);
      case 5: return -1 - unit;
      default: return unit;
    }
  }

 private:
  std::mt19937_64 draw_{7};
};

template <class T>
bool same(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<Bits<T>>(a) == std::bit_cast<Bits<T>>(b);
}

template <class T>
int wrong_products(int trials, Numbers<T> numbers) {
  int wrong = 0;
  for (int k = 0; k < trials; ++k) {
    T a[8], b[8], c[8], to[8];
    for (int l = 0; l < 8; ++l) {
      a[l] = numbers();
      b[l] = numbers();
      // Often what the product nearly cancels, or where it decides on which side of the middle the sum is.
      c[l] = k % 2 == 0 ? numbers() : -(a[l] * b[l]) * (1 + std::numeric_limits<T>::epsilon() * static_cast<T>(k % 5));
      if (k % 3 == 0) c[l] = std::ldexp(T{1} + a[l] * 0, std::numeric_limits<T>::digits - k % 4) + c[l] * 0;
    }
    FLOC_SIMD_CALL(fma_of(a, b, c, to));
    for (int l = 0; l < 8; ++l) wrong += !same(to[l], std::fma(a[l], b[l], c[l]));
  }
  return wrong;
}

}  // namespace

TEST_CASE("a·b + c is rounded once, whatever the numbers and the instructions") {
  for_simd_targets([] {
    CHECK(wrong_products<float>(20000, {}) == 0);
    CHECK(wrong_products<double>(20000, {}) == 0);
  });
}

TEST_CASE("a·b + c just beside the middle of two numbers, which two roundings would get wrong") {
  // a·b = 2⁻²⁴ + 2⁻⁴⁸, above half a unit of 1; (1 + 2⁻²⁹)² for doubles, whose last bit is beyond them.
  const float a[8]{1 + 0x1p-12f, 1 + 0x1p-12f, 0x1p-12f, 0x1p-24f, -1 - 0x1p-12f, 1, 1, 1};
  const float b[8]{0x1p-24f * (1 - 0x1p-12f), 0x1p-24f, 0x1p-12f, 1 + 0x1p-23f, 0x1p-24f, 1, 1, 1};
  const float c[8]{1, 1, 1, 1, 1, 0x1p-60f, -0x1p-60f, 0x1p-24f};
  const double a2[8]{1 + 0x1p-29, 1 + 0x1p-29, 0x1p-53, -0x1p-53, 1, 1, 1 + 0x1p-52, 1 + 0x1p-52};
  const double b2[8]{1 + 0x1p-29, 1 - 0x1p-29, 1 + 0x1p-52, 1 + 0x1p-52, 1, 1, 1 + 0x1p-52, 1 - 0x1p-52};
  const double c2[8]{-1, -1, 1, 1, 0x1p-600, -0x1p-600, 0x1p-53, -0x1p-53};
  for_simd_targets([&] {
    float to[8];
    double to2[8];
    FLOC_SIMD_CALL(fma_of(a, b, c, to));
    FLOC_SIMD_CALL(fma_of(a2, b2, c2, to2));
    for (int l = 0; l < 8; ++l) {
      CHECK(to[l] == std::fma(a[l], b[l], c[l]));
      CHECK(to2[l] == std::fma(a2[l], b2[l], c2[l]));
    }
  });
}

TEST_CASE("minimum, maximum and comparisons, also of what is not a number") {
  const float none = std::numeric_limits<float>::quiet_NaN();
  const float a[8]{1, 2, 0, -0.0f, none, 3, -5, none}, b[8]{2, 1, -0.0f, 0, 3, none, -5, none};
  for_simd_targets([&] {
    const std::array<float, 16> found = FLOC_SIMD_CALL(min_max_of(a, b));
    for (std::size_t l = 0; l < 8; ++l) {
      CHECK(same(found[l], a[l] < b[l] ? a[l] : b[l]));
      CHECK(same(found[8 + l], a[l] > b[l] ? a[l] : b[l]));
    }
    const std::array<unsigned, 5> compared = FLOC_SIMD_CALL(compare(a, b));
    CHECK(compared == std::array<unsigned, 5>{0b0000'0001, 0b0100'1101, 0b0100'1100, 1, 0b0100'1101});
  });
}

TEST_CASE("a half is the nearest on all targets, and every half comes back as it was") {
  for_simd_targets([&] {
    int wrong = 0;
    for (unsigned first = 0; first < 0x10000; first += 8) {
      if ((first & 0x7fff) >= 0x7c00) continue;  // infinite, or none
      Half halves[8], back[8];
      float floats[8];
      for (unsigned l = 0; l < 8; ++l) halves[l].bits = static_cast<std::uint16_t>(first + l);
      FLOC_SIMD_CALL(from_halves(halves, floats));
      FLOC_SIMD_CALL(to_halves(floats, back));
      for (unsigned l = 0; l < 8; ++l) {
        wrong += !same(floats[l], to_float(halves[l])) || back[l].bits != halves[l].bits;
      }
    }
    CHECK(wrong == 0);
    // Between two halves, as to_half, which has a test of its own.
    Numbers<float> numbers;
    for (int k = 0; k < 5000; ++k) {
      float from[8];
      Half to[8];
      for (int l = 0; l < 8; ++l) from[l] = l < 4 ? numbers() : std::ldexp(numbers(), -k % 25);
      from[0] = 0.5f * (to_float(to_half(from[0])) + to_float(to_half(1.001f * from[0])));
      FLOC_SIMD_CALL(to_halves(from, to));
      for (int l = 0; l < 8; ++l)
        wrong += to[l].bits != to_half(from[l]).bits && !(std::isnan(from[l]) && std::isnan(to_float(to[l])));
    }
    CHECK(wrong == 0);
  });
}

TEST_CASE("halves have eleven bits, end at the largest there is, and keep what is not a number") {
  const float from[8]{0, 1, -3.14159f, 1e-3f, 6.5e20f, -70000, -1.0f / 3, std::numeric_limits<float>::quiet_NaN()};
  for_simd_targets([&] {
    Half halves[8];
    float back[8];
    FLOC_SIMD_CALL(to_halves(from, halves));
    FLOC_SIMD_CALL(from_halves(halves, back));
    for (int l = 0; l < 7; ++l) {
      const float nearest = std::clamp(from[l], -largest_half, largest_half);
      CHECK(std::abs(back[l] - nearest) <= std::abs(nearest) / 2048);
    }
    CHECK(std::isnan(back[7]));
    for (int l = 0; l < 8; ++l) CHECK(to_half(from[l]).bits == halves[l].bits);
  });
}

TEST_CASE("two bfloat16 in the place of a float: each within a hundredth, and exact the second time") {
  const float a[8]{0, 1, -3.14159f, 1e-30f, 6.5e20f, -1e-3f, 0.3333f, 65504};
  float b[8], first[8], second[8], again[8], again2[8];
  for (int l = 0; l < 8; ++l) b[l] = -a[l] * 0.7f;
  for_simd_targets([&] {
    FLOC_SIMD_CALL(through_bfloat16(a, b, first, second));
    FLOC_SIMD_CALL(through_bfloat16(first, second, again, again2));
    for (int l = 0; l < 8; ++l) {
      CHECK(std::abs(first[l] - a[l]) <= 0.01f * std::abs(a[l]));
      CHECK(std::abs(second[l] - b[l]) <= 0.01f * std::abs(b[l]));
      CHECK(std::abs(first[l]) <= std::abs(a[l]));
      CHECK(again[l] == first[l]);
      CHECK(again2[l] == second[l]);
    }
  });
}

TEST_CASE("integers of 16 bits as floats, with their signs") {
  const std::int16_t from[8]{0, 1, -1, 32767, -32767, -32768, 255, -256};
  for_simd_targets([&] {
    float to[8];
    FLOC_SIMD_CALL(widen_to(from, to));
    for (int l = 0; l < 8; ++l) CHECK(to[l] == static_cast<float>(from[l]));
  });
}

TEST_CASE("what is gathered from slots comes number by number, and is scattered to slots in a row") {
  float from[80];
  for (int k = 0; k < 80; ++k) from[k] = static_cast<float>(k);
  const std::int32_t places[8]{7, 0, 19, 3, 11, 2, 5, 13};
  for_simd_targets([&] {
    float numbers[32], slots[32];
    FLOC_SIMD_CALL(gather_to(from, places, numbers, slots));
    for (int l = 0; l < 8; ++l)
      for (int k = 0; k < 4; ++k) {
        CHECK(numbers[8 * k + l] == static_cast<float>(4 * places[l] + k));
        CHECK(slots[4 * l + k] == static_cast<float>(4 * places[l] + k));
      }
  });
}

TEST_CASE("bits that are set, one after the other") {
  for_simd_targets([&] {
    CHECK(FLOC_SIMD_CALL(add_bits(0b1001'0110)) == 1'02'04'07);
    CHECK(FLOC_SIMD_CALL(add_bits(std::uint64_t{1} << 63 | 1)) == 63);
  });
}

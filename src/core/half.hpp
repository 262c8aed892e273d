// A float of 16 bits (IEEE's half, binary16), eleven of them for digits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace floc {

struct Half {
  std::uint16_t bits;
};
constexpr float largest_half = 65504;

// The nearest, of two as near the even one; the largest where it would be infinite. By integers, since not every
// processor has an instruction for it, and without a branch: which numbers are small no processor could predict.
inline Half to_half(float value) {
  constexpr std::uint32_t bias = (127 - 15) << 23, least_normal = bias + (1 << 23), infinite = 255u << 23;
  constexpr float unit = 0.5f;  // a sum with it has subnormal halves as its last bits
  const auto whole = std::bit_cast<std::uint32_t>(std::clamp(value, -largest_half, largest_half));
  const std::uint32_t sign = whole >> 16 & 0x8000u, size = whole & 0x7fffffffu;
  const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(std::bit_cast<float>(size) + unit) - std::bit_cast<std::uint32_t>(unit);
  const std::uint32_t normal = (size - bias + 0xfffu + (size >> 13 & 1u)) >> 13, none = 0x7e00u | (size >> 13 & 0x3ffu);
  // Chosen by masks: of a conditional expression compilers make the branch.
  const std::uint32_t small = 0u - static_cast<std::uint32_t>(size < least_normal);
  const std::uint32_t invalid = 0u - static_cast<std::uint32_t>(size > infinite);
  const std::uint32_t number = (subnormal & small) | (normal & ~small);
  return {static_cast<std::uint16_t>(sign | (none & invalid) | (number & ~invalid))};
}

}  // namespace floc

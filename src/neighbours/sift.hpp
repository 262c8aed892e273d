// Which of many bodies are of interest to one, eight at a time (internal). Every body has four numbers, in arrays.
//
// `found` gets the others that are, in their order, and has room for `spare` more than there are others: what is not
// is written over, since no processor could predict which those are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace floc::sift {

constexpr std::size_t spare = 8;

// |unit_k (x_ik − x_jk)| < e_i + e_j for places x, integers that overflow as they like, and e, a float in the last word.
std::size_t near(const std::uint32_t* places, const std::array<float, 3>& unit, std::size_t i,
                 std::span<const std::int32_t> others, std::int32_t* found);

// |u_i − u_j| ≥ ρ_i + ρ_j for moves u and reaches ρ.
std::size_t moved(const float* moves, std::size_t i, std::span<const std::int32_t> others, std::int32_t* found);

}  // namespace floc::sift
